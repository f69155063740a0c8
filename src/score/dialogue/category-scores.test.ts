import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../../stats/wilson.js'
import { type DialogueScore, scoreCategories } from './category-scores.js'
import { DialogueTable } from './dialogue-table.js'
import { MeasureColumns } from './measure-columns.js'
import type { DialogueMeasure } from './strict/dialogue-measure.js'

interface Toy {
  readonly id: string
  readonly category: string | undefined
  readonly cluster: string | undefined
  /** Turns that are right, and turns. */
  readonly right: number
  readonly of: number
}

const part = ({ right, of }: Toy) => ({ top: right, bottom: of })
const base = {
  division: 'ability',
  unit: 'share of turns',
  better: 'higher',
  isShare: true,
  hasFloor: true,
  whenNothing: 'no turns',
} as const
const measures: readonly DialogueMeasure<Toy>[] = [
  { ...base, metric: 'right', terms: [{ of: part }] },
  {
    ...base,
    metric: 'wrong',
    better: 'lower',
    terms: [{ of: ({ right, of }) => ({ top: of - right, bottom: of }) }],
  },
  { ...base, metric: 'number', k: 2, isShare: false, isNumber: true, hasFloor: false, terms: [{ of: part }] },
  {
    ...base,
    metric: 'gated',
    isShare: false,
    terms: [
      { of: part, gate: ({ of }) => of },
      { of: () => ({ top: 1, bottom: 0 }), gate: () => 0 },
    ],
  },
]
const nulls = [
  { id: 'none', isFloor: true, isGold: false },
  { id: 'half', isFloor: true, isGold: false },
  { id: 'gold', isFloor: false, isGold: true },
]
const scorer = { name: 'toy', version: 1 }

const many = (count: number, rightOf: (place: number) => number, more: Partial<Toy> = {}): readonly Toy[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `d${place}`,
    category: undefined,
    cluster: `c${place}`,
    right: rightOf(place),
    of: 2,
    ...more,
  }))

function scoresOf(dialogues: readonly Toy[], more: { seed?: number; resamples?: number } = {}) {
  const columns = new MeasureColumns(measures)
  const table = new DialogueTable<Toy>(columns, nulls.length)
  for (const one of dialogues) {
    const say = (right: number): Toy => ({ ...one, right })
    table.add(one, table.has(one) ? [] : [say(0), say(one.of / 2), say(one.of)])
  }
  const { seed = 0, resamples = 200 } = more
  return scoreCategories({ columns, categories: table.categories, nulls, scorer, seed, resamples })
}
function scoreOf(dialogues: readonly Toy[], metric = 'right', group?: string): DialogueScore {
  const found = scoresOf(dialogues).scores.find((one) => one.metric === metric && one.group === group)
  if (found === undefined) throw new Error(`no ${metric}`)
  return found
}

