import { describe, expect, it } from 'vitest'
import type { McqItem, QaItem } from '../../benchmark/item.js'
import { mcqFamily, qaFamily } from './choice-families.js'
import type { NullColumn, NullFamily } from './null-family.js'
import { nullFloors } from './null-floor.js'

const request = { seed: 0, resamples: 500 }

const family = (right: readonly number[], more: Partial<NullFamily> = {}): NullFamily => ({
  kind: 'mcq',
  metric: 'accuracy',
  ids: right.map((_, at) => `i${at}`),
  clusters: right.map(() => undefined),
  texts: right.map((_, at) => `q${at}`),
  chance: right.map(() => 0.25),
  nulls: [{ id: 'rule', describes: 'a rule', right, isBlind: true }],
  hasOpposites: true,
  whenHigh: 'bad',
  ...more,
})
const repeat = (pattern: readonly number[], times: number): readonly number[] =>
  Array.from({ length: times }, () => pattern).flat()
const only = (one: NullFamily) => {
  const [floor] = nullFloors(one, request)
  if (floor === undefined) throw new Error('no floor')
  return floor
}

describe('nullFloors', () => {
  it('gives the value, its interval and chance by hand', () => {
    const floor = only(family(repeat([1, 0, 0, 0], 25)))
    expect(floor).toMatchObject({ value: 0.25, chance: 0.25, n: 100, intervalOver: 'items' })
    // Wilson's interval of 25 in 100.
    expect(floor.interval?.[0]).toBeCloseTo(0.1755, 3)
    expect(floor.interval?.[1]).toBeCloseTo(0.343, 3)
    expect(floor.blind?.verdict).toBe('chance')
  })

  it('sees a rule above chance, and how far it goes', () => {
    const { blind } = only(family(repeat([1, 1, 1, 0], 25)))
    expect(blind).toMatchObject({ verdict: 'above', units: 100, over: 'clusters' })
    expect(blind?.gain).toBeCloseTo(0.5 / 0.75)
  })

  it('sees that the opposite of a rule below chance is better, where one option is chosen', () => {
    const right = repeat([1, ...repeat([0], 24)], 8)
    const { blind } = only(family(right))
    expect(blind?.verdict).toBe('below')
    // The opposite picks one of three others: right (1 − 0.04)/3 = 0.32 of the time.
    expect(blind?.gain).toBeCloseTo((0.32 - 0.25) / 0.75)
    expect(only(family(right, { hasOpposites: false })).blind?.verdict).toBe('chance')
    const learnt = family(right, {
      nulls: [{ id: 'l', describes: '', right, isBlind: true, isLearnt: true }],
    })
    expect(only(learnt).blind?.verdict).toBe('chance')
  })

  it('does not take repeats of one question for so many questions', () => {
    const right = repeat([1], 60)
    const same = family(right, {
      clusters: right.map(() => 'one'),
      texts: right.map((_, at) => `q${at % 3}`),
    })
    expect(only(same).blind).toMatchObject({ verdict: 'not-enough-data', over: 'distinct-items', units: 3 })
    expect(only(same).intervalOver).toBe('these-items')
    const other = family(right, { clusters: right.map(() => 'one') })
    expect(only(other).blind).toMatchObject({ verdict: 'above', over: 'distinct-items', units: 60 })
  })

  it('takes what is chance in every unit for chance, not for too little data', () => {
    const right = repeat([1, 0, 0, 0], 40)
    const balanced = family(right, { clusters: right.map((_, at) => `b${Math.floor(at / 4)}`) })
    expect(only(balanced).blind).toMatchObject({ verdict: 'chance' })
  })

  it('corrects for how many were tried', () => {
    const right = repeat([1, 0, 0, 1, 0, 0, 0, 1, 0, 0], 10)
    const noise = Array.from({ length: 19 }, (_, at) => ({
      id: `n${at}`,
      describes: '',
      right: right.map((_value, row) => ((row * (2 * at + 7)) % 97 < 24 ? 1 : 0)),
      isBlind: true,
    }))
    const alone = only(family(right)).blind
    const among = nullFloors(family(right, { nulls: [...family(right).nulls, ...noise] }), request)[0]?.blind
    expect(among?.p).toBe(alone?.p)
    expect(among?.pAdjusted).toBeGreaterThan(alone?.pAdjusted ?? 1)
  })

  it('does not test who is meant to know something', () => {
    const right = repeat([1], 50)
    expect(
      only(family(right, { nulls: [{ id: 'n', describes: '', right, isBlind: false }] })).blind,
    ).toBeUndefined()
  })

  it('averages classes', () => {
    const right = [...repeat([1], 30), ...repeat([0], 10)]
    const classes = right.map((value) => (value === 1 ? 'yes' : 'no'))
    const floor = only(family(right, { classes, chance: right.map(() => 0.5) }))
    expect(floor.value).toBeCloseTo(0.5)
    expect(floor.blind?.verdict).toBe('chance')
  })
})

