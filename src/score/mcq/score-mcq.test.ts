import { describe, expect, it } from 'vitest'
import type { McqItem, QaItem } from '../../benchmark/item.js'
import { optionLabels } from '../../run/choice-labels.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { QaScorer } from '../qa/score-qa.js'
import type { KindScorer, KindScores } from '../run/kind-scorer.js'
import type { Score } from '../score.js'
import { McqScorer } from './score-mcq.js'

const mcq = (at: number, more: Partial<McqItem> = {}): McqItem => ({
  kind: 'mcq',
  id: `m${at}`,
  tool: `t${at}`,
  question: 'What does it do?',
  answer: 'right',
  distractors: ['wrong', 'bad', 'none'],
  ...more,
})
const qa = (at: number, answer: 'yes' | 'no', more: Partial<QaItem> = {}): QaItem => ({
  kind: 'qa',
  id: `q${at}`,
  tool: 't',
  question: 'Is it?',
  answer,
  ...more,
})
const sample = (item: string, text: string | undefined, more: Partial<StoredSample> = {}): StoredSample => ({
  benchmark: 'b',
  item,
  trial: 0,
  where: 's.jsonl',
  ...(text === undefined ? {} : { output: { text, stopReason: 'stop' } }),
  ...more,
})
const letterOf = (item: McqItem, option: string, rotation = 0): string => {
  const labels = optionLabels(item, rotation)
  return Object.keys(labels).find((letter) => labels[letter] === option) ?? ''
}
function finish(
  scorer: KindScorer,
  ids: readonly string[],
  samples: readonly StoredSample[],
  trials = 1,
): KindScores {
  for (const one of samples) scorer.take(ids.indexOf(one.item), one)
  return scorer.finish({ trials, seed: 0, resamples: 50 })
}
const told = (scores: readonly Score[]) =>
  scores.map(({ metric, group, unit, better, ...rest }) =>
    [metric, group ?? '', unit, better, rest.kind === 'scored' ? (rest.chance ?? '') : rest.reason].join(
      ' | ',
    ),
  )

