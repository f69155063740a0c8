import { describe, expect, it } from 'vitest'
import type { Item, McqItem, QaItem, RetrievalItem } from '../../benchmark/item.js'
import { catalogOf } from '../../catalog/catalog.js'
import { emptyInputSchema } from '../../catalog/tool.js'
import { optionLabels, rotationVariant } from '../../run/choice-labels.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { parseJson } from '../../text/json.js'
import { hermes } from '../../toolcall/dialects/hermes.js'
import type { Score, ScoredValue } from '../score.js'
import { benchmarkScorers } from './benchmark-scorers.js'
import type { ScoredItem } from './kind-scorer.js'
import { scoreRun } from './score-run.js'

const catalog = catalogOf(
  ['go', 'stop', 'wait'].map((name) => ({
    name,
    inputSchema: emptyInputSchema(),
    source: { format: 'test', at: 'here' },
  })),
)

const mcq = (id: string, more: Partial<McqItem> = {}): McqItem => ({
  kind: 'mcq',
  id,
  tool: 'go',
  question: 'What does it do?',
  answer: 'travels',
  distractors: ['sleeps', 'reads', 'pays'],
  ...more,
})
const qa = (id: string, answer: 'yes' | 'no', more: Partial<QaItem> = {}): QaItem => ({
  kind: 'qa',
  id,
  tool: 'go',
  question: 'Does it travel?',
  answer,
  ...more,
})
const retrieval = (
  id: string,
  gold: RetrievalItem['gold'],
  more: Partial<RetrievalItem> = {},
): RetrievalItem => ({
  kind: 'retrieval',
  id,
  query: 'travel',
  gold,
  ...more,
})
const callItem = (id: string, to: string | undefined, cluster?: string): Item => {
  const gold =
    to === undefined ? { none: true } : { calls: [{ name: 'go', arguments: { to } }], order: 'any' }
  const json = parseJson(
    JSON.stringify({
      id,
      kind: 'call',
      messages: [{ role: 'user', content: 'Go.' }],
      tools: [{ name: 'go', inputSchema: { type: 'object', properties: { to: { type: 'string' } } } }],
      gold,
    }),
  )
  if (json.kind === 'fault') throw new Error(json.fault.reason)
  // An object of the shape above.
  return { kind: 'call', id, json: json.value as never, ...(cluster === undefined ? {} : { cluster }) }
}

interface Said {
  readonly trial?: number
  readonly variant?: string
  readonly choices?: Readonly<Record<string, number>>
  readonly error?: NonNullable<StoredSample['error']>
  readonly stopReason?: 'stop' | 'length'
}

const said = (
  item: string,
  text: string | undefined,
  { stopReason = 'stop', ...more }: Said = {},
): StoredSample => ({
  benchmark: 'b',
  item,
  trial: 0,
  ...more,
  ...(text === undefined ? {} : { output: { text, stopReason } }),
  where: 's.jsonl',
})

async function score(
  items: readonly Item[],
  samples: readonly StoredSample[],
  more: { trials?: number; unmeasured?: readonly string[] } = {},
) {
  const benchmark = { name: 'b', items, fingerprint: '' }
  const { benchmarks } = await scoreRun({
    run: {
      trials: more.trials ?? 1,
      ...(more.unmeasured === undefined ? {} : { unmeasured: more.unmeasured }),
    },
    benchmarks: [
      {
        name: 'b',
        benchmark,
        scorers: benchmarkScorers(benchmark, { catalog, dialect: hermes, ks: [1, 2] }),
      },
    ],
    samples,
    seed: 0,
    resamples: 200,
  })
  const [scores] = benchmarks
  if (scores === undefined) throw new Error('no scores')
  return scores
}

const find = (scores: readonly Score[], metric: string, more: Partial<Score> = {}): Score => {
  const found = scores.find(
    (one) =>
      one.metric === metric &&
      (more.k === undefined || one.k === more.k) &&
      (more.group === undefined || one.group === more.group) &&
      (one.tier === undefined || one.tier === 'all'),
  )
  if (found === undefined) throw new Error(`no ${metric}`)
  return found
}
const value = (scores: readonly Score[], metric: string, more: Partial<Score> = {}): number => {
  const found = find(scores, metric, more)
  if (found.kind === 'unscored') throw new Error(found.reason)
  return found.value
}
const valuesOf = (items: Iterable<ScoredItem>, id: string) =>
  [...items].find((item) => item.id === id)?.values

const letterOf = (id: string, rotation: number, option: string): string => {
  const labels = optionLabels(mcq(id), rotation)
  return Object.keys(labels).find((letter) => labels[letter] === option) ?? ''
}

