import { describe, expect, it } from 'vitest'
import { type CallTask, callTaskOf } from '../../benchmark/call-item.js'
import type { StoredSample } from '../../run/sample-lines.js'
import type { JsonObject } from '../../text/json.js'
import { hermes } from '../../toolcall/dialects/hermes.js'
import { openai } from '../../toolcall/dialects/openai.js'
import type { OutputReaderOptions } from '../calls/read-output.js'
import { CallSampleScorer } from './call-samples.js'

const tools = [{ name: 'go', inputSchema: { type: 'object', properties: { to: { type: 'string' } } } }]
const task = (
  id: string,
  gold: JsonObject,
  more: { cluster?: string; category?: string } = {},
): CallTask => ({
  ...callTaskOf(
    { kind: 'call', id, json: { messages: [{ role: 'user', content: 'Go.' }], tools, gold } },
    { mayLackGold: true },
  ),
  ...more,
})
const toLima = { calls: [{ name: 'go', arguments: { to: 'Lima' } }] }
const none = { none: true }
const call = (to: string): string => `<tool_call>\n{"name": "go", "arguments": {"to": "${to}"}}\n</tool_call>`

interface Said {
  readonly trial?: number
  readonly variant?: string
  readonly output?: NonNullable<StoredSample['output']>
  readonly error?: NonNullable<StoredSample['error']>
}
const sample = (item: string, text: string | undefined, more: Said = {}): StoredSample => ({
  benchmark: 'b',
  item,
  trial: 0,
  where: 's.jsonl',
  ...(text === undefined ? {} : { output: { text, stopReason: 'stop' } }),
  ...more,
})

function score(
  tasks: readonly CallTask[],
  samples: readonly StoredSample[],
  { trials = 1, ...options }: OutputReaderOptions & { readonly trials?: number } = { dialect: hermes },
) {
  const scorer = new CallSampleScorer(tasks, options)
  for (const one of samples)
    scorer.take(
      tasks.findIndex(({ id }) => id === one.item),
      one,
    )
  const scores = scorer.finish({ trials, seed: 0, resamples: 50 })
  return { ...scores, items: [...scores.items] }
}
const valuesOf = (scores: ReturnType<typeof score>, metric: string) =>
  scores.scores
    .filter((one) => one.metric === metric)
    .map((one) => [one.group, one.kind === 'scored' ? one.value : one.reason, one.n])

