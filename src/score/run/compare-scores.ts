import { InputError } from '../../errors.js'
import { comparePaired, type PairedComparison, type PairedMetric } from '../../stats/compare-paired.js'
import type { PairedItem } from '../../stats/paired-items.js'
import type { ScorerIdentity } from '../score.js'
import { aboutMetric, itemsOfKind, type MetricAbout, primaryMetric } from './item-metrics.js'
import type { StoredItem, StoredScores } from './read-scores.js'

/** What is paired. */
export interface ScorePairRequest {
  readonly a: readonly StoredScores[]
  readonly b: readonly StoredScores[]
  /** Metrics to compare, as scores name them; by default the primary one of each kind of item. */
  readonly metrics: readonly string[]
  /** Whether to go on where scorers, items or benchmarks differ. */
  readonly acrossVersions: boolean
  /** Whether to go on where an item was measured on one side alone; it is left out. */
  readonly partial: boolean
}

export interface ScoreComparisonRequest extends ScorePairRequest {
  readonly margin?: number
  readonly seed: number
  readonly permutations?: number
}

/** One metric of one kind of items in one benchmark, decided together with the others. */
export interface ScoreComparison extends PairedComparison {
  readonly benchmark: string
  readonly kind: string
  readonly a: { readonly subject: string; readonly scorer?: ScorerIdentity; readonly fingerprint?: string }
  readonly b: { readonly subject: string; readonly scorer?: ScorerIdentity; readonly fingerprint?: string }
  /** Items that were measured on one side alone. */
  readonly unpaired: { readonly onlyA: number; readonly onlyB: number }
}

/**
 * Compares stored scores item by item. Items pair by benchmark, id and variant; their values are means over trials
 * already. An item that was asked in several variants is a cluster of its own where the benchmark names none.
 *
 * @throws {InputError} `benchmark-differs`, `scorer-differs`, `items-differ`, `item-doubled`, `metric-unknown`,
 * `clusters-unknown`, and what `comparePaired` throws.
 */
export function compareScores(request: ScoreComparisonRequest): readonly ScoreComparison[] {
  const tables = pairTables(request)
  if (tables.length === 0) throw metricUnknown(request)
  const { margin, seed, permutations } = request
  const comparisons = comparePaired({
    metrics: tables.map(({ paired }) => paired),
    seed,
    ...(margin === undefined ? {} : { margin }),
    ...(permutations === undefined ? {} : { permutations }),
  })
  return comparisons.map((comparison, index) => {
    const { benchmark, kind, a, b, unpaired } = tables[index] as PairedTable // one comparison a table
    return { benchmark, kind, ...comparison, a, b, unpaired }
  })
}

/**
 * The items of both sides, paired and not yet tested: a table a benchmark, kind of item and metric.
 *
 * @throws {InputError} as `compareScores`, `metric-unknown` and what the test throws aside.
 */
export function pairTables(request: ScorePairRequest): readonly PairedTable[] {
  return pairBenchmarks(request).flatMap(([a, b]) => tablesOf({ a, b }, request))
}

interface Sides<T> {
  readonly a: T
  readonly b: T
}

/** Paired items of one table. */
export interface PairedTable extends Pick<ScoreComparison, 'benchmark' | 'kind' | 'a' | 'b' | 'unpaired'> {
  readonly paired: PairedMetric
}