describe('MCQ items of a run', () => {
  const items = [mcq('m1'), mcq('m2'), mcq('m3')]
  const always = (id: string, textAt: (rotation: number) => string) =>
    [0, 1, 2, 3].map((rotation) => said(id, textAt(rotation), { variant: rotationVariant(rotation) }))

  it('averages rotations within an item: knowing scores 1, a fixed letter exactly chance', async () => {
    const { scores, items: scored } = await score(items, [
      ...always('m1', (rotation) => letterOf('m1', rotation, 'travels')),
      ...always('m2', () => 'B'),
      ...always('m3', (rotation) => `${letterOf('m3', rotation, 'sleeps')}.`),
    ])
    // (1 + ¼ + 0) / 3
    expect(value(scores, 'accuracy')).toBeCloseTo(5 / 12, 12)
    expect(find(scores, 'accuracy')).toMatchObject({
      n: 3,
      chance: 0.25,
      scorer: { name: 'mcq', version: 3 },
      intervalNote: expect.stringContaining('too few items'),
    })
    expect(valuesOf(scored, 'm2')).toMatchObject({ accuracy: 0.25, consistent: 0 })
    // m1 and m3 name one option in every rotation, m2 one letter.
    expect(value(scores, 'consistent')).toBeCloseTo(2 / 3, 12)
    // 12 answers: every letter once for m1 and m3, B four times for m2.
    expect(value(scores, 'chosen', { group: 'B' })).toBeCloseTo(6 / 12, 12)
    expect(value(scores, 'chosen', { group: 'A' })).toBeCloseTo(2 / 12, 12)
    expect((find(scores, 'chosen', { group: 'B' }) as ScoredValue).chance).toBeCloseTo(0.25, 12)
  })

  it('reports the preference for a place', async () => {
    const { kinds } = await score(items, [...always('m1', () => 'B'), ...always('m2', () => 'B')])
    const positions = kinds[0]?.details.positions as { bias: number; letters: object[] } // of the MCQ scorer
    // Answers stood twice at each letter; all eight choices fell on B: ½ (2 + 6 + 2 + 2) / 8.
    expect(positions.bias).toBeCloseTo(0.75, 12)
    expect(positions.letters).toContainEqual({ letter: 'B', answers: 2, chosen: 8 })
  })

  it('counts abstentions and what cannot be read apart, and neither as right', async () => {
    const { scores } = await score(items, [
      said('m1', 'I do not know.', { variant: 'rotation-0' }),
      said('m2', 'Let me think', { variant: 'rotation-0', stopReason: 'length' }),
      said('m3', letterOf('m3', 0, 'travels'), { variant: 'rotation-0' }),
    ])
    expect(value(scores, 'accuracy')).toBeCloseTo(1 / 3, 12)
    expect(value(scores, 'abstained')).toBeCloseTo(1 / 3, 12)
    expect(value(scores, 'unreadable')).toBeCloseTo(1 / 3, 12)
    expect(find(scores, 'abstained').better).toBe('lower')
  })

  it('keeps the strict reading and the lenient one apart', async () => {
    const { scores } = await score(items, [
      said('m1', `The answer is ${letterOf('m1', 0, 'travels')}.`),
      said('m2', letterOf('m2', 0, 'travels')),
    ])
    expect(value(scores, 'accuracy')).toBe(0.5)
    expect(value(scores, 'accuracy-lenient')).toBe(1)
  })

  it('lets probabilities of labels decide, ties by chance, and shows the text beside them', async () => {
    const right = letterOf('m1', 0, 'travels')
    const even = { A: -1, B: -1, C: -1, D: -1 }
    const { scores, kinds } = await score(items, [
      said('m1', 'The', { choices: { ...even, [right]: Math.log(0.6) } }),
      said('m2', '', { choices: even }),
    ])
    expect(value(scores, 'accuracy')).toBeCloseTo((1 + 0.25) / 2, 12)
    // 0.6 / (0.6 + 3/e) and ¼
    expect(value(scores, 'answer-probability')).toBeCloseTo((0.6 / (0.6 + 3 / Math.E) + 0.25) / 2, 9)
    expect(find(scores, 'accuracy-written')).toMatchObject({ kind: 'unscored', n: 1 })
    expect(() => find(scores, 'accuracy-lenient')).toThrow()
    expect(kinds[0]?.details.methods).toEqual({ logprobs: 2 })
  })

  it('leaves errors and what is missing unmeasured, and names them', async () => {
    const { scores, kinds } = await score(
      items,
      [
        said('m1', letterOf('m1', 0, 'travels'), { variant: 'rotation-0' }),
        said('m2', undefined, {
          variant: 'rotation-0',
          error: { kind: 'overflow', code: 'too-long', message: '' },
        }),
      ],
      { trials: 1 },
    )
    expect(find(scores, 'accuracy')).toMatchObject({ kind: 'unscored', n: 1 })
    expect(kinds[0]).toMatchObject({
      total: 3,
      measured: 1,
      gaps: {
        errors: { count: 1, first: [{ item: 'm2', kind: 'overflow' }] },
        missing: { count: 1, first: [{ item: 'm3', variant: 'rotation-0' }] },
      },
    })
  })

  it('passes over variants that are no rotation of the item', async () => {
    const { kinds } = await score(items, [
      said('m1', 'A', { variant: 'rotation-4' }),
      said('m1', 'A', { variant: 'x' }),
    ])
    expect(kinds[0]).toMatchObject({ measured: 0, details: { otherVariants: 2 } })
  })
})

