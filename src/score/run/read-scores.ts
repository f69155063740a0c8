import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { quickJson } from '../../text/quick-json.js'
import type { ScorerIdentity } from '../score.js'

/** One item of stored scores. */
export interface StoredItem {
  readonly id: string
  /** `call` where the scores do not say. */
  readonly kind: string
  readonly variant?: string
  readonly cluster?: string
  /** By metric, each in [0, 1]. */
  readonly values: Readonly<Record<string, number>>
}

/** What stored scores say of one metric. */
export interface StoredMetric {
  readonly scorer: ScorerIdentity
  readonly better: 'higher' | 'lower'
}

/** The scores of one benchmark, as `assay score` wrote them. */
export interface StoredScores {
  readonly subject: string
  readonly benchmark: string
  /** Of the items; absent where the scores do not say. */
  readonly fingerprint?: string
  /** Fingerprint of the catalog that the items were scored with; absent where none was needed, or the scores do not say. */
  readonly catalog?: string
  /** By scorer and metric: what the two runs must agree on. */
  readonly metrics: readonly (StoredMetric & { readonly metric: string })[]
  readonly items: readonly StoredItem[]
  /** Scores speak of clusters, but the items do not name theirs. */
  readonly hidesClusters: boolean
}

const SCHEMA = 'assay.scores/1'

/**
 * Reads stored scores: one document, or a list of them, as text or parsed.
 *
 * @throws {InputError} `scores-invalid`, `scores-version`, `json-broken`.
 */
export function readScores(given: string | JsonObject, where: string): readonly StoredScores[] {
  const value = typeof given === 'string' ? jsonOf(given, where) : given
  const documents = isJsonArray(value) ? value : [value]
  if (documents.length === 0) throw invalid(where, 'The list is empty.')
  return documents.map((document) => scoresOf(document, where))
}

function jsonOf(text: string, where: string): JsonValue {
  const reading = quickJson(text)
  if (reading.kind === 'value') return reading.value
  const { reason, line, column } = reading.fault
  throw new InputError({
    code: 'json-broken',
    what: `This is not valid JSON. ${reason}`,
    where: `${where}, line ${line}, column ${column}`,
    fix: 'Score the run again.',
  })
}

function scoresOf(document: JsonValue, where: string): StoredScores {
  if (!isJsonObject(document)) throw invalid(where, 'It holds no object.')
  const { schema, subject, benchmark, scores, items, details } = document
  if (schema !== SCHEMA) {
    if (typeof schema !== 'string') throw invalid(where, 'It names no schema.')
    throw new InputError({
      code: 'scores-version',
      what: `The file has the schema ${JSON.stringify(schema.slice(0, 80))}, and scores have "${SCHEMA}".`,
      where,
      fix: 'Name scores that `assay score` wrote, or the folder of a run that was scored.',
    })
  }
  if (typeof subject !== 'string' || typeof benchmark !== 'string') {
    throw invalid(where, '"subject" or "benchmark" is no text.')
  }
  if (!isJsonArray(scores)) throw invalid(where, '"scores" is no list.')
  if (!isJsonArray(items)) {
    throw new InputError({
      code: 'scores-without-items',
      what: 'The scores list no items, so there is nothing to pair.',
      where,
      fix: 'Compare what `assay score` wrote; tables of other commands hold sums alone.',
    })
  }
  const fingerprint =
    isJsonObject(details) && isJsonObject(details.benchmark) ? details.benchmark.fingerprint : undefined
  const catalog =
    isJsonObject(details) && isJsonObject(details.catalog) ? details.catalog.fingerprint : undefined
  const read = overTrials(items.map((item) => ({ ...itemOf(item, where), trial: trialOf(item) })))
  return {
    subject,
    benchmark,
    ...(typeof fingerprint === 'string' ? { fingerprint } : {}),
    ...(typeof catalog === 'string' ? { catalog } : {}),
    metrics: scores.map((score) => metricOf(score, where)),
    items: read,
    hidesClusters:
      read.every(({ cluster }) => cluster === undefined) &&
      scores.some((score) => isJsonObject(score) && Number(score.clusters) < Number(score.n)),
  }
}