/** Benchmarks by name; two that stand alone and hold the same items pair whatever they are called. */
function pairBenchmarks({
  a,
  b,
  acrossVersions,
}: ScorePairRequest): readonly (readonly [StoredScores, StoredScores])[] {
  const [aloneA, aloneB] = [a.length === 1 ? a[0] : undefined, b.length === 1 ? b[0] : undefined]
  if (aloneA?.fingerprint !== undefined && aloneA.fingerprint === aloneB?.fingerprint) {
    return [[aloneA, aloneB]]
  }
  const pairs = a.flatMap((one): readonly (readonly [StoredScores, StoredScores])[] => {
    const other = b.find(({ benchmark }) => benchmark === one.benchmark)
    return other === undefined ? [] : [[one, other]]
  })
  const isWhole = pairs.length === a.length && pairs.length === b.length
  if (pairs.length > 0 && (isWhole || acrossVersions)) return pairs
  throw new InputError({
    code: 'benchmark-differs',
    what: `A was scored on ${namesOf(a)}, B on ${namesOf(b)}.`,
    fix:
      pairs.length === 0
        ? 'Compare runs over the same benchmark.'
        : 'Compare runs over the same benchmarks, or pass --across-versions to compare what they share.',
  })
}

function namesOf(scores: readonly StoredScores[]): string {
  return scores.map(({ benchmark }) => JSON.stringify(benchmark)).join(', ')
}

