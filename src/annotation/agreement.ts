import { randomStream } from '../numeric/random.js'
import { cohenKappa, type Kappa } from '../stats/cohen-kappa.js'
import { fleissKappa } from '../stats/fleiss-kappa.js'
import { type Alpha, krippendorffAlpha } from '../stats/krippendorff-alpha.js'
import type { Annotations } from './annotation-file.js'
import type { AnnotationUnit } from './annotation-unit.js'

export interface AgreementRequest {
  readonly units: readonly AnnotationUnit[]
  readonly annotators: readonly Annotations[]
  /** For the bootstrap of alpha. */
  readonly seed: number
  readonly resamples?: number
}

/** How far people agree on the units of one kind of item, and the benchmark with people. */
export interface KindAgreement {
  readonly kind: AnnotationUnit['kind']
  /** Units that anybody answered. */
  readonly units: number
  /** Units that every annotator answered; Fleiss' kappa and the raw agreement speak of these. */
  readonly complete: number
  /** Units that two or more answered; alpha speaks of these. */
  readonly answeredTwice: number
  /** Share of pairs of annotators that agree on a complete unit, averaged; undefined without a complete unit. */
  readonly rawAgreement: number | undefined
  /** Share of complete units on which all agree. */
  readonly unanimous: number | undefined
  /** Undefined below two complete units, and where all answers are one category: chance alone would agree. */
  readonly fleiss: Kappa | undefined
  /** Of all answers, units that some left out included; drawn by item. */
  readonly alpha: Alpha | undefined
  readonly pairs: readonly PairAgreement[]
  readonly judge: JudgeAgreement
  readonly disagreements: readonly Disagreement[]
}

interface PairAgreement {
  readonly annotators: readonly [string, string]
  readonly n: number
  readonly agreed: number
  /** Undefined where both always said the same one thing. */
  readonly cohen: Kappa | undefined
}