function metricOf(score: JsonValue, where: string): StoredScores['metrics'][number] {
  if (isJsonObject(score) && typeof score.metric === 'string' && isJsonObject(score.scorer)) {
    const { name, version } = score.scorer
    if (typeof name === 'string' && typeof version === 'number') {
      const metric = typeof score.k === 'number' ? `${score.metric}@${score.k}` : score.metric
      return { metric, scorer: { name, version }, better: score.better === 'lower' ? 'lower' : 'higher' }
    }
  }
  throw invalid(where, 'A score has no metric, or no scorer with name and version.')
}

function itemOf(item: JsonValue, where: string): StoredItem {
  if (!isJsonObject(item) || typeof item.id !== 'string') throw invalid(where, 'An item has no id.')
  const { id, kind, variant, cluster } = item
  return {
    id,
    kind: typeof kind === 'string' ? kind : 'call',
    ...(typeof variant === 'string' ? { variant } : {}),
    ...(typeof cluster === 'string' ? { cluster } : {}),
    values: isJsonObject(item.values) ? valuesOf(item.values, id, where) : verdictValues(item),
  }
}

interface TrialItem extends StoredItem {
  readonly trial: number
}

function trialOf(item: JsonValue): number {
  return isJsonObject(item) && typeof item.trial === 'number' ? item.trial : 0
}

/** One entry an item, where scores list each trial by itself: means over the trials that have the metric. */
function overTrials(items: readonly TrialItem[]): readonly StoredItem[] {
  if (items.every(({ trial }) => trial === 0)) return items.map(withoutTrial)
  const groups = new Map<string, TrialItem[]>()
  for (const item of items) {
    const key = JSON.stringify([item.kind, item.id, item.variant ?? null])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    // An entry that comes twice in one trial is no trial: whoever pairs them refuses it.
    if (first === undefined || new Set(group.map(({ trial }) => trial)).size < group.length) {
      return group.map(withoutTrial)
    }
    return [{ ...withoutTrial(first), values: meansOf(group.map(({ values }) => values)) }]
  })
}

function withoutTrial({ trial: _, ...item }: TrialItem): StoredItem {
  return item
}

function meansOf(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sums = new Map<string, { sum: number; count: number }>()
  for (const values of all) {
    for (const [metric, value] of Object.entries(values)) {
      const known = sums.get(metric) ?? { sum: 0, count: 0 }
      sums.set(metric, { sum: known.sum + value, count: known.count + 1 })
    }
  }
  const means = Object.create(null) as Record<string, number>
  for (const [metric, { sum, count }] of sums) means[metric] = sum / count
  return means
}

/** How far rounding may take a mean of proportions past 0 or 1. */
const SLACK = 1e-9

function valuesOf(values: JsonObject, id: string, where: string): Readonly<Record<string, number>> {
  // Without a prototype: a metric may be called __proto__ by whoever wrote the file.
  const read = Object.create(null) as Record<string, number>
  for (const [metric, value] of Object.entries(values)) {
    if (typeof value !== 'number' || !(value >= -SLACK && value <= 1 + SLACK)) {
      throw invalid(where, `${JSON.stringify(metric)} of item ${JSON.stringify(id)} is no proportion.`)
    }
    read[metric] = Math.min(1, Math.max(0, value))
  }
  return read
}

/** Members of a verdict of `assay score calls` that say yes or no of an item. */
const VERDICTS = ['exact', 'match', 'selection', 'arguments'] as const

function verdictValues(item: JsonObject): Readonly<Record<string, number>> {
  const values: Record<string, number> = {}
  for (const metric of VERDICTS) {
    const verdict = item[metric]
    const ofAll = (metric === 'exact' || metric === 'match') && item.expects !== 'unknown'
    const counts = ofAll || item.expects === 'calls'
    if (counts && typeof verdict === 'boolean') values[metric] = verdict ? 1 : 0
  }
  return values
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'scores-invalid',
    what: `These are no scores that can be compared. ${what}`,
    where,
    fix: 'Score the run again with `assay score`.',
  })
}
