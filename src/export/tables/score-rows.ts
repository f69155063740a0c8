import { invalidScores, readScore } from '../../score/run/read-score.js'
import type { Score } from '../../score/score.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../text/json.js'
import type { TableRow } from './run-rows.js'

/** `scores.json` of a run, parsed: one document or a list of them. */
export interface ScoreFile {
  readonly run: string
  readonly json: JsonValue
  readonly where: string
}

/** @throws {InputError} `scores-invalid`. */
export function scoreRows(file: ScoreFile): readonly TableRow[] {
  return [...documentsOf(file)].flatMap(({ about, document }) => {
    const scores = isJsonArray(document.scores) ? document.scores : []
    return scores.map((score) => ({ ...about, ...scoreCells(readScore(score, file.where)) }))
  })
}

function scoreCells(score: Score): TableRow {
  const { metric, k, tier, group, unit, better, scorer, n } = score
  return {
    metric,
    n,
    unit,
    better,
    scorer: scorer.name,
    scorer_version: scorer.version,
    ...given('k', k),
    ...given('tier', tier),
    ...given('group_name', group),
    ...(score.kind === 'unscored' ? { reason: score.reason } : valueCells(score)),
  }
}

function valueCells(score: Extract<Score, { readonly kind: 'scored' }>): TableRow {
  const { value, clusters, interval, itemInterval, method, chance, ceiling, floor } = score
  return {
    value,
    ...given('clusters', clusters),
    ...given('interval_low', interval?.[0]),
    ...given('interval_high', interval?.[1]),
    ...given('item_low', itemInterval?.[0]),
    ...given('item_high', itemInterval?.[1]),
    ...given('method', method),
    ...given('chance', chance),
    ...given('ceiling', ceiling),
    ...given('floor_null', floor?.null),
    ...given('floor_value', floor?.value),
    ...given('floor_verdict', floor?.verdict),
  }
}

/** Members of an item that have a column of their own. */
const ITEM_MEMBERS: ReadonlySet<string> = new Set(['id', 'kind', 'variant', 'cluster', 'samples', 'values'])

/**
 * The items of scores, one after the other.
 *
 * @throws {InputError} `scores-invalid`.
 */
export function* itemRows(file: ScoreFile): Generator<TableRow> {
  for (const { about, document } of documentsOf(file)) {
    for (const item of isJsonArray(document.items) ? document.items : []) {
      if (!isJsonObject(item) || typeof item.id !== 'string')
        throw invalidScores(file.where, 'An item has no id.')
      const { id, kind, variant, cluster, samples, values } = item
      const rest = Object.entries(item).filter(([member]) => !ITEM_MEMBERS.has(member))
      yield {
        ...about,
        item: id,
        kind: typeof kind === 'string' ? kind : 'call',
        metrics: isJsonObject(values) ? numbersOf(values) : {},
        ...(typeof variant === 'string' ? { variant } : {}),
        ...(typeof cluster === 'string' ? { cluster } : {}),
        ...(typeof samples === 'number' ? { samples } : {}),
        ...(rest.length === 0 ? {} : { details: writeJson(Object.fromEntries(rest)) }),
      }
    }
  }
}

function numbersOf(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'number'))
}

function* documentsOf({ run, json, where }: ScoreFile): Generator<{
  readonly about: TableRow
  readonly document: JsonObject
}> {
  for (const document of isJsonArray(json) ? json : [json]) {
    if (!isJsonObject(document) || document.schema !== 'assay.scores/1') {
      throw invalidScores(where, 'Its schema is not "assay.scores/1".')
    }
    const { subject, benchmark } = document
    if (typeof subject !== 'string' || typeof benchmark !== 'string') {
      throw invalidScores(where, '"subject" or "benchmark" is no text.')
    }
    yield { about: { run, subject, benchmark }, document }
  }
}

function given(name: string, value: JsonValue | undefined): TableRow {
  return value === undefined ? {} : { [name]: value }
}
