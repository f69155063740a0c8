import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { innDialogue, innWorld, playedTurn, type WrittenCall } from '../../../test/generators/inn-world.js'
import type { CacheRecord, TurnRecord } from '../../agent/turn-record.js'
import type { ScoredValue } from '../score.js'
import type { DialogueScore } from './category-scores.js'
import { nullAgents } from './floors/index.js'
import {
  DialogueScorer,
  type DialogueScores,
  type PlayedDialogue,
  scoreDialogues,
} from './score-dialogues.js'
import { strictMeasure } from './strict/measures/index.js'

const town = fc.constantFrom('Ulm', 'Bonn', 'Köln', 'Jena')
const extras = fc.uniqueArray(fc.constantFrom('bath', 'view', 'sauna', 'garden'), { maxLength: 3 })
const stars = fc.constantFrom([2, 4], [3, 5], [5, 5])

/** Turns of gold: searches that are saved, refinements of what was saved, questions, and turns without anything to do. */
const plannedTurn = fc.oneof(
  fc.record({ kind: fc.constant('search' as const), town, extras, stars }),
  fc.record({ kind: fc.constant('refine' as const), extras, stars, of: fc.nat(3) }),
  fc.record({ kind: fc.constant('near' as const), town, of: fc.nat(3) }),
  fc.record({ kind: fc.constant('seek' as const), town }),
  fc.record({ kind: fc.constant('noop' as const), town }),
)
type PlannedTurn = typeof plannedTurn extends fc.Arbitrary<infer T> ? T : never
const plannedDialogue = fc.array(plannedTurn, { minLength: 1, maxLength: 5 })

function callsOf(planned: PlannedTurn, cache: readonly CacheRecord[], key: string): readonly WrittenCall[] {
  const save = (value: number): WrittenCall => ({ tool: 'keep', arguments: { key }, from: { value } })
  const saved = 'of' in planned ? cache[planned.of % Math.max(cache.length, 1)] : undefined
  switch (planned.kind) {
    case 'search':
      return [
        {
          tool: 'search_inns',
          arguments: {
            town: planned.town,
            arrival: '2031-05-01',
            extras: planned.extras,
            stars: planned.stars,
          },
        },
        save(0),
      ]
    case 'refine':
      if (saved === undefined) return []
      return [
        { tool: 'fetch', arguments: { key: saved.key } },
        {
          tool: 'filter_inns',
          arguments: { extras: planned.extras, stars: planned.stars },
          from: { prior_results: 0 },
        },
        save(1),
      ]
    case 'near':
      if (saved === undefined) return []
      return [
        { tool: 'fetch', arguments: { key: saved.key } },
        { tool: 'search_cafes', arguments: { town: planned.town } },
        { tool: 'near', from: { inns: 0, cafes: 1 } },
        save(2),
      ]
    case 'seek':
      return [{ tool: 'ask', arguments: { query: `When do you arrive in ${planned.town}?` } }]
    case 'noop':
      return []
    default:
      return planned satisfies never
  }
}

function goldOf(planned: readonly PlannedTurn[]): readonly TurnRecord[] {
  const turns: TurnRecord[] = []
  for (const [place, turn] of planned.entries()) {
    const cacheBefore = turns.at(-1)?.cacheAfter ?? []
    turns.push(playedTurn(2 * place + 1, callsOf(turn, cacheBefore, `key_${place}`), { cacheBefore }))
  }
  return turns
}

function dialogueOf(id: string, planned: readonly PlannedTurn[], more = {}) {
  return innDialogue(
    id,
    planned.map(() => ({})),
    more,
  )
}

function score(
  dialogues: readonly PlayedDialogue[],
  running: 'teacher-forced' | 'free-running' = 'teacher-forced',
  resamples = 200,
): DialogueScores {
  return scoreDialogues({ world: innWorld, running, dialogues, settings: { resamples } })
}

/** Twice, because one dialogue has no spread. */
function scorePair(
  gold: readonly TurnRecord[],
  turns: readonly TurnRecord[],
  planned: readonly PlannedTurn[],
) {
  const dialogues = ['a', 'b'].map((id) => ({ dialogue: dialogueOf(id, planned), gold, turns }))
  return score(dialogues, 'teacher-forced', 1)
}

function valuesOf({ scores }: { readonly scores: readonly DialogueScore[] }) {
  return new Map(
    scores.flatMap((one) =>
      one.kind === 'scored' && one.group === undefined ? [[one.metric, one.value] as const] : [],
    ),
  )
}

function findScore({ scores }: DialogueScores, metric: string, group?: string): DialogueScore {
  const found = scores.find((one) => one.metric === metric && one.group === group)
  if (found === undefined) throw new Error(`There is no ${metric}.`)
  return found
}

