import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostTemplates } from '../../src/adapters/chat-template.js'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { hostHttp } from '../../src/adapters/http.js'
import { referenceKind } from '../../src/adapters/models/reference.js'
import { calibrateCommand } from '../../src/cli/commands/calibrate.js'
import { parametricCommand } from '../../src/cli/commands/parametric.js'
import { openSubject } from '../../src/subject/open.js'
import { recordCli } from '../contract/cli-run.js'
import { type Bigram, bigramGguf } from '../generators/bigram-gguf.js'

/*
 * A reference folder of the test's own around a model in closed form. Runs where node-llama-cpp is installed:
 * `npm ci --prefix test/assets/local-models`.
 */
const peers = resolve(process.env.ASSAY_PEERS ?? 'test/assets/local-models')
const hasEngine = existsSync(join(peers, 'node_modules/node-llama-cpp'))

const FLAT = ['<<Mail&&send>>', '<<Mail&&read>>', '<<Sky&&forecast>>']
const TOKENS = ['<s>', '<|end|>', ...FLAT, ...'abcdefghijklmnopqrstuvwxyz', ...'TWABCD.:?,', 'Ġ', 'Ċ']
const END = 1
const idOf = (token: string): number => TOKENS.indexOf(token)
/** `k` is followed by mail, `m` by the sky, and a full stop by the letter B; every tool by the end. */
function logit(last: number, next: number): number {
  if (FLAT.includes(TOKENS[last] ?? '')) return next === END ? 6 : 0
  if (last === idOf('k')) return next === idOf('<<Mail&&send>>') ? 5 : next === idOf('<<Mail&&read>>') ? 4 : 0
  if (last === idOf('m')) return next === idOf('<<Sky&&forecast>>') ? 5 : 0
  if (last === idOf('.')) return next === idOf('B') ? 3 : 0
  return 0.1 * Math.sin(last + 2 * next)
}
const BIGRAM: Bigram = {
  tokens: TOKENS,
  control: [0, 1, ...FLAT.map(idOf)],
  bos: 0,
  eos: END,
  addsBos: true,
  template: "{{ bos_token }}{{ messages[-1]['content'] }}",
  logit,
  contextLength: 1024,
}

const tools = FLAT.map((text) => {
  const name = text.slice(2, -2)
  const [service, endpoint] = name.split('&&')
  return {
    name,
    description: `About ${name}.`,
    inputSchema: { type: 'object' },
    service,
    endpoint,
    source: 'test',
  }
})
const query = (id: string, text: string, gold: string) => ({
  id,
  kind: 'retrieval',
  query: text,
  gold: [gold],
})
const verbose = [
  query('v1', 'ask', 'Mail&&send'),
  query('v2', 'look', 'Mail&&read'),
  query('v3', 'storm', 'Sky&&forecast'),
  query('v4', 'swim', 'Sky&&forecast'),
]
const mcq = ['Mail&&send', 'Sky&&forecast'].map((tool, at) => ({
  id: `q${at}`,
  kind: 'mcq',
  tool,
  question: 'What is it',
  answer: 'a',
  distractors: ['b', 'c', 'd'],
}))
const rc = { probe: 'parametric', items: 'verbose', metric: 'rc', k: 1 }
const expectation = (id: string, measure: object, expect: object, held = true) => ({
  id,
  statement: `It shows ${id}.`,
  measure,
  expect,
  held,
})
const expectations = [
  expectation('recalls-three-of-four', rc, { atLeast: 0.75 }),
  expectation('recalls-no-more', rc, { atMost: 0.75 }),
  expectation('recalls-freely', { ...rc, metric: 'rf' }, { atLeast: 0.75 }),
  // One letter whatever the options: right in one rotation of four.
  expectation('chooses-one-letter', { probe: 'mcq', items: 'mcq', metric: 'accuracy' }, { atMost: 0.25 }),
  expectation('never-right', { probe: 'mcq', items: 'mcq', metric: 'accuracy' }, { atMost: 0.2 }, false),
]

