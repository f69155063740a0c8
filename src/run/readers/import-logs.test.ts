import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryDrafts } from '../../../test/contract/memory-drafts.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { Exchange } from '../../exchange/exchange.js'
import { defineExchangeReader } from '../../exchange/exchange-reader.js'
import { readRun } from '../read-run.js'
import { readSampleLines } from '../sample-lines.js'
import { importLogs, type LogImport } from './import-logs.js'

const tools = [{ name: 'go', inputSchema: { type: 'object', properties: { to: { type: 'string' } } } }]

function exchange(question: string, more: Partial<Exchange> = {}): Exchange {
  return {
    subject: { model: 'm' },
    messages: [{ role: 'user', content: question }],
    tools,
    answer: said('{"to":"Lima"}'),
    where: 'log, line 1',
    ...more,
  }
}

function said(given: string, stopReason: 'stop' | 'length' = 'stop'): NonNullable<Exchange['answer']> {
  const message = JSON.stringify({
    role: 'assistant',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'go', arguments: given } }],
  })
  return { kind: 'said', dialect: 'openai', message, stopReason }
}

/** Imports what a reader would give, into files in memory. */
async function imported(exchanges: readonly Exchange[], more: Partial<LogImport> = {}) {
  const files = memoryFiles()
  const drafts = memoryDrafts(files)
  const reader = defineExchangeReader({
    id: 'given',
    describes: 'given',
    detect: () => true,
    async *read() {
      yield* exchanges
    },
  })
  const input = { path: 'log', isFolder: false, names: [], head: '' }
  const run = importLogs(
    {
      logs: [{ input, reader, file: { name: 'log', sizeBytes: 1, fingerprint: 'f' } }],
      folder: 'out',
      name: 'theirs',
      turns: 'first',
      assay: '0',
      createdAt: '2031-01-01T00:00:00.000Z',
      ...more,
    },
    { files, drafts },
  )
  const outcome = await run.finally(() => expect(drafts.pending()).toBe(0))
  const json = (path: string) => JSON.parse(String(files.contents.get(path)))
  return { files, outcome, json, text: [...files.contents.values()].join('\n') }
}

async function samplesOf(files: ReturnType<typeof memoryFiles>, folder: string) {
  const samples = []
  for await (const sample of readSampleLines(`${folder}/samples.jsonl`, files, () => undefined, {
    hasEffort: true,
  }))
    samples.push(sample)
  return samples
}