describe('QA items of a run', () => {
  const items = [qa('q1', 'yes'), qa('q2', 'yes'), qa('q3', 'yes'), qa('q4', 'no')]

  it('scores one half for always saying yes, however the items are divided', async () => {
    const { scores } = await score(
      items,
      items.map(({ id }) => said(id, 'Yes')),
    )
    expect(value(scores, 'balanced-accuracy')).toBe(0.5)
    expect(value(scores, 'accuracy')).toBe(0.75)
    expect(find(scores, 'yes-rate')).toMatchObject({ value: 1, chance: 0.75 })
    expect(find(scores, 'balanced-accuracy')).toMatchObject({
      chance: 0.5,
      scorer: { name: 'qa', version: 2 },
    })
  })

  it('gives Newcombe’s interval of the two accuracies', async () => {
    const many = Array.from({ length: 40 }, (_, index) => qa(`q${index}`, index < 20 ? 'yes' : 'no'))
    const { scores } = await score(
      many,
      many.map(({ id }, index) => said(id, index % 4 === 0 ? 'no' : 'yes')),
    )
    // 15 of 20 on yes, 5 of 20 on no.
    expect(find(scores, 'balanced-accuracy')).toMatchObject({
      value: 0.5,
      method: 'Newcombe over 40 independent items',
    })
  })

  it('scores each variant apart', async () => {
    const { scores, items: scored } = await score(items, [
      ...items.map(({ id, answer }) => said(id, answer, { variant: 'greedy' })),
      ...items.map(({ id }) => said(id, 'no', { variant: 'sampled' })),
    ])
    expect(value(scores, 'accuracy', { group: 'greedy' })).toBe(1)
    expect(value(scores, 'accuracy', { group: 'sampled' })).toBe(0.25)
    expect([...scored]).toHaveLength(8)
  })

  it('says why there is no balance with one class alone', async () => {
    const { scores } = await score(
      items.slice(0, 3),
      items.slice(0, 3).map(({ id }) => said(id, 'yes')),
    )
    expect(find(scores, 'balanced-accuracy')).toMatchObject({
      kind: 'unscored',
      reason: 'needs items whose answer is yes and items whose answer is no',
    })
  })
})