describe('nullFloors, whole', () => {
  const chanced = (count: number, value = 0.5): Partial<NullFamily> => ({
    chance: Array.from({ length: count }, () => value),
  })
  const column = (right: readonly number[], more: Partial<NullColumn> = {}): NullColumn => ({
    id: 'rule',
    describes: 'a rule',
    right,
    isBlind: true,
    ...more,
  })

  it('carries over what the family and the column say, and nothing that they do not', () => {
    const right = repeat([1, 0], 10)
    const plain = only(family(right))
    expect(plain).toMatchObject({ id: 'rule', kind: 'mcq', metric: 'accuracy', describes: 'a rule', n: 20 })
    for (const key of ['group', 'drawnFrom', 'inSample', 'rule', 'tried']) {
      expect(plain).not.toHaveProperty(key)
    }
    const full = family(right, {
      group: 'pool',
      drawnFrom: 99,
      whenHigh: 'care',
      nulls: [column(right, { inSample: 0.75, rule: 'the word', search: { p: 0.5, tried: 12 } })],
    })
    expect(only(full)).toMatchObject({
      group: 'pool',
      drawnFrom: 99,
      inSample: 0.75,
      rule: 'the word',
      tried: 12,
      whenHigh: 'care',
    })
  })

  it('cites a hundred items at most, each once, that are right more often than not', () => {
    const right = [0.5, 0.51, 1, 1, 0]
    expect(only(family(right, { ids: ['a', 'b', 'c', 'c', 'd'] })).right).toEqual(['b', 'c'])
    const many = repeat([1], 130)
    expect(only(family(many)).right).toEqual(Array.from({ length: 100 }, (_, at) => `i${at}`))
  })

  it('speaks of clusters where some row names one, of items where none does', () => {
    const right = repeat([1, 0], 30)
    expect(only(family(right)).intervalOver).toBe('items')
    const some = right.map((_, at) => (at < 2 ? 'k' : undefined))
    expect(only(family(right, { clusters: some })).intervalOver).toBe('clusters')
  })

  it('leaves out the interval of what has no value', () => {
    const floors = nullFloors(family([]), request)
    expect(floors).toHaveLength(1)
    expect(floors[0]).not.toHaveProperty('interval')
  })

  it('weighs classes alike: one of one and none of three is a half', () => {
    const right = [1, 0, 0, 0]
    const classes = ['yes', 'no', 'no', 'no']
    expect(only(family(right, { classes })).value).toBe(0.5)
    expect(only(family(right)).value).toBe(0.25)
  })

  it('wants six units that differ', () => {
    // Five of five, and six of six: 2 / 2^5 and 2 / 2^6, and a unit at chance adds nothing.
    const of = (count: number) => {
      const right = [...repeat([1], count), 0.5, 0.5]
      return only(family(right, chanced(right.length))).blind
    }
    expect(of(5)?.verdict).toBe('not-enough-data')
    expect(of(6)).toMatchObject({ verdict: 'above', units: 8, over: 'distinct-items' })
    expect(of(6)?.p).toBeCloseTo(2 / 64, 2)
  })

  it('takes units whose rows cancel for chance', () => {
    const right = repeat([1, 0], 20)
    const paired = { ...chanced(40), clusters: right.map((_, at) => `c${Math.floor(at / 2)}`) }
    expect(only(family(right, paired)).blind).toMatchObject({
      verdict: 'chance',
      over: 'clusters',
      units: 20,
      gain: 0,
    })
    const halves = right.map((value, at) => (at < 2 ? 1 : value))
    expect(only(family(halves, paired)).blind?.verdict).toBe('not-enough-data')
  })

  it('does not test what is chance in every row', () => {
    const right = repeat([0.5], 30)
    expect(only(family(right, chanced(30)))).not.toHaveProperty('blind')
  })

  it('tests one-sided where nothing can be below, and takes the p of a search', () => {
    const right = [...repeat([1], 20), ...repeat([0], 10)]
    const p = (more: Partial<NullColumn>, other: Partial<NullFamily> = {}) =>
      only(family(right, { ...chanced(30), nulls: [column(right, more)], ...other })).blind?.p ?? Number.NaN
    const twoSided = p({})
    // Binomial: 2 · P(20 or more of 30) = 0.0987.
    expect(Math.abs(twoSided - 0.0987)).toBeLessThan(0.01)
    expect(p({ isLearnt: true })).toBeCloseTo(twoSided / 2, 12)
    expect(p({}, { hasOpposites: false })).toBeCloseTo(twoSided / 2, 12)
    expect(p({ search: { p: 0.2, tried: 3 } })).toBe(0.2)
    expect(p({ isLearnt: true, search: { p: undefined, tried: 3 } })).toBeCloseTo(twoSided / 2, 12)
    const wrong = right.map((value) => 1 - value)
    const below = (more: Partial<NullColumn>) =>
      only(family(wrong, { ...chanced(30), nulls: [column(wrong, more)] })).blind?.p ?? Number.NaN
    expect(below({ isLearnt: true })).toBeCloseTo(1 - below({}) / 2, 12)
    expect(below({ search: { p: 0.2, tried: 3 } })).toBe(1)
  })

  it('has no gain where chance is 1, and takes all of the way to 1 for a gain of 1', () => {
    const sure = only(family(repeat([0], 30), chanced(30, 1)))
    expect(sure).toMatchObject({ value: 0, chance: 1, blind: { verdict: 'below', gain: 0 } })
    expect(only(family(repeat([1], 30), chanced(30))).blind?.gain).toBe(1)
  })
})