/** What the benchmark holds to be right against what most people say. */
interface JudgeAgreement {
  /** Units with a majority: an answer that more than half of those who answered gave. */
  readonly n: number
  /** Units without one. */
  readonly ties: number
  readonly agreed: number
  readonly cohen: Kappa | undefined
  /** Counts by what the benchmark holds, then by what people say; answers to calls count as equal or other. */
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export interface Disagreement {
  readonly unit: string
  readonly item: string
  readonly answers: Readonly<Record<string, string>>
  readonly notes: Readonly<Record<string, string>>
  readonly judged: string
}

/** Agreement by kind of item, in the order of the units. Kinds that nobody answered are left out. */
export function agreementOf(request: AgreementRequest): readonly KindAgreement[] {
  const kinds = [...new Set(request.units.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => {
    const rated = ratedUnits(request, kind)
    return rated.length === 0 ? [] : [kindAgreement(kind, rated, request)]
  })
}

interface RatedUnit {
  readonly unit: AnnotationUnit
  /** By annotator. */
  readonly answers: ReadonlyMap<string, string>
  readonly notes: ReadonlyMap<string, string>
}

function ratedUnits({ units, annotators }: AgreementRequest, kind: string): readonly RatedUnit[] {
  return units
    .filter((unit) => unit.kind === kind)
    .map((unit) => {
      const given = annotators.flatMap(({ annotator, answers }) => {
        const answer = answers.get(unit.id)
        return answer === undefined ? [] : [{ annotator, ...answer }]
      })
      return {
        unit,
        answers: new Map(given.map(({ annotator, answer }) => [annotator, answer])),
        notes: new Map(
          given.flatMap(({ annotator, note }) => (note === undefined ? [] : [[annotator, note]])),
        ),
      }
    })
    .filter(({ answers }) => answers.size > 0)
}

function kindAgreement(
  kind: AnnotationUnit['kind'],
  rated: readonly RatedUnit[],
  { annotators, seed, resamples }: AgreementRequest,
): KindAgreement {
  const names = annotators.map(({ annotator }) => annotator)
  const complete = rated.filter(({ answers }) => answers.size === names.length && names.length > 1)
  const counts = categoryCounts(complete)
  const items = [...new Set(rated.map(({ unit }) => unit.item))]
  const isClustered = items.length < rated.length
  const places = new Map(items.map((item, index) => [item, index]))
  const pairShares = counts.map(
    (row) => row.reduce((sum, count) => sum + count * (count - 1), 0) / (names.length * (names.length - 1)),
  )
  return {
    kind,
    units: rated.length,
    complete: complete.length,
    answeredTwice: rated.filter(({ answers }) => answers.size > 1).length,
    rawAgreement: meanOf(pairShares),
    unanimous: meanOf(pairShares.map((share) => (share === 1 ? 1 : 0))),
    fleiss: complete.length < 2 ? undefined : fleissKappa(counts),
    alpha: krippendorffAlpha({
      level: 'nominal',
      ratings: rated.map(({ answers }) => [...answers.values()]),
      ...(isClustered ? { clusters: rated.map(({ unit }) => places.get(unit.item) as number) } : {}),
      ...(resamples === undefined ? {} : { resamples }),
      random: randomStream(seed, `agreement ${kind}`),
    }),
    pairs: pairsOf(names, rated),
    judge: judgeAgreement(kind, rated),
    disagreements: rated.filter(({ answers }) => new Set(answers.values()).size > 1).map(disagreementOf),
  }
}

function categoryCounts(complete: readonly RatedUnit[]): readonly (readonly number[])[] {
  const categories = [...new Set(complete.flatMap(({ answers }) => [...answers.values()]))].sort()
  return complete.map(({ answers }) => {
    const given = [...answers.values()]
    return categories.map((category) => given.filter((answer) => answer === category).length)
  })
}

function pairsOf(names: readonly string[], rated: readonly RatedUnit[]): readonly PairAgreement[] {
  return names.flatMap((first, index) =>
    names.slice(index + 1).map((second) => {
      const pairs = rated.flatMap(({ answers }) => {
        const [left, right] = [answers.get(first), answers.get(second)]
        return left === undefined || right === undefined ? [] : [[left, right] as const]
      })
      const agreed = pairs.filter(([left, right]) => left === right).length
      return { annotators: [first, second], n: pairs.length, agreed, cohen: cohenKappa({ pairs }) }
    }),
  )
}

function judgeAgreement(kind: AnnotationUnit['kind'], rated: readonly RatedUnit[]): JudgeAgreement {
  const decided = rated.flatMap(({ unit, answers }) => {
    const majority = majorityOf([...answers.values()])
    return majority === undefined ? [] : [{ judged: unit.judged, majority }]
  })
  const confusion = new Map<string, Map<string, number>>()
  for (const { judged, majority } of decided) {
    // Letters of options, and sets of tools, differ from item to item: only whether they are the right ones can be added up.
    const isOwn = kind === 'mcq' || kind === 'call'
    const row = isOwn ? 'right' : judged
    const column = isOwn ? (majority === judged ? 'right' : majority === 'none' ? 'none' : 'other') : majority
    const counts = confusion.get(row) ?? new Map<string, number>()
    counts.set(column, (counts.get(column) ?? 0) + 1)
    confusion.set(row, counts)
  }
  return {
    n: decided.length,
    ties: rated.length - decided.length,
    agreed: decided.filter(({ judged, majority }) => judged === majority).length,
    cohen: cohenKappa({ pairs: decided.map(({ judged, majority }) => [judged, majority] as const) }),
    confusion: Object.fromEntries(
      [...confusion].sort(byName).map(([row, counts]) => [row, Object.fromEntries([...counts].sort(byName))]),
    ),
  }
}

function majorityOf(answers: readonly string[]): string | undefined {
  return answers.find((answer) => answers.filter((other) => other === answer).length * 2 > answers.length)
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function disagreementOf({ unit, answers, notes }: RatedUnit): Disagreement {
  return {
    unit: unit.id,
    item: unit.item,
    answers: Object.fromEntries(answers),
    notes: Object.fromEntries(notes),
    judged: unit.judged,
  }
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}
