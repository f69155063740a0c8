import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { type MemoryFiles, memoryFiles } from '../../../test/contract/memory-files.js'
import type { McqItem } from '../../benchmark/item.js'
import { fingerprintOfItems, itemFromJson } from '../../benchmark/item-json.js'
import { loadCatalog } from '../../catalog/import.js'
import type { Files } from '../../ports.js'
import { optionLabels } from '../../run/choice-labels.js'
import { parseJson } from '../../text/json.js'
import { importContextOf } from '../catalog/catalog-flags.js'
import { scoreCommand } from './score.js'

const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('')

const tool = {
  name: 'go',
  inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
}
const callItem = (id: string) => ({
  id,
  kind: 'call',
  messages: [{ role: 'user', content: 'Go to Lima.' }],
  tools: [tool],
  gold: { calls: [{ name: 'go', arguments: { to: 'Lima' } }], order: 'any' },
})
const mcq = (id: string): McqItem => ({
  kind: 'mcq',
  id,
  tool: 'go',
  question: 'What does it do?',
  answer: 'travels',
  distractors: ['sleeps', 'reads', 'pays'],
})
const qa = (id: string, answer: 'yes' | 'no') => ({
  kind: 'qa' as const,
  id,
  tool: 'go',
  question: 'Does it travel?',
  answer,
})
const retrieval = (id: string) => ({ id, kind: 'retrieval', query: 'travel', gold: ['go'] })

const rawItems: readonly object[] = [
  callItem('c1'),
  callItem('c2'),
  mcq('m1'),
  mcq('m2'),
  qa('q1', 'yes'),
  qa('q2', 'no'),
  retrieval('r1'),
  retrieval('r2'),
]

const fingerprintOf = (items: readonly object[]): string =>
  fingerprintOfItems(
    items.map((item) => {
      const reading = parseJson(JSON.stringify(item))
      if (reading.kind === 'fault') throw new Error(reading.fault.reason)
      return itemFromJson(reading.value, { path: 'items.jsonl', line: 1 })
    }),
  )

const catalogTools = [tool, { name: 'stop', inputSchema: { type: 'object' } }]
const catalogFingerprint = async (): Promise<string> => {
  const files = memoryFiles({ 'catalog.jsonl': lines(catalogTools) })
  const { context } = recordCli(files)
  return (await loadCatalog(['catalog.jsonl'], importContextOf(context))).catalog.fingerprint
}

const runJson = (catalog: string, changes: object = {}): string =>
  JSON.stringify({
    schema: 'assay.run/1',
    id: 'a7',
    subject: { spec: 'command:touch owned', label: 'x', facts: { model: 'x', dialect: 'hermes' } },
    benchmarks: [{ name: 'desk', path: 'items.jsonl', fingerprint: fingerprintOf(rawItems), items: 8 }],
    catalog: { sources: ['catalog.jsonl'], fingerprint: catalog, tools: 2 },
    seed: 0,
    trials: 1,
    ...changes,
  })

interface Line {
  readonly item: string
  readonly variant?: string
  readonly trial?: number
  readonly text?: string
  readonly [more: string]: unknown
}

const sample = ({ item, text, ...more }: Line): object => ({
  benchmark: 'desk',
  item,
  trial: 0,
  subject: 'x',
  request: { hash: '00' },
  decode: {},
  ...(text === undefined ? {} : { output: { text, stopReason: 'stop' } }),
  timing: { startedMs: 0, durationMs: 1 },
  attempts: 1,
  ...more,
})

const letterOf = (id: string, rotation: number, option: string): string =>
  Object.entries(optionLabels(mcq(id), rotation)).find(([, words]) => words === option)?.[0] ?? ''

const call = (to: string): string =>
  `<tool_call>\n${JSON.stringify({ name: 'go', arguments: { to } })}\n</tool_call>`

const samples: readonly object[] = [
  sample({ item: 'c1', text: call('Lima') }),
  sample({ item: 'c2', text: call('Rome') }),
  ...[0, 1, 2, 3].map((rotation) =>
    sample({ item: 'm1', variant: `rotation-${rotation}`, text: letterOf('m1', rotation, 'travels') }),
  ),
  ...[0, 1, 2, 3].map((rotation) => sample({ item: 'm2', variant: `rotation-${rotation}`, text: 'A' })),
  sample({ item: 'q1', text: 'Yes.' }),
  sample({ item: 'q2', text: 'Yes, it does.' }),
  sample({ item: 'r1', variant: 'catalog', text: 'go' }),
  sample({ item: 'r2', variant: 'catalog', text: 'stop\ngo' }),
]

async function folder(
  more: Readonly<Record<string, string>> = {},
  changes: object = {},
): Promise<MemoryFiles> {
  return memoryFiles({
    'items.jsonl': lines(rawItems),
    'catalog.jsonl': lines(catalogTools),
    'r7/run.json': runJson(await catalogFingerprint(), changes),
    'r7/samples.jsonl': lines(samples),
    ...more,
  })
}