describe('scoreCategories', () => {
  it('sums within a category first, and divides last', () => {
    const dialogues = [
      ...many(30, (place) => place % 3),
      { ...many(1, () => 8)[0], id: 'long', of: 10 } as Toy,
    ]
    // (0 + 1 + 2) · 10 + 8 of 60 + 10.
    expect(scoreOf(dialogues)).toMatchObject({
      kind: 'scored',
      metric: 'right',
      unit: 'share of turns',
      better: 'higher',
      scorer,
      value: 38 / 70,
      n: 31,
      counted: 70,
      clusters: 30,
      ceiling: 1,
      method: 'percentile bootstrap over 30 clusters, 200 resamples, seed 0',
    })
  })

  it('has a ceiling of 1 where more is better and the value is a proportion', () => {
    const dialogues = many(30, (place) => place % 3)
    expect(scoreOf(dialogues, 'wrong')).not.toHaveProperty('ceiling')
    expect(scoreOf(dialogues, 'number')).not.toHaveProperty('ceiling')
    expect(scoreOf(dialogues, 'number')).toMatchObject({ k: 2, value: 0.5 })
    expect(scoreOf(dialogues, 'right')).not.toHaveProperty('k')
  })

  it('leaves shut terms out, and counts by the gate', () => {
    expect(
      scoreOf(
        many(30, (place) => place % 3),
        'gated',
      ),
    ).toMatchObject({ value: 0.5, counted: 60 })
  })

  it('holds the subject against the strongest null agent that is a floor', () => {
    const floorOf = (rightOf: (place: number) => number, metric = 'right') => {
      const score = scoreOf(many(30, rightOf), metric)
      return score.kind === 'scored' ? score.floor : undefined
    }
    expect(floorOf(() => 2)).toMatchObject({
      null: 'half',
      value: 0.5,
      difference: 0.5,
      verdict: 'above-floor',
    })
    expect(floorOf(() => 0)).toMatchObject({ difference: -0.5, verdict: 'below-floor' })
    expect(floorOf((place) => (place % 2) * 2)).toMatchObject({ difference: 0, verdict: 'at-floor' })
    // Of what is better low, the strongest has least: "half" again, for "none" is wrong throughout.
    expect(floorOf(() => 2, 'wrong')).toMatchObject({ null: 'half', verdict: 'above-floor' })
    expect(floorOf(() => 0, 'wrong')).toMatchObject({ null: 'half', verdict: 'below-floor' })
    expect(floorOf(() => 2, 'number')).toBeUndefined()
    const lead = floorOf((place) => 1 + (place % 2))?.differenceInterval
    expect(lead?.[0]).toBeGreaterThan(0)
    expect(lead?.[1]).toBeLessThan(0.5)
  })

  it('tells what null agents score, by group', () => {
    const dialogues = ['a', 'b'].flatMap((category) => many(3, () => 1, { category }))
    const values = scoresOf(dialogues).nulls
    expect(values.map((own) => own.find(({ metric }) => metric === 'right')?.value)).toEqual([0, 0.5, 1])
    expect(values[1]?.filter(({ metric }) => metric === 'number')).toEqual([
      { metric: 'number', k: 2, value: 0.5 },
      { metric: 'number', k: 2, group: 'a', value: 0.5 },
      { metric: 'number', k: 2, group: 'b', value: 0.5 },
    ])
    expect(scoresOf(many(3, () => 0, { of: 0 })).nulls).toEqual([[], [], []])
  })

  it('averages categories without weights, drawn one by one', () => {
    const dialogues = [
      ...many(20, () => 2, { category: 'a' }),
      ...many(10, (place) => place % 2, { category: 'b' }),
    ]
    expect(scoreOf(dialogues)).toMatchObject({
      value: 0.625,
      n: 30,
      counted: 60,
      clusters: 30,
      method: 'percentile bootstrap over 30 dialogues of 2 categories, 200 resamples, seed 0',
    })
    expect(scoreOf(dialogues, 'right', 'b')).toMatchObject({ value: 0.25, n: 10, group: 'b' })
    expect(scoreOf(dialogues)).not.toHaveProperty('group')
  })

  it.each<[string, readonly Toy[], RegExp]>([
    [
      'dialogues',
      many(12, (place) => place % 3),
      /^unscored: too few dialogues \(12, 20 needed\); the interval over dialogues/,
    ],
    [
      'clusters',
      many(30, (place) => place % 3).map((one, place) => ({
        ...one,
        cluster: place < 16 ? 'a' : `c${place % 7}`,
      })),
      // 30² / (16² + 7 · 2²) = 3.17
      /^unscored: too few clusters \(3\.2 effective of 8, 20 needed\)/,
    ],
    [
      'clusters in a category',
      [
        ...many(30, (place) => place % 3, { category: 'a' }),
        ...many(4, (place) => place % 3, { category: 'b' }),
      ],
      /^unscored: too few clusters in a category \(4, 5 needed\)/,
    ],
  ])('gives no clustered interval where there are too few %s', (_what, dialogues, note) => {
    const score = scoreOf(dialogues)
    expect(score).toMatchObject({
      intervalNote: expect.stringMatching(note),
      itemInterval: [expect.any(Number), expect.any(Number)],
      method: expect.stringMatching(new RegExp(`^percentile bootstrap over ${dialogues.length} dialogues`)),
      floor: { verdict: 'not-enough-data' },
    })
    expect(score).not.toHaveProperty('interval')
  })

  it('gives five clusters of a category for enough', () => {
    const dialogues = [
      ...many(30, (place) => place % 3, { category: 'a' }),
      ...many(5, (place) => place % 3, { category: 'b' }),
    ]
    expect(scoreOf(dialogues)).toHaveProperty('interval')
  })

  it('shows no spread where all score alike: Wilson for shares, a word for others', () => {
    const alike = many(30, () => 2)
    expect(scoreOf(alike)).toMatchObject({
      interval: wilsonInterval({ successes: 30, n: 30 }),
      method: 'Wilson over 30 effective clusters, all alike',
    })
    expect(scoreOf(alike, 'gated')).toMatchObject({
      intervalNote: 'every cluster scores alike, so resampling shows no spread',
    })
    const few = scoreOf(many(6, () => 2))
    expect(few).toMatchObject({ intervalNote: expect.stringMatching(/too few dialogues \(6/) })
    expect(few).not.toHaveProperty('itemInterval')
    expect(few).not.toHaveProperty('method')
  })

  it('names no clusters where dialogues name none', () => {
    expect(scoreOf(many(30, (place) => place % 3, { cluster: undefined }))).not.toHaveProperty('clusters')
  })

  it('is unscored with its reason', () => {
    expect(scoreOf([])).toMatchObject({ kind: 'unscored', reason: 'no turns', n: 0, counted: 0 })
    expect(scoreOf(many(1, () => 1))).toEqual({
      kind: 'unscored',
      metric: 'right',
      unit: 'share of turns',
      better: 'higher',
      scorer,
      reason: 'one dialogue, and a spread needs 2',
      n: 1,
      counted: 2,
    })
    expect(scoreOf(many(3, () => 0, { of: 0 }))).toMatchObject({ kind: 'unscored', n: 0 })
  })

  it('leaves a category out where gold has nothing, and gives no mean where the subject has nothing', () => {
    const nothing = many(3, () => 0, { category: 'b', of: 0 })
    expect(scoreOf([...many(3, () => 1, { category: 'a' }), ...nothing])).toMatchObject({ value: 0.5, n: 3 })
    const columns = new MeasureColumns(measures)
    const table = new DialogueTable<Toy>(columns, 1)
    for (const one of many(3, () => 1, { category: 'a' })) table.add(one, [one])
    for (const one of nothing) table.add(one, [{ ...one, right: 1, of: 1 }])
    const { scores } = scoreCategories({
      columns,
      categories: table.categories,
      nulls: [{ id: 'gold', isFloor: false, isGold: true }],
      scorer,
      seed: 0,
      resamples: 10,
    })
    expect(scores[0]).toMatchObject({ kind: 'unscored', reason: 'no turns in 1 of 2 categories', n: 3 })
  })

  it('averages the trials of a dialogue before anything else', () => {
    const trials = [...many(2, () => 2), ...many(2, (place) => place), ...many(2, () => 0)]
    // (2 + 0 + 0) / 3 and (2 + 1 + 0) / 3 of 2 turns each.
    expect(scoreOf(trials)).toMatchObject({ value: expect.closeTo(5 / 3 / 4, 12), n: 2, counted: 4 })
  })

  it('draws anew for another seed', () => {
    const dialogues = many(30, (place) => place % 3)
    const intervalOf = (seed: number) => {
      const [first] = scoresOf(dialogues, { seed }).scores
      return first?.kind === 'scored' ? first.interval : undefined
    }
    expect(intervalOf(0)).toEqual(intervalOf(0))
    expect(intervalOf(1)).not.toEqual(intervalOf(0))
  })
})
