import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostFiles } from '../../adapters/files.js'
import type { Item, McqItem, QaItem } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { Showing } from '../../probe/showing.js'
import { optionLabels } from '../../run/choice-labels.js'
import type { StoredSample } from '../../run/sample-lines.js'
import type { LetterBias } from '../mcq/letter-bias.js'
import { benchmarkScorers } from '../run/benchmark-scorers.js'
import type { KindScores } from '../run/kind-scorer.js'
import { scoreRun } from '../run/score-run.js'
import type { Score } from '../score.js'
import type { NullScore } from './choice-floors.js'
import type { ControlComparison, ProbeReading } from './probe-groups.js'

const probe: ProbeReading = {
  show: 'token',
  showings: ['token', 'no-token', 'other-token', 'name'],
  leftOut: { description: 'no catalog is named' },
  unshown: {},
}
const mcq = (at: number, cluster = `s${at}`): McqItem => ({
  kind: 'mcq',
  id: `m${at}`,
  tool: `t${at}`,
  question: `What does it do, ${at % 5}?`,
  answer: `right ${at}`,
  distractors: [`wrong ${at}`, `bad ${at}`, `none ${at}`],
  cluster,
})
const qa = (at: number): QaItem => ({
  kind: 'qa',
  id: `q${at}`,
  tool: `t${at}`,
  question: `Is it ${at}?`,
  answer: at % 4 === 0 ? 'no' : 'yes',
  cluster: `s${at}`,
})
const itemsOf = (count: number): readonly McqItem[] => Array.from({ length: count }, (_, at) => mcq(at))

/** Letters that a subject prefers, by what it is shown. */
type Preference = (labels: Readonly<Record<string, string>>, showing: Showing, item: McqItem) => string

function samplesOf(items: readonly McqItem[], prefer: Preference, rotations = 4): readonly StoredSample[] {
  return items.flatMap((item) =>
    probe.showings.flatMap((showing) =>
      Array.from({ length: rotations }, (_, rotation): StoredSample => {
        const labels = optionLabels(item, rotation)
        const chosen = prefer(labels, showing, item)
        const choices = Object.fromEntries(
          Object.keys(labels).flatMap((letter) => [
            [letter, letter === chosen ? -1 : -5],
            [` ${letter}`, -6],
          ]),
        )
        return {
          benchmark: 'b',
          item: item.id,
          variant: `${showing}:rotation-${rotation}`,
          trial: 0,
          choices,
          choiceMethod: 'logprobs',
          output: { text: chosen, stopReason: 'stop' },
          where: 's.jsonl',
        }
      }),
    ),
  )
}

async function score(
  items: readonly Item[],
  samples: readonly StoredSample[],
  read = probe,
): Promise<KindScores> {
  const benchmark = { name: 'b', items, fingerprint: '' }
  const { benchmarks } = await scoreRun({
    run: { trials: 1 },
    benchmarks: [{ name: 'b', benchmark, scorers: benchmarkScorers(benchmark, { ks: [1], probe: read }) }],
    samples,
    seed: 0,
    resamples: 200,
  })
  const kind = benchmarks[0]?.kinds[0]
  if (kind === undefined) throw new Error('nothing was scored')
  return kind
}

const scoreAt = (scores: readonly Score[], metric: string, group?: string): number => {
  const found = scores.find((one) => one.metric === metric && one.group === group)
  if (found?.kind !== 'scored') throw new Error(`${metric} ${group ?? ''}: ${found?.reason ?? 'absent'}`)
  return found.value
}
const letterOf = (labels: Readonly<Record<string, string>>, option: string): string =>
  Object.keys(labels).find((letter) => labels[letter] === option) ?? ''