describe('McqScorer', () => {
  const items = [mcq(0), mcq(1)]
  const ids = items.map(({ id }) => id)
  const score = (samples: readonly StoredSample[], options = {}, list: readonly McqItem[] = items) =>
    finish(
      new McqScorer(list, options),
      list.map(({ id }) => id),
      samples,
    )
  const rotations = (item: McqItem, textAt: (rotation: number) => string) =>
    [0, 1, 2, 3].map((rotation) => sample(item.id, textAt(rotation), { variant: `rotation-${rotation}` }))

  it('says of each score what it is a share of, which way is better, and what guessing is worth', () => {
    const right = items.flatMap((item) => rotations(item, (rotation) => letterOf(item, 'right', rotation)))
    const { scores } = score(right)
    expect(told(scores)).toEqual([
      'accuracy |  | share of items | higher | 0.25',
      'accuracy-lenient |  | share of items | higher | 0.25',
      'abstained |  | share of items | lower | ',
      'unreadable |  | share of items | lower | ',
      ...['A', 'B', 'C', 'D'].flatMap((letter) => [
        `accuracy-at | ${letter} | share of the samples whose right answer stands there | higher | 0.25`,
        `chosen | ${letter} | share of answers that chose a letter | higher | 0.25`,
      ]),
      'consistent |  | share of items asked in several rotations | higher | ',
    ])
    expect(scores[0]).toMatchObject({ scorer: { name: 'mcq', version: 3 }, ceiling: 1, value: 1 })
  })

  it('takes chance from the number of options of each item', () => {
    const list = [mcq(0), mcq(1, { distractors: ['wrong'] })]
    const { scores } = score(
      list.map((item) => sample(item.id, letterOf(item, 'right'))),
      {},
      list,
    )
    expect(scores[0]).toMatchObject({ metric: 'accuracy', chance: (1 / 4 + 1 / 2) / 2, value: 1 })
  })

  it('adds probabilities where there are some', () => {
    const samples = items.map((item) =>
      sample(item.id, letterOf(item, 'right'), {
        choices: { [letterOf(item, 'right')]: Math.log(0.4), [letterOf(item, 'bad')]: Math.log(0.4) },
      }),
    )
    const { scores, details } = score(samples)
    expect(told(scores).slice(0, 5)).toEqual([
      'accuracy |  | share of items | higher | 0.25',
      'accuracy-written |  | share of items | higher | 0.25',
      'answer-probability |  | probability of the right label among the labels | higher | 0.25',
      'label-mass |  | probability of all labels together | higher | ',
      'abstained |  | share of items | lower | ',
    ])
    expect(scores.slice(0, 4).map((one) => one.kind === 'scored' && one.value)).toEqual([
      0.5,
      1,
      expect.closeTo(0.5, 12),
      expect.closeTo(0.8, 12),
    ])
    expect(details.methods).toEqual({ logprobs: 2 })
    expect(details.readings).toEqual({ 'chosen tie': 2 })
  })

  it('calls an item consistent whose answers name one option in every rotation', () => {
    const list = [mcq(0), mcq(1), mcq(2)]
    const [a, b, c] = list as [McqItem, McqItem, McqItem]
    const { items: scored } = score(
      [
        ...rotations(a, (rotation) => letterOf(a, 'bad', rotation)),
        ...rotations(b, (rotation) => letterOf(b, rotation === 3 ? 'bad' : 'right', rotation)),
        ...rotations(c, (rotation) => (rotation === 3 ? 'Hm.' : letterOf(c, 'right', rotation))),
      ],
      {},
      list,
    )
    expect([...scored].map(({ values }) => values.consistent)).toEqual([1, 0, 0])
    const once = score(
      list.map((item) => sample(item.id, letterOf(item, 'right'))),
      {},
      list,
    )
    expect(once.scores.some(({ metric }) => metric === 'consistent')).toBe(false)
  })

  it('lists the answers of each item, and what its rotations came to', () => {
    const [item] = items as [McqItem]
    const { items: scored } = score(
      rotations(item, (rotation) => letterOf(item, rotation < 2 ? 'right' : 'bad', rotation)),
    )
    const [one] = [...scored]
    expect(one).toMatchObject({ id: 'm0', kind: 'mcq', samples: 4, values: { accuracy: 0.5 } })
    expect(one?.answers).toHaveLength(4)
    expect(one?.answers).toContainEqual({
      variant: 'rotation-0',
      trial: 0,
      gold: letterOf(item, 'right'),
      label: letterOf(item, 'right'),
      kind: 'chosen',
      rule: 'letter',
    })
  })

  it('counts what is no rotation of an item apart, and says so', () => {
    const samples = [
      sample('m0', 'A', { variant: 'rotation-4' }),
      sample('m1', 'A', { variant: 'x' }),
      sample('zz', 'A'),
    ]
    const { details, measured, total } = score(samples)
    expect({ measured, total }).toEqual({ measured: 0, total: 2 })
    expect(details.otherVariants).toBe(3)
    expect(score([sample('m0', 'A')]).details).not.toHaveProperty('otherVariants')
    expect(score([sample('m0', 'A')]).details).not.toHaveProperty('incomplete')
    expect(score([sample('m0', 'A')]).details).not.toHaveProperty('controls')
  })

  it('takes an item for unmeasured of which a rotation was not answered', () => {
    const [item] = items as [McqItem]
    const samples = rotations(item, (rotation) => letterOf(item, 'right', rotation))
    const whole = score(samples, { rotations: 'all' })
    expect(whole).toMatchObject({ measured: 1, gaps: { missing: { count: 4 } } })
    expect(whole.details).not.toHaveProperty('incomplete')
    const cut = score(samples.slice(1), { rotations: 'all' })
    expect(cut).toMatchObject({
      measured: 0,
      gaps: { missing: { count: 5 } },
      details: { incomplete: { items: 1 } },
    })
    const one = score(samples.slice(0, 1), { rotations: 'one' })
    expect(one).toMatchObject({ measured: 1, gaps: { missing: { count: 1 } } })
  })

  it('takes a sample without a variant for the first rotation', () => {
    const [item] = items as [McqItem]
    const { gaps } = score([
      sample('m0', 'A'),
      sample('m0', letterOf(item, 'right'), { variant: 'rotation-0' }),
    ])
    expect(gaps.superseded).toBe(1)
  })

  it('scores controls of a probe as groups, and names those that no item could be asked by', () => {
    const probe = {
      show: 'token',
      showings: ['token', 'name'],
      leftOut: { description: 'no catalog' },
      unshown: { name: [{ item: 'm1', why: 'no token' }] },
    } as const
    const shown = (showing: string, option: string) =>
      items.map((item) => sample(item.id, letterOf(item, option), { variant: `${showing}:rotation-0` }))
    const { scores, details, gaps } = score(
      [
        ...shown('token', 'right'),
        ...shown('name', 'bad').slice(0, 1),
        sample('m0', 'A', { variant: 'other-token:rotation-0' }),
      ],
      { probe, rotations: 'one' },
    )
    const accuracy = scores.filter(({ metric }) => metric === 'accuracy')
    expect(accuracy.map(({ group, kind, n }) => [group, kind, n])).toEqual([
      [undefined, 'scored', 2],
      ['name', 'unscored', 1],
      ['description', 'unscored', 0],
    ])
    expect(accuracy[2]).toMatchObject({ reason: 'no catalog', unit: 'share of items', better: 'higher' })
    expect(details).toMatchObject({ unshown: { name: { 'no token': 1 } }, otherVariants: 1 })
    expect(gaps.missing.count).toBe(0)
  })

  it('scores nothing of nothing', () => {
    const { scores, measured, details } = score([])
    expect(measured).toBe(0)
    expect(scores[0]).toMatchObject({ kind: 'unscored', metric: 'accuracy', reason: 'no items', n: 0 })
    expect(details).toMatchObject({
      methods: {},
      readings: {},
      positions: { letters: [] },
      distinctQuestions: 0,
      nulls: [],
    })
    expect(new McqScorer(items).items).toBe(ids.length)
  })
})

