import type { Item, ItemKind } from '../../benchmark/item.js'
import { isJsonArray, type JsonObject, type JsonValue, writeJson } from '../../text/json.js'
import { runTable, type TableName } from '../tables/run-tables.js'

/** A type as a dataset card of Hugging Face names it. */
export type FeatureType = 'string' | 'int64' | 'float64' | 'bool' | 'strings' | 'lists of strings'

export interface Feature {
  readonly name: string
  readonly type: FeatureType
  readonly describes: string
}

/** One table of a dataset folder: a name that `load_dataset` takes, a file, and columns that every row has. */
export interface DatasetConfig {
  readonly name: string
  readonly file: string
  readonly features: readonly Feature[]
  readonly rows: number
}

const feature = (name: string, type: FeatureType, describes: string): Feature => ({ name, type, describes })

const ID = feature('id', 'string', 'id of the item')
const CLUSTER = feature('cluster', 'string', 'what makes items alike: a service, a template')
const TOOL = feature('tool', 'string', 'the tool that is asked about')
const QUESTION = feature('question', 'string', 'what is asked')

/** Columns of items by kind. What has no fixed shape is JSON in a text. */
const ITEM_FEATURES: Readonly<Record<ItemKind, readonly Feature[]>> = {
  retrieval: [
    ID,
    feature('query', 'string', 'what is looked for'),
    feature('gold', 'lists of strings', 'one list a need: any of its tools meets it'),
    feature('grades', 'string', 'grade by tool, JSON: 2 fully, 1 partly'),
    feature('tier', 'string', '`easy`, `medium` or `hard`, by the number of needs'),
    feature('pool', 'strings', 'tools offered for re-ranking'),
    feature('forbidden', 'strings', 'tools that must not stand before gold'),
    feature('anchor', 'string', 'the tool that the item was made from'),
    CLUSTER,
  ],
  mcq: [
    ID,
    TOOL,
    QUESTION,
    feature('answer', 'string', 'the right option'),
    feature('distractors', 'strings', 'the wrong options'),
    CLUSTER,
  ],
  qa: [
    ID,
    TOOL,
    QUESTION,
    feature('answer', 'string', '`yes` or `no`'),
    feature('pair', 'string', 'what the item with the other answer shares'),
    CLUSTER,
  ],
  call: [
    ID,
    feature('messages', 'string', 'the chat so far, JSON'),
    feature('tools', 'string', 'the tools that are offered, JSON'),
    feature('gold', 'string', 'the right calls, JSON'),
    feature('forbidden', 'strings', 'tools that must not be called'),
    CLUSTER,
    feature('item', 'string', 'the whole item, JSON'),
  ],
  dialogue: [
    ID,
    feature('pack', 'string', 'the world it is played in'),
    feature('category', 'string', 'kind of dialogue'),
    feature('split', 'string', 'part of the benchmark'),
    feature('turns', 'string', 'turns with plans and calls, JSON'),
    CLUSTER,
    feature('item', 'string', 'the whole item, JSON'),
  ],
}

export function itemFeatures(kind: ItemKind): readonly Feature[] {
  return ITEM_FEATURES[kind]
}

/** An item as a row: every column is there, null where the item has nothing. */
export function itemRow(item: Item): JsonObject {
  const cells = item.kind === 'call' || item.kind === 'dialogue' ? wholeCells(item.json) : plainCells(item)
  return Object.fromEntries(ITEM_FEATURES[item.kind].map(({ name }) => [name, cells[name] ?? null]))
}

function plainCells(item: Exclude<Item, { readonly json: JsonObject }>): JsonObject {
  if (item.kind !== 'retrieval') return item as unknown as JsonObject // plain data by another name
  const { grades, ...rest } = item
  return {
    ...(rest as unknown as JsonObject),
    ...(grades === undefined ? {} : { grades: writeJson(grades) }),
  }
}

function wholeCells(json: JsonObject): JsonObject {
  const { id, cluster, forbidden, pack, category, split, messages, tools, gold, turns } = json
  const text = (value: JsonValue | undefined): JsonValue => (typeof value === 'string' ? value : null)
  const asJson = (value: JsonValue | undefined): JsonValue => (value === undefined ? null : writeJson(value))
  const names = isJsonArray(forbidden) ? forbidden.filter((name) => typeof name === 'string') : null
  return {
    id: text(id),
    cluster: text(cluster),
    forbidden: names,
    pack: text(pack),
    category: text(category),
    split: text(split),
    messages: asJson(messages),
    tools: asJson(tools),
    gold: asJson(gold),
    turns: asJson(turns),
    item: writeJson(json),
  }
}

const FEATURE_TYPES = {
  VARCHAR: 'string',
  BIGINT: 'int64',
  DOUBLE: 'float64',
  BOOLEAN: 'bool',
  TIMESTAMP: 'string',
  'MAP(VARCHAR, DOUBLE)': 'string',
} as const

/** Columns that Parquet files have and datasets do not: places, hashes, and what scores do not read of a sample. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'folder',
  'started_at',
  'waited_ms',
  'steps',
  'request_hash',
  'raw_hash',
])

/** Columns of a table of runs; values by metric are JSON. */
export function tableFeatures(name: TableName): readonly Feature[] {
  return runTable(name)
    .columns.filter((column) => !LEFT_OUT.has(column.name))
    .map((column) => feature(column.name, FEATURE_TYPES[column.type], column.describes))
}