describe('call items of a run', () => {
  const call = (to: string): string =>
    `<tool_call>\n{"name": "go", "arguments": {"to": "${to}"}}\n</tool_call>`
  const items = [callItem('c1', 'Lima'), callItem('c2', 'Rome'), callItem('c3', undefined)]

  it('scores as `assay score calls` does, with the floor of null callers', async () => {
    const { scores, items: scored } = await score(items, [
      said('c1', call('Lima')),
      said('c2', call('Lima')),
      said('c3', 'Hello.'),
    ])
    expect(value(scores, 'exact')).toBeCloseTo(2 / 3, 12)
    expect(value(scores, 'selection')).toBe(1)
    expect(find(scores, 'exact')).toMatchObject({
      floor: { null: expect.any(String), verdict: 'not-enough-data' },
    })
    expect(valuesOf(scored, 'c2')).toMatchObject({ exact: 0, selection: 1, 'call-exact': 0 })
    expect(valuesOf(scored, 'c3')).toMatchObject({ exact: 1, abstention: 1 })
  })

  it('averages trials within an item, whose floor stays that of the item', async () => {
    const once = await score(items, [said('c1', call('Lima')), said('c2', call('Lima')), said('c3', 'Hi.')])
    const { scores, items: scored } = await score(
      items,
      [
        ...[0, 1, 2, 3].map((trial) => said('c1', call(trial === 0 ? 'Lima' : 'Rome'), { trial })),
        ...[0, 1].map((trial) => said('c2', call('Rome'), { trial })),
        said('c3', call('Rome')),
      ],
      { trials: 4 },
    )
    // (¼ + 1 + 0) / 3
    expect(value(scores, 'exact')).toBeCloseTo(5 / 12, 12)
    expect(valuesOf(scored, 'c1')).toMatchObject({ exact: 0.25 })
    const repeatsOf = (id: string) => [...scored].find((item) => item.id === id)?.repeats
    expect(repeatsOf('c1')).toMatchObject({ trials: 4, unsteady: expect.arrayContaining(['exact']) })
    expect(repeatsOf('c2')).toEqual({ trials: 2, unsteady: [] })
    expect(repeatsOf('c3')).toBeUndefined()
    const floorOf = (list: readonly Score[]) => (find(list, 'exact') as ScoredValue).floor
    expect(floorOf(scores)?.value).toBe(floorOf(once.scores)?.value)
    // Silence is right where no call is.
    expect(floorOf(scores)?.value).toBeCloseTo(1 / 3, 12)
    expect(floorOf(scores)?.null).toBe(floorOf(once.scores)?.null)
  })

  it('needs a dialect only where there are texts', async () => {
    const benchmark = { name: 'b', items, fingerprint: '' }
    const scorers = benchmarkScorers(benchmark, { catalog, ks: [1] })
    const run = (samples: readonly StoredSample[]) =>
      scoreRun({
        run: { trials: 1 },
        benchmarks: [{ name: 'b', benchmark, scorers }],
        samples,
        seed: 0,
        resamples: 100,
      })
    await expect(run([said('c1', call('Lima'))])).rejects.toMatchObject({
      code: 'dialect-missing',
      fix: expect.stringContaining('assay dialect detect'),
    })
    const message = '{"role": "assistant", "content": null, "tool_calls": []}'
    await expect(run([{ ...said('c1', ''), output: { message, stopReason: 'stop' } }])).rejects.toMatchObject(
      {
        code: 'dialect-missing',
        fix: expect.stringContaining('--dialect: openai'),
      },
    )
  })
})

describe('retrieval items of a run', () => {
  const items = [
    retrieval('r1', [['go']]),
    retrieval('r2', [['stop'], ['wait']]),
    retrieval('r3', [['go']], { pool: ['go', 'wait'] }),
  ]

  it('scores named tools as a ranking, each variant apart', async () => {
    const { scores, items: scored } = await score(items, [
      said('r1', 'wait\ngo', { variant: 'catalog' }),
      said('r2', 'stop', { variant: 'catalog' }),
      said('r3', '1. go', { variant: 'catalog' }),
      said('r3', 'go', { variant: 'pool' }),
    ])
    const of = (k: number) => ({ k, group: 'catalog' })
    // Recall at 1: 0, ½ of two needs, 0 for a line that is no name; at 2: 1, ½, 0.
    expect(value(scores, 'recall', of(1))).toBeCloseTo(1 / 6, 12)
    expect(value(scores, 'recall', of(2))).toBeCloseTo(0.5, 12)
    expect(value(scores, 'recall-lenient', of(1))).toBeCloseTo(0.5, 12)
    // Uniform guessing of one among three: 1/3, 1/3, 1/3.
    expect(find(scores, 'recall', of(1))).toMatchObject({
      chance: expect.closeTo(1 / 3, 9),
      ceiling: expect.closeTo(5 / 6, 9),
    })
    expect(valuesOf(scored, 'r1')).toMatchObject({ 'recall@1': 0, 'recall@2': 1, mrr: 0.5 })
    expect(find(scores, 'recall', { k: 1, group: 'pool' })).toMatchObject({ kind: 'unscored', n: 1 })
  })

  it('takes guessing within the pool for chance where the pool was shown', async () => {
    const pooled = [
      retrieval('p1', [['go']], { pool: ['go', 'wait'] }),
      retrieval('p2', [['go']], { pool: ['go', 'stop'] }),
    ]
    const { scores } = await score(
      pooled,
      pooled.map(({ id }) => said(id, 'go', { variant: 'pool' })),
    )
    expect(find(scores, 'recall', { k: 1, group: 'pool' })).toMatchObject({
      value: 1,
      chance: expect.closeTo(0.5, 9),
    })
  })

  it('counts silence apart from answers that name no tool', async () => {
    const { kinds, scores } = await score(items, [
      said('r1', 'None.'),
      said('r2', 'fly\nswim'),
      said('r3', 'go'),
    ])
    expect(kinds[0]?.details).toEqual({
      answers: { named: 1, abstained: 1, unreadable: 1 },
      namesOfNoTool: 3,
    })
    expect(value(scores, 'recall', { k: 1 })).toBeCloseTo(1 / 3, 12)
  })

  it('cannot be scored without the catalog', () => {
    expect(() => benchmarkScorers({ name: 'b', items, fingerprint: '' }, { ks: [1] })).toThrow(/catalog/)
  })
})