describe('CallSampleScorer', () => {
  const tasks = [task('a', toLima), task('b', toLima, { cluster: 'c' }), task('c', none)]

  it('lists each item with what its samples came to', () => {
    const found = score(tasks, [sample('a', call('Lima')), sample('b', call('Rome')), sample('c', '')])
    expect(found).toMatchObject({
      kind: 'call',
      total: 3,
      measured: 3,
      gaps: { errors: { count: 0 }, missing: { count: 0 }, superseded: 0 },
      details: {
        dialect: 'hermes',
        outcomes: { called: 2, attempted: 0, truncated: 0, abstained: 0, empty: 1 },
        unreachable: [],
      },
    })
    expect(found.details).not.toHaveProperty('leftCalls')
    expect(found.items.map(({ values: _, ...rest }) => rest)).toEqual([
      { id: 'a', kind: 'call', samples: 1, verdicts: [{ trial: 0, outcome: 'called', level: 'S7' }] },
      {
        id: 'b',
        kind: 'call',
        cluster: 'c',
        samples: 1,
        verdicts: [{ trial: 0, outcome: 'called', level: 'S6' }],
      },
      { id: 'c', kind: 'call', samples: 1, verdicts: [{ trial: 0, outcome: 'empty', level: 'S0' }] },
    ])
    expect(found.items[1]?.values).toMatchObject({ exact: 0, selection: 1, 'schema-valid': 1 })
    expect(found.items[1]?.values).not.toHaveProperty('call-f1')
    expect(found.items[1]?.values).not.toHaveProperty('abstention')
    expect(valuesOf(found, 'exact')).toEqual([[undefined, 2 / 3, 3]])
  })

  it('scores categories apart, of each variant, over their own items', () => {
    const divided = [
      task('a', toLima, { category: 'x' }),
      task('b', toLima, { category: 'x' }),
      task('c', toLima, { category: 'y' }),
      task('d', toLima, { category: 'y' }),
      task('e', toLima),
    ]
    const answers = { a: 'Lima', b: 'Rome', c: 'Lima', d: 'Lima', e: 'Rome' }
    const samples = Object.entries(answers).map(([id, to]) => sample(id, call(to)))
    const found = score(divided, samples)
    expect(valuesOf(found, 'exact')).toEqual([
      [undefined, 3 / 5, 5],
      ['x', 1 / 2, 2],
      ['y', 1, 2],
    ])
    expect(found.items.map(({ category }) => category)).toEqual(['x', 'x', 'y', 'y', undefined])
    const varied = score(
      divided,
      ['v', 'w'].flatMap((variant) => samples.map((one) => ({ ...one, variant }))),
    )
    expect(valuesOf(varied, 'exact').map(([group]) => group)).toEqual([
      'v',
      'v, x',
      'v, y',
      'w',
      'w, x',
      'w, y',
    ])
    expect(varied.items).toHaveLength(10)
    expect(varied.items[9]).toMatchObject({ id: 'e', variant: 'w' })
    expect(varied.items[9]).not.toHaveProperty('category')
    expect(varied.measured).toBe(5)
    const one = score(divided.slice(0, 2), samples.slice(0, 2))
    expect(valuesOf(one, 'exact')).toEqual([[undefined, 1 / 2, 2]])
  })

  it('holds null callers against the items that were measured, each once', () => {
    const many = Array.from({ length: 40 }, (_, at) => task(`i${at}`, at % 4 === 0 ? none : toLima))
    const samples = many
      .slice(0, 20)
      .flatMap(({ id }) => [0, 1].map((trial) => sample(id, call('Lima'), { trial })))
    const exact = score(many, samples, { dialect: hermes, trials: 2 }).scores.find(
      ({ metric }) => metric === 'exact',
    )
    // Silence is right where no call is: for five of the twenty that were answered, not ten of forty.
    expect(exact).toMatchObject({
      value: 0.75,
      n: 20,
      floor: { value: 0.25, difference: 0.5, verdict: 'above-floor' },
    })
  })

  it('averages trials, and says which metrics are unsteady', () => {
    const found = score(
      tasks,
      [
        sample('a', call('Lima'), { trial: 0 }),
        sample('a', 'No.', { trial: 1 }),
        sample('c', '', { trial: 0 }),
        sample('c', '', { trial: 1 }),
      ],
      { dialect: hermes, trials: 2 },
    )
    expect(found.items.map(({ id, samples, repeats }) => [id, samples, repeats?.trials])).toEqual([
      ['a', 2, 2],
      ['c', 2, 2],
    ])
    expect(found.items[0]?.repeats?.unsteady).toEqual(expect.arrayContaining(['exact', 'selection']))
    expect(found.items[1]?.repeats?.unsteady).toEqual([])
    expect(found.items[0]?.values).toMatchObject({ exact: 0.5 })
    expect(found.items[0]?.verdicts).toEqual([
      { trial: 0, outcome: 'called', level: 'S7' },
      { trial: 1, outcome: 'abstained', level: 'S0' },
    ])
    expect(found.gaps.missing.count).toBe(2)
    expect(score(tasks, [sample('a', call('Lima'))]).items[0]).not.toHaveProperty('repeats')
  })

  it('counts what was cut as truncated, and an error as nothing', () => {
    const found = score(tasks, [
      sample('a', undefined, { output: { text: '<tool_call>\n{"name"', stopReason: 'length' } }),
      sample('b', undefined, { error: { kind: 'overflow', code: 'too-long', message: '' } }),
      sample('c', undefined, { output: { stopReason: 'stop' } }),
    ])
    expect(found.details.outcomes).toMatchObject({ truncated: 1, empty: 1 })
    expect(found).toMatchObject({ measured: 2, gaps: { errors: { count: 1 } } })
  })

  it('tells a text that was cut from the same text that was not', () => {
    const cut = (stopReason: 'stop' | 'length', trial: number) =>
      sample('a', undefined, { trial, output: { text: '<tool_call>\n{"name"', stopReason } })
    const found = score(tasks, [cut('stop', 0), cut('length', 1)], { dialect: hermes, trials: 2 })
    expect(found.details.outcomes).toMatchObject({ attempted: 1, truncated: 1 })
  })

  it('reads messages where the dialect is one of an API', () => {
    const message = JSON.stringify({
      role: 'assistant',
      tool_calls: [{ id: '1', type: 'function', function: { name: 'go', arguments: '{"to": "Lima"}' } }],
    })
    const both = sample('a', undefined, { output: { text: 'No.', message, stopReason: 'stop' } })
    expect(score(tasks, [both], { dialect: openai }).items[0]?.values.exact).toBe(1)
    expect(score(tasks, [both], { dialect: hermes }).items[0]?.values.exact).toBe(0)
  })

  it('names items that no output can get right, and calls that were not read', () => {
    const odd = [task('a', { calls: [{ name: 'fly', arguments: {} }] }), task('b', toLima)]
    const found = score(odd, [sample('a', call('Lima')), sample('b', call('Lima'))], { dialect: openai })
    expect(found.details).toMatchObject({
      dialect: 'openai',
      unreachable: ['a'],
      leftCalls: { dialect: 'openai', spoken: 'hermes', left: 2, read: 0 },
    })
  })

  it('scores nothing of nothing, and needs no dialect for it', () => {
    const found = score(tasks, [], {})
    expect(found).toMatchObject({ scores: [], items: [], measured: 0, total: 3 })
    expect(found.details).not.toHaveProperty('dialect')
    const scorer = new CallSampleScorer(tasks, {})
    scorer.take(7, sample('z', 'A'))
    expect(scorer.finish({ trials: 1, seed: 0, resamples: 10 }).measured).toBe(0)
  })
})
