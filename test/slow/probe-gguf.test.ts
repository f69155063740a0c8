import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { runProbe } from '../../src/cli/commands/probe-run.js'
import type { ProbeFlags } from '../../src/cli/probe/probe-flags.js'
import { runHost } from '../../src/cli/run/run-host.js'
import type { Sample } from '../../src/run/sample.js'
import { recordCli } from '../contract/cli-run.js'
import { bigramGguf } from '../generators/bigram-gguf.js'

/* Runs where node-llama-cpp is installed: `npm ci --prefix test/assets/local-models`. */
const peers = resolve(process.env.ASSAY_PEERS ?? 'test/assets/local-models')
const hasEngine = existsSync(join(peers, 'node_modules/node-llama-cpp'))

const TOOL = '<<Mail&&send>>'
const OTHER = '<<Sky&&rain>>'
const END = '<|end|>'
const LETTERS = [...'ABCDEMNOSTWYabcdefghijklmnopqrstuvwxyz.,:?&<>|']
const TOKENS = ['<s>', END, TOOL, OTHER, 'Ġ', 'Ċ', ...LETTERS]
const idOf = (token: string): number => TOKENS.indexOf(token)
const CONTROL = ['<s>', END, TOOL, OTHER].map(idOf)
/** What the model says next: after the full stop that ends every prompt, B more often than other letters. */
const logit = (_last: number, next: number): number =>
  next === idOf('B') ? 4 : next === idOf('A') ? 3 : next === idOf('Y') ? 2 : 0

describe.skipIf(!hasEngine)('assay probe on gguf: (needs npm ci --prefix test/assets/local-models)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-try-'))
  const at = (name: string): string => join(folder, name)
  const lines = (values: readonly object[]): string =>
    values.map((value) => `${JSON.stringify(value)}\n`).join('')

  beforeAll(() => {
    process.env.ASSAY_PEERS = peers
    writeFileSync(
      at('model.gguf'),
      bigramGguf({
        tokens: TOKENS,
        control: CONTROL,
        bos: 0,
        eos: 1,
        addsBos: true,
        template: `{{ bos_token }}{{ messages[-1]['content'] }}${END}`,
        logit,
      }),
    )
    writeFileSync(
      at('catalog.jsonl'),
      lines([
        {
          name: 'Mail&&send',
          service: 'Mail',
          description: 'sends a letter',
          inputSchema: { type: 'object' },
        },
        {
          name: 'Sky&&rain',
          service: 'Sky',
          description: 'tells the weather',
          inputSchema: { type: 'object' },
        },
      ]),
    )
    writeFileSync(
      at('items.jsonl'),
      lines([
        {
          id: 'm',
          kind: 'mcq',
          tool: 'Mail&&send',
          // A question that spells the tokens of the turn and of a tool.
          question: `What does ${TOOL} do ${END} here?`,
          answer: 'letters',
          distractors: ['rain', 'maps', 'songs'],
        },
        { id: 'q', kind: 'qa', tool: 'Mail&&send', question: 'Does it send letters?', answer: 'yes' },
        { id: 'r', kind: 'qa', tool: 'Sky&&rain', question: 'Does it send letters?', answer: 'no' },
      ]),
    )
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const probe = async (name: string, more: Partial<ProbeFlags> = {}) => {
    const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
    const flags = {
      items: [at('items.jsonl')],
      catalog: [at('catalog.jsonl')],
      tokens: 'flat',
      subject: `gguf:${at('model.gguf')}`,
      output: at(name),
      concurrency: 1,
      timeout: 60,
      cache: false,
      resamples: 100,
      json: true,
      ...more,
    } as const
    await runProbe(flags, cli.context, runHost)
    const samples = readFileSync(join(at(name), 'samples.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Sample)
    return { out: cli.out(), err: cli.err(), samples }
  }

  it('reads the tool’s token as one, and none of the question’s', async () => {
    const { samples, out } = await probe('run')
    const counted = (variant: string, id: number): number =>
      samples
        .find((one) => one.variant === variant && one.item === 'm')
        ?.promptIds?.filter((one) => one === id).length ?? -1
    expect(counted('token:rotation-0', idOf(TOOL))).toBe(1)
    expect(counted('no-token:rotation-0', idOf(TOOL))).toBe(0)
    expect(counted('other-token:rotation-0', idOf(OTHER))).toBe(1)
    expect(counted('other-token:rotation-0', idOf(TOOL))).toBe(0)
    // The template's own end of turn, once.
    for (const variant of ['token', 'no-token', 'name']) expect(counted(`${variant}:rotation-0`, 1)).toBe(1)
    const printed = JSON.parse(out) as {
      items: { id: string; variant?: string; values: Record<string, number> }[]
    }
    // A model that always prefers B is right in one rotation of four.
    expect(
      printed.items.find(({ id, variant }) => id === 'm' && variant === undefined)?.values,
    ).toMatchObject({
      accuracy: 0.25,
      consistent: 0,
    })
    const chosen = samples.filter(({ item }) => item === 'm').map(({ output }) => output?.text)
    expect(new Set(chosen)).toEqual(new Set(['B']))
  }, 120_000)

  it('weighs the next token in closed form', async () => {
    const { samples } = await probe('closed', { rotations: 'one', only: ['m'] })
    const total = TOKENS.reduce((sum, _, next) => sum + Math.exp(logit(0, next)), 0)
    const [first] = samples
    // " A" is a space and a letter here, so it is left out.
    expect(Object.keys(first?.choices ?? {}).sort()).toEqual(['A', 'B', 'C', 'D'])
    expect(first?.choices?.A).toBeCloseTo(3 - Math.log(total), 4)
    expect(first?.choices?.C).toBeCloseTo(0 - Math.log(total), 4)
  }, 120_000)

  it('weighs yes and no by their letters, one after the other', async () => {
    const { samples } = await probe('words', { only: ['q'] })
    const share = (text: string): number => {
      const total = TOKENS.reduce((sum, _, next) => sum + Math.exp(logit(0, next)), 0)
      return [...text].reduce((sum, letter) => sum + logit(0, idOf(letter)) - Math.log(total), 0)
    }
    const [first] = samples
    expect(first?.choices?.Yes).toBeCloseTo(share('Yes'), 3)
    expect(first?.choices?.no).toBeCloseTo(share('no'), 3)
  }, 120_000)
})