async function assay(files: MemoryFiles, ...argv: readonly string[]) {
  const record = recordCli(files)
  const program = new Command('assay').exitOverride()
  scoreCommand.register(program, record.context)
  await program.parseAsync(['node', 'assay', 'score', 'r7', '--resamples', '100', ...argv])
  return record
}

const metricsIn = (document: {
  readonly scores: readonly { readonly metric: string; readonly value?: number }[]
}) => Object.fromEntries(document.scores.toReversed().map(({ metric, value }) => [metric, value]))

describe('assay score <run>', () => {
  it('says loudly that calls are written in another dialect than the one that is read', async () => {
    const files = await folder({ 'r7/samples.jsonl': lines(samples) })
    const read = await assay(files, '--dialect', 'openai')
    expect(read.out()).toMatch(
      /CALLS NOT READ: of 2 outputs .* 2 call .* in hermes, and 0 in openai.*--dialect hermes/,
    )
    const json = await assay(files, '--dialect', 'openai', '--json')
    expect(json.err()).toMatch(/CALLS NOT READ/)
    expect(JSON.parse(json.out()).details.kinds[0]).toMatchObject({
      leftCalls: { dialect: 'openai', spoken: 'hermes', checked: 2, read: 0, left: 2 },
    })
    const right = await assay(files, '--dialect', 'hermes')
    expect(right.out() + right.err()).not.toMatch(/CALLS NOT READ/)
  })

  it('writes scores.json into the folder and prints the same as JSON', async () => {
    const { out, files } = await assay(await folder(), '--json')
    const document = JSON.parse(out())
    expect(files.contents.get('r7/scores.json')).toBe(out())
    expect(document).toMatchObject({
      schema: 'assay.scores/1',
      subject: 'x',
      benchmark: 'desk',
      details: {
        run: { id: 'a7', subject: 'command:touch owned', trials: 1 },
        benchmark: { path: 'items.jsonl', fingerprint: fingerprintOf(rawItems) },
        counts: { items: 8, measured: 8, otherKinds: 0 },
        scorers: expect.arrayContaining([
          { name: 'calls', version: 1 },
          { name: 'mcq', version: 3 },
          { name: 'qa', version: 2 },
          { name: 'selection-recall', version: 1 },
        ]),
        unknown: { count: 0 },
        seed: 0,
        resamples: 100,
      },
    })
    expect(metricsIn(document)).toMatchObject({ 'call-exact': 0.5, consistent: 0.5, mrr: 0.75 })
    for (const score of document.scores) expect(score.scorer).toMatchObject({ version: expect.any(Number) })
    expect(document.items.map(({ id }: { id: string }) => id)).toEqual([
      'c1',
      'c2',
      'm1',
      'm2',
      'q1',
      'q2',
      'r1',
      'r2',
    ])
    expect(document.items[2]).toMatchObject({
      kind: 'mcq',
      samples: 4,
      values: { accuracy: 1, consistent: 1 },
    })
  })

  it('scores the same again, and runs nothing that the folder names', async () => {
    const files = await folder()
    await assay(files)
    const first = files.contents.get('r7/scores.json')
    await assay(files)
    expect(files.contents.get('r7/scores.json')).toBe(first)
    expect([...files.contents.keys()].sort()).toEqual([
      'catalog.jsonl',
      'items.jsonl',
      'r7/run.json',
      'r7/samples.jsonl',
      'r7/scores.json',
    ])
  })

  it('prints a table with what is unmeasured', async () => {
    const failed = { kind: 'server', code: 'http-500', message: '', retryable: true }
    const { out, err } = await assay(
      await folder({
        'r7/samples.jsonl': `${lines([
          ...samples.filter((one) => !JSON.stringify(one).includes('"q2"')),
          sample({ item: 'c1', error: failed }),
          sample({ item: 'zz', text: 'A' }),
          { ...sample({ item: 'c1', text: 'A' }), benchmark: 'other' },
        ])}{"benchmark":"desk","it`,
      }),
    )
    expect(out()).toMatch(/^x on desk: 6 of 8 items\n/)
    expect(out()).toContain('mcq answers by generation 8')
    expect(out()).toMatch(/^accuracy {2,}mcq {2,}62\.5 \[/m)
    expect(out()).toContain('call samples that ended in an error, unmeasured: 1 (c1: http-500)')
    expect(out()).toContain('call samples replaced by a later line: 1')
    expect(out()).toContain('qa samples that are missing, unmeasured: 1 (q2)')
    expect(out()).toContain('samples of no item, passed over: 1')
    expect(err()).toMatch(/samples\.jsonl, line 17: a part of a line, 23 bytes/)
    expect(err()).toContain('samples of benchmarks that the run does not name, passed over: 1')
  })

  it('writes elsewhere where it is told to, and never over the samples', async () => {
    const { files } = await assay(await folder(), '-o', 'elsewhere.json')
    expect(files.contents.has('elsewhere.json')).toBe(true)
    expect(files.contents.has('r7/scores.json')).toBe(false)
    await expect(assay(await folder(), '-o', 'r7/samples.jsonl')).rejects.toMatchObject({
      code: 'output-is-input',
    })
  })

  it('scores each of several benchmarks', async () => {
    const others = [qa('q9', 'yes')]
    const benchmarks = [
      { name: 'desk', path: 'items.jsonl', fingerprint: fingerprintOf(rawItems) },
      { name: 'other', path: 'gone.jsonl', fingerprint: fingerprintOf(others) },
    ]
    const more = { 'moved.jsonl': lines(others) }
    const { out } = await assay(await folder(more, { benchmarks }), '--json', '--items', 'other=moved.jsonl')
    expect(JSON.parse(out()).map(({ benchmark }: { benchmark: string }) => benchmark)).toEqual([
      'desk',
      'other',
    ])
    await expect(assay(await folder(more, { benchmarks }), '--items', 'moved.jsonl')).rejects.toMatchObject({
      code: 'items-unnamed',
    })
  })

  it('says what floors are, and marks each value that a note is about', async () => {
    const { out } = await assay(await folder())
    expect(out()).toContain('Floor: the null caller that scores best on the same items.')
    expect(out()).toMatch(/^call-f1 +calls +[\d.]+[^*]*\*/m)
    expect(out()).toMatch(
      /^\* .*takes 20 items, and n is \d+; the one that is shown speaks of these items only\.$/m,
    )
  })

  it('takes the dialect of the command line before that of the run', async () => {
    const { out } = await assay(await folder(), '--json', '--dialect', 'qwen-xml')
    expect(metricsIn(JSON.parse(out()))).toMatchObject({ 'call-exact': 0 })
    const subject = { spec: 's', label: 'x', facts: { model: 'x', dialect: './evil.mjs' } }
    await expect(assay(await folder({}, { subject }))).rejects.toMatchObject({ code: 'dialect-missing' })
  })

  it('scores against items that have changed only when it is told to', async () => {
    const corrected = lines([...rawItems.slice(0, 5), qa('q2', 'yes'), ...rawItems.slice(6)])
    await expect(assay(await folder({ 'items.jsonl': corrected }))).rejects.toMatchObject({
      code: 'items-changed',
    })
    const { out } = await assay(await folder({ 'items.jsonl': corrected }), '--changed-items', '--json')
    expect(JSON.parse(out()).details.benchmark).toMatchObject({ askedFingerprint: fingerprintOf(rawItems) })
  })

  it('opens no catalog that a stored run names unless it is a file', async () => {
    for (const source of [
      'mcp:npx -y evil',
      'https://evil.example/api.json',
      'mcp+http://evil.example',
      'gone.jsonl',
    ]) {
      const catalog = { sources: [source], fingerprint: 'f', tools: 2 }
      await expect(assay(await folder({}, { catalog }))).rejects.toMatchObject({ code: 'catalog-not-opened' })
    }
    const catalog = { sources: ['catalog.jsonl'], fingerprint: 'f', tools: 2 }
    await expect(assay(await folder({}, { catalog }))).rejects.toMatchObject({ code: 'catalog-changed' })
  })

  it.each(['/', '..', '../elsewhere', '/tmp'])(
    'looks through no folder %s that a stored run names',
    async (source) => {
      const files = await folder({}, { catalog: { sources: [source], fingerprint: 'f', tools: 2 } })
      const looked: string[] = []
      const facts: Files['facts'] = async (path) =>
        path === source ? { kind: 'folder', sizeBytes: 0 } : files.facts(path)
      const list: Files['list'] = async (path) => {
        looked.push(path)
        return files.list(path)
      }
      await expect(assay({ ...files, facts, list })).rejects.toMatchObject({
        code: 'catalog-not-opened',
        where: source,
      })
      expect(looked).not.toContain(source)
    },
  )

  it('gives no score of a run that preflight found at fault', async () => {
    const finding = { code: 'bos-doubled', severity: 'blocking', what: '', fix: '' }
    const { out } = await assay(
      await folder({}, { preflight: { verdict: 'unmeasured', findings: [finding] } }),
    )
    expect(out()).toContain('unmeasured: preflight found bos-doubled')
    expect(out()).not.toMatch(/62\.5/)
  })

  it.each<[string, Readonly<Record<string, string>>, object, RegExp]>([
    ['a run of another version', {}, { schema: 'assay.run/2' }, /assay\.run\/2.*assay\.run\/1/],
    ['a line that is no sample', { 'r7/samples.jsonl': '{"a": 1}\n' }, {}, /samples\.jsonl, line 1/],
    ['items that are gone', {}, { benchmarks: [{ name: 'd', path: 'gone', fingerprint: '' }] }, /gone/],
  ])('refuses %s', async (_what, more, changes, reason) => {
    await expect(assay(await folder(more, changes))).rejects.toThrow(reason)
  })

  it('says what is missing from a folder', async () => {
    const files = await folder()
    files.contents.delete('r7/run.json')
    await expect(assay(files)).rejects.toMatchObject({ code: 'run-missing' })
    const unasked = await folder()
    unasked.contents.delete('r7/samples.jsonl')
    await expect(assay(unasked)).rejects.toMatchObject({ code: 'file-missing' })
  })
})