describe('MCQ probes', () => {
  const knows: Preference = (labels, showing, item) =>
    letterOf(labels, showing === 'token' || showing === 'name' ? item.answer : (item.distractors[0] ?? ''))

  it('score what is examined without a group, each control as one, and the difference item by item', async () => {
    const { scores, items, details, measured } = await score(itemsOf(30), samplesOf(itemsOf(30), knows))
    expect(measured).toBe(30)
    expect(scoreAt(scores, 'accuracy')).toBe(1)
    expect(scoreAt(scores, 'accuracy', 'no-token')).toBe(0)
    expect(scoreAt(scores, 'accuracy', 'name')).toBe(1)
    expect(scores.find(({ group }) => group === 'description')).toMatchObject({
      kind: 'unscored',
      reason: 'no catalog is named',
    })
    const controls = details.controls as readonly ControlComparison[]
    expect(controls.map(({ control, difference, verdict }) => ({ control, difference, verdict }))).toEqual([
      { control: 'no-token', difference: 1, verdict: 'better' },
      { control: 'other-token', difference: 1, verdict: 'better' },
      {
        control: 'name',
        difference: 0,
        verdict: expect.stringMatching(/not-enough-data|no-difference-shown/),
      },
    ])
    expect([...items].filter(({ variant }) => variant === undefined)).toHaveLength(30)
    expect(details.distinctQuestions).toBe(5)
  })

  it('give a constant letter exactly one in four over four rotations, and call it a bias', async () => {
    const { scores, details } = await score(
      itemsOf(30),
      samplesOf(itemsOf(30), () => 'C'),
    )
    expect(scoreAt(scores, 'accuracy')).toBe(0.25)
    expect(scoreAt(scores, 'chosen', 'C')).toBe(1)
    expect(scoreAt(scores, 'accuracy-at', 'C')).toBe(1)
    expect(scoreAt(scores, 'accuracy-at', 'A')).toBe(0)
    const { chiSquare, degreesOfFreedom, p } = details.positions as LetterBias
    // 120 answers, 30 expected at each letter: (120 − 30)²/30 + 3 · 30
    expect([chiSquare, degreesOfFreedom]).toEqual([360, 3])
    expect(p).toBeLessThan(0.001)
    const floor = scores.find(({ metric, group }) => metric === 'accuracy' && group === undefined)
    // "right" and "wrong" are the longest options, alike; "bad" is the shortest.
    expect(floor).toMatchObject({ floor: { verdict: expect.any(String) }, chance: 0.25 })
  })

  it('hold null models against the same items', async () => {
    const items = Array.from(
      { length: 24 },
      (_, at): McqItem => ({ ...mcq(at), answer: 'it', distractors: ['some', 'others', 'do it'] }),
    )
    const { scores, details } = await score(
      items,
      samplesOf(items, (labels, _, { answer }) => letterOf(labels, answer)),
    )
    const nulls = details.nulls as readonly NullScore[]
    const shortest = nulls.find((one) => one.null === 'shortest')
    expect(shortest).toMatchObject({ kind: 'scored', value: 1, n: 24, chance: 0.25 })
    expect(nulls.find((one) => one.null === 'constant')).toMatchObject({ value: 1 })
    expect(nulls.find((one) => one.null === 'constant-letter')).toMatchObject({ value: 0.25 })
    expect(nulls.map((one) => one.null)).toEqual([
      'shortest',
      'longest',
      'question-overlap',
      'random',
      'constant',
      'constant-letter',
      'word-rule',
    ])
    expect(scores[0]).toMatchObject({
      floor: { null: 'shortest', value: 1, difference: 0, verdict: 'at-floor' },
    })
  })

  it('tell the answer that is right most often from the letter that is', async () => {
    const items = itemsOf(24).map((item) => ({ ...item, answer: 'JSON' }))
    const right: Preference = (labels, _, { answer }) => letterOf(labels, answer)
    const nullsOf = async (rotations: number): Promise<readonly NullScore[]> =>
      (await score(items, samplesOf(items, right, rotations))).details.nulls as readonly NullScore[]
    const whole = await nullsOf(4)
    expect(whole.find((one) => one.null === 'constant')).toMatchObject({ value: 1 })
    expect(whole.find((one) => one.null === 'constant-letter')).toMatchObject({ value: 0.25 })
  })

  it('do not change for a subject that heeds no place when options are rotated', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 3 }), { minLength: 3, maxLength: 12 }), async (liked) => {
        const items = itemsOf(liked.length)
        const blind: Preference = (labels, _, item) =>
          letterOf(labels, [item.answer, ...item.distractors][liked[Number(item.id.slice(1))] ?? 0] ?? '')
        const once = await score(items, samplesOf(items, blind, 1))
        const all = await score(items, samplesOf(items, blind, 4))
        const expected = liked.filter((place) => place === 0).length / liked.length
        expect(scoreAt(all.scores, 'accuracy')).toBeCloseTo(expected, 12)
        expect(scoreAt(once.scores, 'accuracy')).toBeCloseTo(expected, 12)
        expect((all.details.positions as LetterBias).p).toBe(1)
      }),
      { numRuns: 6 },
    )
  })

  it('count what could not be asked or answered as unmeasured, never as wrong', async () => {
    const items = itemsOf(4)
    const samples = samplesOf(items, knows).flatMap((sample): readonly StoredSample[] => {
      if (sample.item !== 'm3') return [sample]
      if (sample.variant?.startsWith('name') === true) return []
      const { output: _, choices: __, ...rest } = sample
      return [{ ...rest, error: { kind: 'refusal', code: 'label-split', message: 'A is 2 tokens' } }]
    })
    const read = { ...probe, unshown: { name: [{ item: 'm3', why: 'the tool has no token' }] } }
    const { scores, gaps, measured, details } = await score(items, samples, read)
    expect(measured).toBe(3)
    expect(scoreAt(scores, 'accuracy')).toBe(1)
    expect(gaps.errors.count).toBe(12)
    expect(gaps.errors.first[0]).toMatchObject({ item: 'm3', code: 'label-split' })
    expect(gaps.missing.count).toBe(0)
    expect(details.unshown).toEqual({ name: { 'the tool has no token': 1 } })
  })

  it('are unscored with a reason where nothing was measured', async () => {
    const { scores } = await score(itemsOf(4), [])
    expect(scores[0]).toMatchObject({ kind: 'unscored', metric: 'accuracy', n: 0 })
  })
})