describe.skipIf(!hasEngine)('calibrate on gguf (needs npm ci --prefix test/assets/local-models)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-calibrate-gguf-'))
  const lines = (values: readonly object[]): string =>
    values.map((value) => `${JSON.stringify(value)}\n`).join('')
  const cardPath = join(folder, 'models/bigram/card.json')

  beforeAll(() => {
    process.env.ASSAY_PEERS = peers
    process.env.ASSAY_REFERENCE = folder
    mkdirSync(join(folder, 'models/bigram'), { recursive: true })
    mkdirSync(join(folder, 'items'))
    const model = bigramGguf(BIGRAM)
    writeFileSync(join(folder, 'models/bigram/model.gguf'), model)
    writeFileSync(join(folder, 'catalog.jsonl'), lines(tools))
    writeFileSync(join(folder, 'items/verbose.jsonl'), lines(verbose))
    writeFileSync(join(folder, 'items/mcq.jsonl'), lines(mcq))
    const card = {
      schema: 'assay.reference/1',
      name: 'bigram',
      set: 'parametric',
      summary: 'A bigram in closed form.',
      tokens: 'flat',
      decoding: { beams: 3, maxNewTokens: 3 },
      expectations,
      observed: [{ id: 'recalls-three-of-four', value: 0.75, n: 4 }],
      weights: {
        file: 'model.gguf',
        sha256: createHash('sha256').update(model).digest('hex'),
        bytes: model.length,
      },
    }
    writeFileSync(cardPath, JSON.stringify(card))
  })
  afterAll(() => {
    delete process.env.ASSAY_REFERENCE
    rmSync(folder, { recursive: true, force: true })
  })

  async function calibrate(...argv: readonly string[]) {
    const record = recordCli(hostFiles, { clock: hostClock })
    const program = new Command().exitOverride()
    calibrateCommand.register(program, record.context)
    await program.parseAsync(['node', 'assay', 'calibrate', '--json', ...argv])
    const document = JSON.parse(record.out())
    const checks: readonly { id: string; verdict: string; measured: string; note?: string }[] =
      document.sections[0].checks
    return { document, checks, exitCode: record.exitCode() }
  }

  it('reads a model as its card has it', async () => {
    const { checks, exitCode } = await calibrate('--only', 'subjects')
    expect(checks.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['bigram/weights', 'passed'],
      ...expectations.map(({ id }) => [`bigram/${id}`, 'passed']),
    ])
    expect(checks.find(({ id }) => id === 'bigram/chooses-one-letter')?.measured).toMatch(/= 0\.250, n = 2/)
    expect(exitCode).toBe(0)
  })

  it('is red when the weights are other ones, and measures nothing then', async () => {
    const path = join(folder, 'models/bigram/model.gguf')
    const good = readFileSync(path)
    writeFileSync(path, bigramGguf({ ...BIGRAM, logit: () => 0 }))
    const { checks, exitCode } = await calibrate('--only', 'subjects')
    writeFileSync(path, good)
    expect(exitCode).toBe(1)
    expect(checks.map(({ verdict }) => verdict)).toEqual(['failed', ...expectations.map(() => 'missing')])
  })

  it('is red when the card expects another thing', async () => {
    const good = readFileSync(cardPath, 'utf8')
    writeFileSync(cardPath, good.replace('"atMost":0.75', '"atMost":0.5'))
    const { checks, exitCode } = await calibrate('--only', 'subjects')
    writeFileSync(cardPath, good)
    expect(exitCode).toBe(1)
    expect(checks.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)).toEqual([
      'bigram/recalls-no-more',
    ])
  })

  it('puts faults around the weights, too', async () => {
    const { checks } = await calibrate('--only', 'faults')
    const real = checks.filter(({ id }) => id.startsWith('bigram/'))
    expect(real.find(({ id }) => id === 'bigram/sound')).toMatchObject({ verdict: 'passed' })
    for (const id of [
      'bos-doubled',
      'bos-missing',
      'template-mismatch',
      'mask-off',
      'length-uncounted',
      'gold-shifted',
    ])
      expect(
        real.find((check) => check.id === `bigram/${id}`),
        id,
      ).toMatchObject({ verdict: 'passed' })
  })

  it('opens a reference subject by its name, to ask and to recall', async () => {
    const subject = await openSubject(
      'reference:bigram',
      {
        files: hostFiles,
        http: hostHttp,
        clock: hostClock,
        notify: () => undefined,
        templates: hostTemplates(),
        variable: () => undefined,
        mayExecute: false,
        options: {},
      },
      [referenceKind],
    )
    try {
      expect(subject).toMatchObject({ spec: 'reference:bigram', label: 'bigram' })
    } finally {
      await subject.close?.()
    }
    const record = recordCli(hostFiles, { clock: hostClock })
    const program = new Command().exitOverride()
    parametricCommand.register(program, record.context)
    const data = [
      '--catalog',
      join(folder, 'catalog.jsonl'),
      '--benchmark',
      join(folder, 'items/verbose.jsonl'),
    ]
    const how = ['--tokens', 'flat', '--beams', '3', '--k', '1', '--subject', 'reference:bigram', '--json']
    await program.parseAsync(['node', 'assay', 'parametric', ...data, ...how])
    const { scores, subject: label } = JSON.parse(record.out())
    expect(label).toBe('bigram')
    expect(scores.find((score: { metric: string }) => score.metric === 'rc')).toMatchObject({ value: 0.75 })
  })
})