function tablesOf({ a, b }: Sides<StoredScores>, request: ScorePairRequest): readonly PairedTable[] {
  checkFingerprints({ a, b }, request)
  const kinds = [...new Set(a.items.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => {
    const items = { a: itemsOfKind(a.items, kind), b: itemsOfKind(b.items, kind) }
    const known = [...new Set(items.a.flatMap(({ values }) => Object.keys(values)))]
    const primary = primaryMetric(kind, known)
    const wanted = request.metrics.length > 0 ? request.metrics : primary === undefined ? [] : [primary]
    return wanted
      .filter((metric) => known.includes(metric))
      .map((metric): PairedTable => {
        const about = { a: aboutMetric(a, { kind, metric }), b: aboutMetric(b, { kind, metric }) }
        const { paired, unpaired } = pairItems(items, metric)
        // A side that measured nothing names no scorer, and what is missing there is told as missing.
        if (paired.length > 0) checkScorers(metric, about, request)
        if (unpaired.onlyA + unpaired.onlyB > 0) checkItems(unpaired, { a, b }, request)
        if (a.hidesClusters || b.hidesClusters) throw clustersUnknown(a.hidesClusters ? 'A' : 'B')
        return {
          benchmark: a.benchmark,
          kind,
          paired: { metric, better: about.a.better, items: paired },
          a: sideOf(a, about.a.scorer),
          b: sideOf(b, about.b.scorer),
          unpaired,
        }
      })
  })
}

function sideOf(
  { subject, fingerprint }: StoredScores,
  scorer: ScorerIdentity | undefined,
): ScoreComparison['a'] {
  return {
    subject,
    ...(scorer === undefined ? {} : { scorer }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  }
}

interface Pairing {
  readonly paired: readonly PairedItem[]
  readonly unpaired: ScoreComparison['unpaired']
}

/** Items for which both sides have the metric. */
function pairItems(items: Sides<readonly StoredItem[]>, metric: string): Pairing {
  refuseDoubled(items.a, 'A')
  refuseDoubled(items.b, 'B')
  const others = new Map<string, StoredItem>()
  for (const item of items.b) if (item.values[metric] !== undefined) others.set(keyOf(item), item)
  const isVaried = new Set(items.a.map(({ variant }) => variant)).size > 1
  const paired: PairedItem[] = []
  let onlyA = 0
  for (const item of items.a) {
    const value = item.values[metric]
    if (value === undefined) continue
    const other = others.get(keyOf(item))?.values[metric]
    if (other === undefined) {
      onlyA++
      continue
    }
    others.delete(keyOf(item))
    const cluster = item.cluster ?? (isVaried ? `item ${item.id}` : undefined)
    paired.push({
      id: item.variant === undefined ? item.id : `${item.id} (${item.variant})`,
      ...(cluster === undefined ? {} : { cluster }),
      a: [value],
      b: [other],
    })
  }
  return { paired, unpaired: { onlyA, onlyB: others.size } }
}

/** Of two items of one key, one side could only be held against the other by chance. */
function refuseDoubled(items: readonly StoredItem[], side: 'A' | 'B'): void {
  const seen = new Set<string>()
  for (const item of items) {
    const key = keyOf(item)
    if (seen.has(key)) {
      const variant = item.variant === undefined ? '' : `, variant ${JSON.stringify(item.variant)}`
      throw new InputError({
        code: 'item-doubled',
        what: `The scores of ${side} list one item twice, so it cannot be paired.`,
        where: `item ${JSON.stringify(item.id)}${variant}`,
        fix: 'Score the run again with `assay score`, or take one of the two out.',
      })
    }
    seen.add(key)
  }
}

function keyOf({ id, variant }: StoredItem): string {
  return JSON.stringify([id, variant ?? null])
}

function checkFingerprints({ a, b }: Sides<StoredScores>, { acrossVersions }: ScorePairRequest): void {
  if (acrossVersions || a.fingerprint === b.fingerprint) return
  throw new InputError({
    code: 'benchmark-differs',
    what: `The items of "${a.benchmark}" are not the same in A and B: their fingerprints differ.`,
    where: `A ${shown(a.fingerprint)}, B ${shown(b.fingerprint)}`,
    fix: 'Compare runs over the same items, or pass --across-versions to compare the items whose ids they share.',
  })
}

function shown(fingerprint: string | undefined): string {
  return fingerprint === undefined ? 'none' : fingerprint.slice(0, 12)
}

function checkScorers(
  metric: string,
  { a, b }: Sides<MetricAbout>,
  { acrossVersions }: ScorePairRequest,
): void {
  // Whoever turns the direction around turns the verdict around, whatever else is allowed.
  if (a.better !== b.better) {
    throw new InputError({
      code: 'scorer-differs',
      what: `Of "${metric}" ${a.better === 'higher' ? 'more' : 'less'} is better in A, and ${b.better === 'higher' ? 'more' : 'less'} in B.`,
      fix: 'Score both runs again with one version of Assay (`assay score <run>`).',
    })
  }
  if (acrossVersions) return
  if (a.scorer?.name === b.scorer?.name && a.scorer?.version === b.scorer?.version) return
  const name = ({ scorer }: MetricAbout): string =>
    scorer === undefined ? 'no scorer that is named' : `${scorer.name} version ${scorer.version}`
  throw new InputError({
    code: 'scorer-differs',
    what: `"${metric}" was scored by ${name(a)} in A and by ${name(b)} in B.`,
    fix: 'Score both runs again with one version of Assay (`assay score <run>`), or pass --across-versions.',
  })
}

function checkItems(
  { onlyA, onlyB }: ScoreComparison['unpaired'],
  { a }: Sides<StoredScores>,
  { acrossVersions, partial }: ScorePairRequest,
): void {
  if (acrossVersions || partial) return
  throw new InputError({
    code: 'items-differ',
    what: `Of the items of "${a.benchmark}", ${onlyA} were measured in A alone and ${onlyB} in B alone.`,
    fix: 'Ask what is missing (`assay run --resume`, `--retry-errors`) and score again, or pass --partial to compare the items that both measured.',
  })
}

function clustersUnknown(side: string): InputError {
  return new InputError({
    code: 'clusters-unknown',
    what: `The scores of ${side} speak of clusters, but do not say which item belongs to which, so no test can heed them.`,
    fix: 'Compare scores of stored runs (`assay score <run>`), which name the clusters.',
  })
}

function metricUnknown({ a, metrics }: ScorePairRequest): InputError {
  const known = [...new Set(a.flatMap(({ items }) => items.flatMap(({ values }) => Object.keys(values))))]
  return new InputError({
    code: 'metric-unknown',
    what:
      known.length === 0
        ? 'No item of A has a value that could be compared: nothing was measured.'
        : `No item of A has ${metrics.length === 0 ? 'a primary metric' : metrics.map((metric) => `"${metric}"`).join(' or ')}.`,
    fix:
      known.length === 0
        ? 'Score a run with measured samples.'
        : `Name one with --metric: ${known.slice(0, 30).join(', ')}.`,
  })
}