describe('choice families', () => {
  const nulls = (one: NullFamily) =>
    Object.fromEntries(nullFloors(one, request).map((floor) => [floor.id, floor]))

  it('finds a planted length cue in MCQ items, and none where lengths are balanced', () => {
    const item = (at: number, answerFirst: boolean): McqItem => ({
      kind: 'mcq',
      id: `m${at}`,
      tool: `t${at}`,
      question: `Question number ${at}?`,
      answer: answerFirst ? 'ab' : 'abcdef',
      distractors: answerFirst ? ['abc', 'abcd', 'abcdef'] : ['ab', 'abc', 'abcd'],
    })
    const cued = nulls(
      mcqFamily(
        Array.from({ length: 60 }, (_, at) => item(at, true)),
        0,
      ),
    )
    expect(cued.shortest).toMatchObject({ value: 1, blind: { verdict: 'above', gain: 1 } })
    expect(cued.longest?.blind?.verdict).toBe('below')
    const lengths = [2, 3, 4, 5]
    const even = Array.from({ length: 80 }, (_, at): McqItem => {
      const options = lengths.map((length) => `${at}${'xyzwv'.slice(0, length)}`)
      const answer = options[at % 4] ?? ''
      return { ...item(at, true), answer, distractors: options.filter((option) => option !== answer) }
    })
    for (const floor of Object.values(nulls(mcqFamily(even, 0))))
      expect(floor.blind?.verdict ?? 'chance').toBe('chance')
  })

  it('finds a planted word in QA items out of fold, and none in pairs', () => {
    const qa = (at: number, question: string, answer: 'yes' | 'no'): QaItem => ({
      kind: 'qa',
      id: `q${at}`,
      tool: `t${at}`,
      question,
      answer,
      cluster: `s${at % 30}`,
    })
    const cued = Array.from({ length: 120 }, (_, at) =>
      at % 2 === 0
        ? qa(at, `Does it play audio number ${at}?`, 'no')
        : qa(at, `Does it send mail number ${at}?`, 'yes'),
    )
    const found = nulls(qaFamily(cued, 0))
    expect(found['word-rule']).toMatchObject({ value: 1, blind: { verdict: 'above' } })
    expect(found['word-rule']?.rule).toMatch(/audio|play|send|mail/)
    expect(found['bag-of-words']).toMatchObject({ value: 1, blind: { verdict: 'above' } })
    expect(found.constant?.value).toBeCloseTo(0.5)
    const predicates = [
      'play audio',
      'send mail',
      'delete a file',
      'list the users',
      'draw a map',
      'quote a price',
    ]
    const paired = Array.from({ length: 120 }, (_, at) =>
      qa(at, `Does it ${predicates[Math.floor(at / 2) % 6]}?`, at % 2 === 0 ? 'yes' : 'no'),
    )
    for (const floor of Object.values(nulls(qaFamily(paired, 0))))
      expect(floor.blind?.verdict ?? 'chance').toBe('chance')
  })
})