describe('QA probes', () => {
  const items = Array.from({ length: 40 }, (_, at) => qa(at))
  const samples = (say: (item: QaItem, showing: Showing) => 'yes' | 'no'): readonly StoredSample[] =>
    items.flatMap((item) =>
      probe.showings.map((showing): StoredSample => {
        const said = say(item, showing)
        return {
          benchmark: 'b',
          item: item.id,
          variant: showing,
          trial: 0,
          // Each spelling of the other answer is likelier than any of this one; together they are not.
          choices:
            said === 'yes'
              ? { Yes: Math.log(0.2), ' yes': Math.log(0.2), ' No': Math.log(0.3) }
              : { ' No': Math.log(0.2), no: Math.log(0.2), Yes: Math.log(0.3) },
          choiceMethod: 'logprobs',
          output: { text: said, stopReason: 'stop' },
          where: 's.jsonl',
        }
      }),
    )

  it('sum spellings, and score both classes alike', async () => {
    const { scores, details } = await score(
      items,
      samples((item, showing) => (showing === 'token' ? item.answer : 'yes')),
    )
    expect(scoreAt(scores, 'balanced-accuracy')).toBe(1)
    expect(scoreAt(scores, 'balanced-accuracy', 'no-token')).toBe(0.5)
    expect(scoreAt(scores, 'class-recall', 'no')).toBe(1)
    expect(scoreAt(scores, 'class-recall', 'no-token, no')).toBe(0)
    expect(scoreAt(scores, 'majority-share')).toBe(0.75)
    expect(scoreAt(scores, 'majority-share', 'no-token')).toBe(1)
    // 10 of 40 items say no; all of them are gained by the token.
    const [first] = details.controls as readonly ControlComparison[]
    expect(first).toMatchObject({ control: 'no-token', difference: 0.25, verdict: 'better' })
  })

  it('give a constant answer one half, at the floor', async () => {
    const { scores, details } = await score(
      items,
      samples(() => 'yes'),
    )
    expect(scores[0]).toMatchObject({ metric: 'balanced-accuracy', value: 0.5, chance: 0.5 })
    const nulls = details.nulls as readonly NullScore[]
    expect(nulls.find((one) => one.null === 'constant')).toMatchObject({ value: 0.5, n: 40 })
    expect(nulls.find((one) => one.null === 'random')).toMatchObject({ value: 0.5 })
  })

  it('say so where what is examined was not measured at all', async () => {
    const only = samples(() => 'yes').filter(({ variant }) => variant !== 'token')
    const { scores, measured } = await score(items, only)
    expect(scores[0]).toMatchObject({ kind: 'unscored', metric: 'balanced-accuracy' })
    expect(scores[0]?.group).toBeUndefined()
    expect(measured).toBe(0)
  })
})

const data = join(process.env.ASSAY_DATA ?? '../shared/data', 'toolsense')

describe.skipIf(!existsSync(data))('released probes (needs ToolSense’s files under ASSAY_DATA)', () => {
  it.each([
    ['mcq.jsonl', 'shortest', 0.484, 3],
    ['qa.jsonl', 'word-rule', 0.842, 9],
  ] as const)('%s: the floor stands beside any subject', async (name, floor, value, digits) => {
    const { items } = await loadBenchmark(join(data, name), { files: hostFiles, notify: () => {} })
    const samples = items.map(
      ({ id, kind }): StoredSample => ({
        benchmark: 'b',
        item: id,
        variant: kind === 'mcq' ? 'token:rotation-0' : 'token',
        trial: 0,
        output: { text: kind === 'mcq' ? 'A' : 'Yes', stopReason: 'stop' },
        choiceMethod: 'generation',
        where: 's.jsonl',
      }),
    )
    const { scores, details } = await score(items, samples)
    const [primary] = scores
    if (primary?.kind !== 'scored' || primary.floor === undefined) throw new Error('no floor')
    expect(primary.floor.null).toBe(floor)
    expect(primary.floor.value).toBeCloseTo(value, digits)
    // One service holds a third of the items, so nothing can be said of others.
    expect(primary.floor.verdict).toBe('not-enough-data')
    expect(primary.effectiveClusters).toBeLessThan(20)
    expect(primary.interval).toBeUndefined()
    if (name === 'mcq.jsonl') expect(details.distinctQuestions).toBe(169)
    else {
      expect(primary.value).toBe(0.5)
      expect(details.distinctQuestions).toBe(188)
      const nulls = details.nulls as readonly NullScore[]
      expect(nulls.find((one) => one.null === 'constant')).toMatchObject({ value: 0.5, n: 500 })
      expect(nulls.find((one) => one.null === 'word-rule')?.search?.rule).toBe('audio → no, else yes')
    }
  })
})