function nullValue(scores: DialogueScores, id: string, metric: string): number | undefined {
  return scores.nulls
    .find((one) => one.id === id)
    ?.values.find((one) => one.metric === metric && one.group === undefined)?.value
}

const best = (one: ScoredValue): number => (one.better === 'higher' ? 1 : 0)
/** What is no proportion has no best. */
const isProportion = ({ metric }: { readonly metric: string }): boolean =>
  strictMeasure(metric)?.isNumber !== true

describe('laws of strict scores', () => {
  it('gold against itself is perfect in every measure and both modes', () => {
    fc.assert(
      fc.property(plannedDialogue, fc.boolean(), (planned, isFree) => {
        const gold = goldOf(planned)
        const dialogues = ['a', 'b'].map((id) => ({ dialogue: dialogueOf(id, planned), gold, turns: gold }))
        const { scores } = score(dialogues, isFree ? 'free-running' : 'teacher-forced', 1)
        for (const one of scores) {
          if (one.kind === 'scored' && isProportion(one))
            expect([one.metric, one.value]).toEqual([one.metric, best(one)])
        }
      }),
      { numRuns: 60 },
    )
  })
  it('new names for what is saved, and sets in another order, change no score', () => {
    fc.assert(
      fc.property(plannedDialogue, (planned) => {
        const gold = goldOf(planned)
        const own = scorePair(gold, gold, planned)
        for (const id of ['gold-renamed', 'gold-permuted']) {
          for (const [metric, value] of valuesOf(own)) {
            if (metric === 'delta-em-keyed' || !isProportion({ metric })) continue
            expect([id, metric, nullValue(own, id, metric)]).toEqual([id, metric, value])
          }
        }
      }),
      { numRuns: 60 },
    )
  })
  it('F1 is the harmonic mean of precision and recall, and F1 / (2 − F1) the share right of all', () => {
    fc.assert(
      fc.property(plannedDialogue, plannedDialogue, (planned, other) => {
        const gold = goldOf(planned)
        const said = goldOf(other).slice(0, gold.length)
        const turns = gold.map((turn, place) => ({ ...(said[place] ?? turn), turn: turn.turn }))
        const scores = scorePair(gold, turns, planned)
        for (const name of ['tool', 'parameter', 'data-flow', 'slot']) {
          const [f1, precision, recall] = ['f1', 'precision', 'recall'].map((kind) =>
            findScore(scores, `${name}-${kind}`),
          )
          if (f1?.kind !== 'scored' || precision?.kind !== 'scored' || recall?.kind !== 'scored') continue
          const sum = precision.value + recall.value
          expect(f1.value).toBeCloseTo(sum === 0 ? 0 : (2 * precision.value * recall.value) / sum, 9)
          const right = recall.value * recall.counted
          const accuracy = right / (recall.counted + precision.counted - right)
          expect(f1.value / (2 - f1.value)).toBeCloseTo(accuracy, 9)
        }
      }),
      { numRuns: 60 },
    )
  })
  it('silence recalls nothing and is right in no turn', () => {
    fc.assert(
      fc.property(plannedDialogue, (planned) => {
        const gold = goldOf(planned)
        const silent = gold.map((turn) => ({ ...turn, steps: [], cacheAfter: turn.cacheBefore }))
        const values = valuesOf(scorePair(gold, silent, planned))
        for (const metric of [
          'tool-recall',
          'parameter-recall',
          'data-flow-recall',
          'slot-recall',
          'delta-em',
        ]) {
          expect(values.get(metric) ?? 0).toBe(0)
        }
        expect(values.get('turn-correct')).toBe(0)
        expect(values.get('noop-specificity') ?? 0).toBe(0)
      }),
      { numRuns: 60 },
    )
  })
})

const plan: readonly PlannedTurn[] = [
  { kind: 'seek', town: 'Ulm' },
  { kind: 'search', town: 'Ulm', extras: ['bath', 'view'], stars: [3, 5] },
  { kind: 'refine', extras: ['sauna'], stars: [5, 5], of: 0 },
  { kind: 'noop', town: 'Ulm' },
]

