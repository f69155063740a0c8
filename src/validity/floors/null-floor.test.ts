import { describe, expect, it } from 'vitest'
import type { McqItem, QaItem } from '../../benchmark/item.js'
import { mcqFamily, qaFamily } from './choice-families.js'
import type { NullFamily } from './null-family.js'
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
