import type { Benchmark, Item } from '../benchmark/item.js'
import { type ResolvedItem, resolveItems } from '../benchmark/resolve.js'
import type { Catalog } from '../catalog/catalog.js'
import type { TrainingQuery } from '../corpus/stage-two.js'
import type { TestText } from '../corpus/train-test-overlap.js'
import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonObject } from '../text/json.js'

/** What of a benchmark became training queries. */
export interface QuerySource {
  readonly name: string
  readonly fingerprint: string
  /** Retrieval items. */
  readonly items: number
  /** Items none of whose gold the catalog has. */
  readonly excludedItems: number
  /** Gold names that the catalog lacks. */
  readonly missingGold: number
}

/**
 * The retrieval items of benchmarks as queries with every tool of their gold, equals included.
 *
 * @throws {InputError} `no-training-queries` when a benchmark gives none.
 */
export function trainingQueries(
  benchmarks: readonly Benchmark[],
  catalog: Catalog,
): { readonly queries: readonly TrainingQuery[]; readonly sources: readonly QuerySource[] } {
  const queries: TrainingQuery[] = []
  const sources: QuerySource[] = []
  for (const [at, { name, fingerprint, items, source }] of benchmarks.entries()) {
    const resolution = resolveItems(items, catalog)
    const { counts } = resolution
    if (resolution.items.length === 0) {
      throw new InputError({
        code: 'no-training-queries',
        what:
          counts.items === 0
            ? `None of the ${items.length} items is a retrieval item, with a query and gold tools.`
            : `The catalog has none of the gold tools of the ${counts.items} queries.`,
        where: source?.path ?? name,
        fix: 'Name a retrieval benchmark made for this catalog; `assay benchmark show` says what a benchmark holds.',
      })
    }
    // Two folders may bear one name, and then hold the same ids.
    const label = benchmarks.findIndex((other) => other.name === name) === at ? name : `${name} ${at + 1}`
    for (const item of resolution.items) queries.push(queryOf(item, label, catalog))
    const { excludedItems, missingGold } = counts
    sources.push({ name: label, fingerprint, items: counts.items, excludedItems, missingGold })
  }
  return { queries, sources }
}

function queryOf({ item, needs }: ResolvedItem, label: string, catalog: Catalog): TrainingQuery {
  const gold = needs.flat().flatMap((name) => {
    const position = catalog.position(name)
    return position === undefined ? [] : [position]
  })
  return { id: `${label}/${item.id}`, query: item.query, gold: [...new Set(gold)] }
}

/** What subjects will be asked: queries, questions and the user's turns, each as one text. */
export function* testTexts(benchmarks: readonly Benchmark[]): Generator<TestText> {
  for (const { name, items } of benchmarks) {
    for (const item of items) {
      for (const text of textsOf(item)) yield { benchmark: name, id: item.id, text }
    }
  }
}

function textsOf(item: Item): readonly string[] {
  switch (item.kind) {
    case 'retrieval':
      return [item.query]
    case 'mcq':
    case 'qa':
      return [item.question]
    case 'call':
      return userTexts(item.json, { list: 'messages', text: 'content' })
    case 'dialogue':
      return userTexts(item.json, { list: 'turns', text: 'text' })
    default:
      return item satisfies never
  }
}

function userTexts(
  json: JsonObject,
  keys: { readonly list: string; readonly text: string },
): readonly string[] {
  const turns = json[keys.list]
  if (!isJsonArray(turns)) return []
  return turns.flatMap((turn) => {
    if (!isJsonObject(turn) || turn.role !== 'user') return []
    const text = turn[keys.text]
    return typeof text === 'string' ? [text] : []
  })
}