describe('QaScorer', () => {
  const items = [qa(0, 'yes'), qa(1, 'yes'), qa(2, 'yes'), qa(3, 'no'), qa(4, 'no')]
  const ids = items.map(({ id }) => id)
  const score = (says: readonly (string | undefined)[], more: Partial<StoredSample> = {}) =>
    finish(
      new QaScorer(items),
      ids,
      says.flatMap((text, at) => (text === undefined ? [] : [sample(`q${at}`, text, more)])),
    )

  it('says of each score what it is a share of, which way is better, and what guessing is worth', () => {
    const { scores } = score(['yes', 'yes', 'no', 'no', 'yes'])
    expect(told(scores)).toEqual([
      'balanced-accuracy |  | mean of the accuracies on yes and on no | higher | 0.5',
      'accuracy |  | share of items | higher | 0.5',
      'class-recall | yes | share of items whose answer it is | higher | 0.5',
      'class-recall | no | share of items whose answer it is | higher | 0.5',
      'accuracy-lenient |  | share of items | higher | 0.5',
      'abstained |  | share of items | lower | ',
      'unreadable |  | share of items | lower | ',
      'yes-rate |  | share of answers that chose | higher | 0.6',
      'majority-share |  | share of answers that chose | lower | ',
    ])
    expect(scores.map((one) => one.kind === 'scored' && one.value)).toEqual([
      expect.closeTo((2 / 3 + 1 / 2) / 2, 12),
      3 / 5,
      2 / 3,
      1 / 2,
      3 / 5,
      0,
      0,
      3 / 5,
      3 / 5,
    ])
  })

  it('counts of those that chose alone how often yes was said', () => {
    const { scores, details } = score(['no', 'no', 'Hm.', 'no', 'I do not know'])
    const value = (metric: string) => scores.find((one) => one.metric === metric)
    expect(value('yes-rate')).toMatchObject({ value: 0, n: 3, chance: expect.closeTo(2 / 3, 12) })
    expect(value('majority-share')).toMatchObject({ value: 1, n: 3 })
    expect(value('abstained')).toMatchObject({ value: 0.2 })
    expect(value('unreadable')).toMatchObject({ value: 0.2 })
    expect(details.readings).toEqual({ 'abstained says-so': 1, 'chosen word': 3, 'unreadable no-label': 1 })
  })

  it('tells the null models, and searches a word for them', () => {
    const { details } = score(['yes', 'yes', 'yes', 'no', 'no'])
    const nulls = details.nulls as readonly {
      readonly null: string
      readonly kind: string
      readonly value: number
    }[]
    expect(nulls.map((one) => one.null)).toEqual(['constant', 'random', 'word-rule'])
    expect(nulls[0]).toMatchObject({ value: 0.5, chance: 0.5 })
    expect(nulls[1]).toMatchObject({ value: 0.5 })
    expect(nulls[2]).toHaveProperty('search')
    expect(nulls[0]).not.toHaveProperty('search')
  })

  it('is scored variant by variant, and says where there is none of a class', () => {
    const { scores, items: scored } = score(['yes', 'yes', undefined, undefined, undefined], { variant: 'v' })
    expect(scores[0]).toMatchObject({
      group: 'v',
      kind: 'unscored',
      reason: 'needs items whose answer is yes and items whose answer is no',
    })
    expect([...scored].map(({ id, variant }) => [id, variant])).toEqual([
      ['q0', 'v'],
      ['q1', 'v'],
    ])
  })

  it('passes over samples of no item, and takes an error for nothing', () => {
    const scorer = new QaScorer(items)
    scorer.take(9, sample('z', 'yes'))
    scorer.take(0, sample('q0', 'yes', { error: { kind: 'overflow', code: 'x', message: '' } }))
    expect(scorer.finish({ trials: 1, seed: 0, resamples: 10 })).toMatchObject({
      measured: 0,
      total: 5,
      gaps: { errors: { count: 1 }, missing: { count: 4 } },
    })
  })

  it('counts samples of a probe that are no showing of it, and what it could not show', () => {
    const probe = {
      show: 'token',
      showings: ['token', 'name'],
      leftOut: { description: 'no catalog' },
      unshown: {
        name: [
          { item: 'q0', why: 'no token' },
          { item: 'zz', why: 'no token' },
        ],
      },
    } as const
    const found = finish(new QaScorer(items, probe), ids, [
      ...items.map(({ id, answer }) => sample(id, answer, { variant: 'token' })),
      ...items.slice(1).map(({ id }) => sample(id, 'yes', { variant: 'name' })),
      sample('q0', 'yes', { variant: 'x' }),
    ])
    const balanced = found.scores.filter(({ metric }) => metric === 'balanced-accuracy')
    expect(balanced.map(({ group, kind, n }) => [group, kind, n])).toEqual([
      [undefined, 'scored', 5],
      ['name', 'scored', 4],
      ['description', 'unscored', 0],
    ])
    expect(balanced[2]).toMatchObject({ reason: 'no catalog', scorer: { name: 'qa', version: 2 } })
    expect(found).toMatchObject({
      measured: 5,
      gaps: { missing: { count: 0 } },
      details: { otherVariants: 1, unshown: { name: { 'no token': 1 } } },
    })
  })
})