describe('null agents', () => {
  const gold = goldOf(plan)
  const scores = scorePair(gold, gold, plan)
  const of = (id: string, metric: string) => nullValue(scores, id, metric)

  it('answer every turn of gold, once', () => {
    const request = {
      dialogue: dialogueOf('a', plan),
      gold,
      world: innWorld,
      running: 'free-running',
    } as const
    for (const agent of nullAgents) {
      expect(agent.play(request).map(({ turn }) => turn)).toEqual(gold.map(({ turn }) => turn))
    }
  })
  it('silent and no-op differ in turns in which nothing is to be done', () => {
    expect([of('silent', 'turn-correct'), of('no-op', 'turn-correct')]).toEqual([0, 0.25])
    expect([of('silent', 'noop-specificity'), of('no-op', 'noop-specificity')]).toEqual([0, 1])
    expect([of('silent', 'attempted'), of('no-op', 'tool-recall')]).toEqual([0, 0])
    // The cache does not change in two of four turns: what an agent inherits it is given.
    expect(of('silent', 'state-em')).toBe(0.5)
  })
  it('always-seek finds the slots and asks too much', () => {
    expect(of('always-seek', 'slot-recall')).toBe(1)
    expect(of('always-seek', 'slot-precision')).toBe(1 / 8)
    expect(of('always-seek', 'act-accuracy')).toBe(0.25)
  })
  it('re-search never fetches what is there', () => {
    expect(of('re-search', 'missed-reuse')).toBe(1)
    expect(of('re-search', 'redundant-calls')).toBe(2 / 3)
    expect(of('re-search', 'tool-search-f1')).toBe(2 / 4)
  })
  it('one changed value spoils arguments, provenance and rows, not tools or flow', () => {
    expect(of('gold-changed', 'tool-f1')).toBe(1)
    expect(of('gold-changed', 'delta-em')).toBe(0)
    expect(of('gold-changed', 'delta-em-rows')).toBe(0)
    // town of 4 arguments in one turn, extras of 2 in the other.
    expect(of('gold-changed', 'parameter-f1')).toBe(4 / 6)
  })
  it('gold twice halves precision, repeats calls and leaves the cache alone', () => {
    expect(of('gold-twice', 'tool-precision')).toBe(0.5)
    expect(of('gold-twice', 'tool-recall')).toBe(1)
    expect(of('gold-twice', 'redundant-calls')).toBe(0.5)
    expect(of('gold-twice', 'delta-em')).toBe(1)
  })
})