describe('scoreRun', () => {
  it('counts samples of no item, and gives no score where preflight found a blocking fault', async () => {
    const scored = await score(
      [qa('q1', 'yes'), qa('q2', 'no')],
      [said('q1', 'yes'), said('q2', 'no'), said('zz', 'yes')],
      {
        unmeasured: ['bos-doubled'],
      },
    )
    expect(scored.unknown).toEqual({ count: 1, items: ['zz'] })
    expect(scored.scores.length).toBeGreaterThan(0)
    for (const one of scored.scores) {
      expect(one).toMatchObject({ kind: 'unscored', reason: 'unmeasured: preflight found bos-doubled' })
    }
    expect([...scored.items]).toEqual([])
  })

  it('does not depend on the order of the samples', async () => {
    const items = Array.from({ length: 30 }, (_, index) => mcq(`m${index}`, { cluster: `c${index % 25}` }))
    const samples = items.flatMap(({ id }, index) =>
      [0, 1, 2, 3].map((rotation) =>
        said(id, 'ABCD'.charAt((index * 7 + rotation) % 4), { variant: rotationVariant(rotation) }),
      ),
    )
    const [forward, backward] = [await score(items, samples), await score(items, samples.toReversed())]
    expect(backward.scores).toEqual(forward.scores)
    expect([...backward.items]).toEqual([...forward.items])
  })

  it('pauses every 4,096 samples, computes in one piece a benchmark, and counts strangers', async () => {
    const items = [qa('q1', 'yes'), qa('q2', 'no')]
    const benchmark = { name: 'b', items, fingerprint: '' }
    const paused: number[] = []
    let pieces = 0
    const samples = Array.from(
      { length: 8200 },
      (_, at): StoredSample => ({
        ...said(at % 2 === 0 ? 'q1' : 'q2', 'yes'),
        benchmark: at < 8190 ? 'b' : 'other',
      }),
    )
    const found = await scoreRun({
      run: { trials: 1 },
      benchmarks: [{ name: 'b', benchmark, scorers: benchmarkScorers(benchmark, { ks: [1] }) }],
      samples,
      seed: 0,
      resamples: 10,
      pause: (count) => {
        paused.push(count)
        return Promise.resolve()
      },
      compute: (work) => {
        pieces++
        return work()
      },
    })
    expect(paused).toEqual([4096, 8192])
    expect(pieces).toBe(1)
    expect(found).toMatchObject({ samples: 8200, strangers: 10 })
    expect(found.benchmarks[0]).toMatchObject({
      name: 'b',
      scorers: [{ name: 'qa', version: 2 }],
      unknown: { count: 0, items: [] },
    })
    expect(found.benchmarks[0]?.kinds[0]?.gaps.superseded).toBe(8188)
  })

  it('names the first hundred items that are none of the benchmark, each once', async () => {
    const samples = Array.from({ length: 300 }, (_, at) => said(`z${at % 150}`, 'yes'))
    const { unknown } = await score([qa('q1', 'yes')], samples)
    expect(unknown.count).toBe(300)
    expect(unknown.items).toHaveLength(100)
    expect(unknown.items[0]).toBe('z0')
  })

  it('keeps what a score is about where preflight found a blocking fault', async () => {
    const items = [retrieval('r1', [['go']])]
    const scored = await score(items, [said('r1', 'go', { variant: 'v' })], { unmeasured: ['x', 'y'] })
    expect(scored.scores[0]).toEqual({
      kind: 'unscored',
      metric: 'recall',
      k: 1,
      tier: 'all',
      group: 'v',
      unit: 'share of needs',
      better: 'higher',
      scorer: { name: 'selection-recall', version: 1 },
      reason: 'unmeasured: preflight found x, y',
      n: 1,
    })
    const plain = await score([qa('q1', 'yes')], [said('q1', 'yes')], { unmeasured: ['x'] })
    for (const key of ['k', 'tier', 'group']) expect(plain.scores[0]).not.toHaveProperty(key)
  })
})