describe('importLogs', () => {
  it('writes items once and a run for each model, which readers take back', async () => {
    const { files, outcome } = await imported([
      exchange('a'),
      exchange('b', { subject: { model: 'Org/Other' } }),
      exchange('a', { usage: { promptTokens: 3 }, cost: 0.5, durationMs: 7 }),
    ])
    expect(outcome).toMatchObject({
      exchanges: 3,
      benchmark: { path: 'out/items', items: 2, gold: { stated: 0, recorded: 0, unknown: 2 } },
      runs: [
        { folder: 'out/m', subject: 'm', dialect: 'openai', items: 1, trials: 2, samples: 2, errors: 0 },
        { folder: 'out/org-other', subject: 'Org/Other', items: 1, trials: 1, samples: 1 },
      ],
      notices: [],
    })
    const benchmark = await loadBenchmark('out/items', { files, notify: () => undefined })
    expect(benchmark.fingerprint).toBe(outcome.benchmark.fingerprint)
    expect(benchmark.notices).toEqual([])
    const run = await readRun('out/m', files)
    expect(run).toMatchObject({
      importedFrom: { format: 'given' },
      subject: { spec: 'recorded:m', dialect: 'openai' },
      benchmarks: [{ name: 'theirs', path: 'out/items', fingerprint: benchmark.fingerprint }],
      trials: 2,
    })
    expect(run.seed).toBeUndefined()
    expect(run.unmeasured).toBeUndefined()
    const samples = await samplesOf(files, 'out/m')
    expect(samples.map(({ trial }) => trial)).toEqual([0, 1])
    expect(samples[0]?.effort).toEqual({})
    expect(samples[1]?.effort).toEqual({ promptTokens: 3, cost: 0.5, durationMs: 7 })
  })

  it('never says that preflight passed', async () => {
    const { json } = await imported([exchange('a')])
    expect(json('out/m/run.json').preflight).toMatchObject({
      verdict: 'not-done',
      findings: [{ code: 'harness-unmeasured', severity: 'notice' }],
    })
  })

  it('tells one id for two questions apart, and one model in two forms of messages', async () => {
    const { outcome } = await imported([
      exchange('a', { id: 'q' }),
      exchange('b', { id: 'q' }),
      exchange('a', {
        id: 'q',
        answer: { kind: 'said', dialect: 'anthropic', message: '{"content":"x"}', stopReason: 'stop' },
      }),
      exchange('a', { id: 'q', answer: { kind: 'failed', message: 'busy' } }),
    ])
    expect(outcome.benchmark.items).toBe(2)
    expect(outcome.notices).toMatchObject([{ code: 'id-reused', count: 1 }])
    expect(outcome.runs.map(({ subject, samples, errors }) => [subject, samples, errors])).toEqual([
      ['m', 3, 1],
      ['m (anthropic)', 1, 0],
    ])
  })

  it('makes folders of hostile names of models, none of them twice and none outside', async () => {
    const models = ['../../etc', '..', 'CON', 'items', 'A', 'a', '\u0000', 'x'.repeat(500)]
    const { outcome, files } = await imported(models.map((model) => exchange('a', { subject: { model } })))
    const folders = outcome.runs.map(({ folder }) => folder)
    expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(models.length)
    for (const folder of folders) expect(folder).toMatch(/^out\/[a-z0-9-]{1,70}$/)
    expect(folders).not.toContain('out/items')
    for (const path of files.contents.keys()) expect(path).not.toContain('..')
  })

  it('replaces what has the form of a key, in questions, answers and errors, and marks the line', async () => {
    const key = 'sk-proj-0123456789abcdefghijABCDEFGHIJ'
    const { text, outcome, files } = await imported([
      exchange(`My key is ${key}`, { answer: said(`{"to":"${key}"}`) }),
      exchange('b', { answer: { kind: 'failed', message: `bad key ${key}` } }),
    ])
    expect(text).not.toContain(key)
    expect(outcome.notices).toMatchObject([{ code: 'key-masked', count: 3 }])
    expect((await samplesOf(files, 'out/m')).every(({ effort }) => effort?.isRedacted === true)).toBe(true)
    const benchmark = await loadBenchmark('out/items', { files, notify: () => undefined })
    expect(benchmark.fingerprint).toBe(outcome.benchmark.fingerprint)
  })

  it('tells two questions apart whose ids differ only in their keys', async () => {
    const keys = ['sk-proj-aaaaaaaaaaaaaaaaaaaaaaaa', 'sk-proj-bbbbbbbbbbbbbbbbbbbbbbbb']
    const { text, outcome, files } = await imported(keys.map((id) => exchange(`of ${id.at(-1)}`, { id })))
    expect(text).not.toMatch(/sk-proj/)
    expect(outcome.notices.map(({ code, count }) => [code, count])).toEqual([
      ['key-masked', 2],
      ['id-reused', 1],
    ])
    const { items } = await loadBenchmark('out/items', { files, notify: () => undefined })
    expect(items.map(({ id }) => id)).toEqual([
      '«secret:key»',
      expect.stringMatching(/^«secret:key»~[0-9a-f]{8}$/),
    ])
    expect((await samplesOf(files, 'out/m')).map(({ item }) => item)).toEqual(items.map(({ id }) => id))
  })

  it('keeps a message that is no JSON as a failure', async () => {
    const { files } = await imported([
      exchange('a', { answer: { kind: 'said', dialect: 'openai', message: '{"a":', stopReason: 'stop' } }),
    ])
    expect(await samplesOf(files, 'out/m')).toMatchObject([{ error: { code: 'log-failed' } }])
  })

  it('writes nothing where there is nothing, no answer, or a fault in the middle', async () => {
    await expect(imported([])).rejects.toMatchObject({ code: 'log-empty' })
    await expect(
      imported([{ ...exchange('a'), answer: undefined } as unknown as Exchange]),
    ).rejects.toMatchObject({ code: 'log-unanswered' })
    const many = Array.from({ length: 201 }, (_, at) => exchange('a', { subject: { model: `m${at}` } }))
    await expect(imported(many)).rejects.toMatchObject({ code: 'too-many-subjects' })
  })

  it('gives every item of any log at least as many samples as trials', async () => {
    const one = fc.record({ question: fc.constantFrom('a', 'b', 'c'), model: fc.constantFrom('m', 'n') })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 20 }), async (list) => {
        const { outcome, files } = await imported(
          list.map(({ question, model }) => exchange(question, { subject: { model } })),
        )
        expect(outcome.runs.reduce((sum, { samples }) => sum + samples, 0)).toBe(list.length)
        expect(outcome.benchmark.items).toBe(new Set(list.map(({ question }) => question)).size)
        for (const { folder, trials, items } of outcome.runs) {
          const counts = new Map<string, number>()
          for (const { item } of await samplesOf(files, folder)) counts.set(item, (counts.get(item) ?? 0) + 1)
          expect(counts.size).toBe(items)
          expect(Math.min(...counts.values())).toBe(trials)
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('recorded gold', () => {
  const gold = (of?: string) => ({ gold: { kind: 'recorded', ...(of === undefined ? {} : { of }) } }) as const
  const goldsOf = (files: ReturnType<typeof memoryFiles>) =>
    String(files.contents.get('out/items/items.jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).gold)

  it('freezes calls and silence, only where somebody asks for it, and says whose', async () => {
    const log = [
      exchange('a'),
      exchange('b', {
        answer: {
          kind: 'said',
          dialect: 'openai',
          message: '{"role":"assistant","content":"Hi"}',
          stopReason: 'stop',
        },
      }),
    ]
    const { files, outcome, json } = await imported(log, gold())
    expect(goldsOf(files)).toEqual([
      { calls: [{ name: 'go', arguments: { to: 'Lima' } }], order: 'any' },
      { none: true },
    ])
    expect(outcome.benchmark.gold).toEqual({ stated: 0, recorded: 2, unknown: 0 })
    expect(json('out/items/benchmark.json').gold).toMatchObject({ recorded: 2, recordedOf: 'm' })
    expect(goldsOf((await imported(log)).files)).toEqual([{ unknown: true }, { unknown: true }])
  })

  it('leaves the subject whose answers they are unmeasured', async () => {
    const { files } = await imported([exchange('a'), exchange('a', { subject: { model: 'n' } })], gold('m'))
    expect((await readRun('out/m', files)).unmeasured).toEqual(['gold-is-own-answers'])
    expect((await readRun('out/n', files)).unmeasured).toBeUndefined()
  })

  it('finds gold that stands behind other answers to the item, and passes over what cannot be gold', async () => {
    const log = [
      exchange('a', { subject: { model: 'n' } }),
      exchange('a', { answer: said('{"to":', 'length') }),
      exchange('a', { answer: said('{"to":7}') }),
      exchange('a', { answer: said('{"to":"Rome"}') }),
      exchange('b', { answer: { kind: 'failed', message: 'busy' } }),
      exchange('c', {
        answer: {
          kind: 'said',
          dialect: 'openai',
          message: '{"role":"assistant","content":"I wi"}',
          stopReason: 'length',
        },
      }),
    ]
    expect(goldsOf((await imported(log, gold('m'))).files)).toEqual([
      { calls: [{ name: 'go', arguments: { to: 'Rome' } }], order: 'any' },
      { unknown: true },
      { unknown: true },
    ])
  })

  it('means what stands there, also where it looks like a matcher', async () => {
    const open = [{ name: 'go', inputSchema: { type: 'object' } }]
    const { files } = await imported(
      [exchange('a', { tools: open, answer: said('{"to":{"$oneOf":[1]}}') })],
      gold(),
    )
    expect(goldsOf(files)).toEqual([
      { calls: [{ name: 'go', arguments: { to: { $literal: { $oneOf: [1] } } } }], order: 'any' },
    ])
  })

  it('never takes the place of gold that the log states', async () => {
    const { files } = await imported([exchange('a', { gold: { none: true } })], gold())
    expect(goldsOf(files)).toEqual([{ none: true }])
  })

  it('wants to know whose, where several answered', async () => {
    const log = [exchange('a'), exchange('a', { subject: { model: 'n' } })]
    await expect(imported(log, gold())).rejects.toMatchObject({ code: 'gold-whose' })
    await expect(imported(log, gold('x'))).rejects.toMatchObject({ code: 'gold-whose' })
  })
})