describe('scores', () => {
  const right = goldOf(plan)
  const idle = right.map((turn) => ({ ...turn, steps: [], cacheAfter: turn.cacheBefore }))
  /** One dialogue a template, of which every other one is answered. */
  const many = (category: string, templates: number, isRight: (place: number) => boolean) =>
    Array.from({ length: templates }, (_, place) => ({
      dialogue: dialogueOf(`${category} ${place}`, plan, { category, template: `t${place}` }),
      gold: right,
      turns: isRight(place) ? right : idle,
    }))

  it('averages categories without weights, and tells dialogues, turns and clusters', () => {
    const scores = score([...many('inns', 30, () => true), ...many('cafes', 10, (place) => place % 2 === 0)])
    expect(findScore(scores, 'turn-correct', 'inns')).toMatchObject({
      value: 1,
      n: 30,
      counted: 120,
      clusters: 30,
    })
    expect(findScore(scores, 'turn-correct', 'cafes')).toMatchObject({ value: 0.5, n: 10, counted: 40 })
    const mean = findScore(scores, 'turn-correct') as ScoredValue
    expect(mean).toMatchObject({ value: 0.75, n: 40, clusters: 40, effectiveClusters: 40 })
    expect(mean.interval?.[0]).toBeLessThan(0.75)
    expect(mean.floor).toMatchObject({ null: 'no-op', value: 0.25, verdict: 'above-floor' })
  })
  it('gives no clustered interval below 20 effective clusters', () => {
    const scores = score(many('inns', 12, (place) => place % 2 === 0))
    const one = findScore(scores, 'turn-correct') as ScoredValue
    expect(one.interval).toBeUndefined()
    expect(one.itemInterval).toBeDefined()
    expect(one.intervalNote).toContain('too few')
    expect(one.floor).toMatchObject({ verdict: 'not-enough-data' })
  })
  it('takes fillings of a template for one cluster', () => {
    const dialogues = many('inns', 30, (place) => place % 2 === 0)
    const fivefold = dialogues.flatMap((one, place) =>
      Array.from({ length: 5 }, (_, filling) => ({
        ...one,
        dialogue: dialogueOf(`${place}-${filling}`, plan, { category: 'inns', template: `t${place}` }),
      })),
    )
    const once = findScore(score(dialogues), 'turn-correct') as ScoredValue
    const five = findScore(score(fivefold), 'turn-correct') as ScoredValue
    expect(five).toMatchObject({ value: once.value, n: 150, clusters: 30, interval: once.interval })
  })
  it('puts a Wilson interval where all clusters score alike', () => {
    const one = findScore(score(many('inns', 40, () => true)), 'turn-correct') as ScoredValue
    expect(one.interval?.[0]).toBeCloseTo(0.912, 3)
    expect(one.method).toContain('Wilson over 40 effective clusters')
  })
  it('gives no mean where silence would choose the categories', () => {
    const dialogues = [...many('inns', 30, () => true), ...many('cafes', 30, () => false)]
    expect(findScore(score(dialogues), 'tool-precision')).toMatchObject({
      kind: 'unscored',
      reason: 'gave no calls in 1 of 2 categories',
    })
  })
  it('divides nothing by nothing: where gold makes no call, calls have no ratio', () => {
    const planned = [{ kind: 'noop' } as PlannedTurn] // the other members say nothing of it
    const turns = [playedTurn(1, [{ tool: 'ask', arguments: { query: 'When?' } }])]
    expect(findScore(scorePair(goldOf(planned), turns, planned), 'calls-ratio')).toMatchObject({
      kind: 'unscored',
      reason: 'gold makes no call',
    })
  })

  it('keeps unanswered turns out and counts them', () => {
    const dialogues = many('inns', 30, () => true).map((one) => ({ ...one, turns: one.turns.slice(0, 2) }))
    const scores = score(dialogues)
    expect(scores.counts).toMatchObject({ dialogues: 30, turns: 60, unmeasured: 60 })
    expect(findScore(scores, 'turn-correct')).toMatchObject({ value: 1, counted: 60 })
    expect(findScore(scores, 'dialogue-correct')).toMatchObject({ kind: 'unscored' })
  })
  it('averages the trials of a dialogue before anything else', () => {
    const once = many('inns', 30, (place) => place % 2 === 0)
    const again = many('inns', 30, () => true)
    const scores = score([...once, ...again])
    expect(scores.counts).toMatchObject({ dialogues: 30, turns: 240 })
    expect(findScore(scores, 'turn-correct')).toMatchObject({
      value: 0.75,
      n: 30,
      counted: 120,
      clusters: 30,
    })
  })
  it('gives the same bytes for the same seed', () => {
    const dialogues = many('inns', 30, (place) => place % 3 === 0)
    expect(JSON.stringify(score(dialogues))).toBe(JSON.stringify(score(dialogues)))
  })
  it('gives each dialogue its own proportions, for what is compared item by item', () => {
    const scorer = new DialogueScorer({ world: innWorld, running: 'teacher-forced' })
    const verdict = scorer.add({ dialogue: dialogueOf('a', plan), gold: right, turns: right })
    expect(scorer.valuesOf(verdict)).toMatchObject({
      'turn-correct': 1,
      'dialogue-correct': 1,
      'delta-em': 1,
    })
    const wrong = scorer.add({ dialogue: dialogueOf('b', plan), gold: right, turns: idle })
    expect(scorer.valuesOf(wrong)).toMatchObject({ 'turn-correct': 0, 'tool-recall': 0 })
    expect(scorer.valuesOf(wrong)).not.toHaveProperty('tool-precision')
  })
  it('measures recovery where failures are injected, and only there', () => {
    const error = { fault: 'tool-failed', message: 'Too slow.' } as const
    const [, search] = right
    if (search === undefined) throw new Error('The plan has a search.')
    const [call] = search.steps[0]?.execution.trace ?? []
    const arguments_ = call?.arguments ?? {}
    const failed = playedTurn(
      search.turn,
      [{ tool: 'search_inns', arguments: arguments_, error, injected: 'timeout' }],
      { error },
    )
    const repaired = { ...search, steps: [...failed.steps, ...search.steps] }
    const turns = right.map((turn) => (turn === search ? repaired : turn))
    const dialogues = ['a', 'b'].map((id) => ({ dialogue: dialogueOf(id, plan), gold: right, turns }))
    const scoring = { world: innWorld, running: 'teacher-forced', dialogues } as const
    const scores = scoreDialogues({ ...scoring, isInjected: true, settings: { resamples: 10 } }).scores
    expect(scores.find(({ metric, k }) => metric === 'recovery' && k === 1)).toMatchObject({ value: 1, n: 2 })
    expect(scores.find(({ metric }) => metric === 'recovery-timeout')).toMatchObject({ value: 1 })
    expect(scores.find(({ metric }) => metric === 'wrong-retries')).toMatchObject({ kind: 'unscored' })
    expect(score(dialogues).scores.some(({ metric }) => metric === 'recovery')).toBe(false)
  })
  it('has no scores of nothing', () => {
    expect(score([]).scores.every(({ kind }) => kind === 'unscored')).toBe(true)
  })
})
