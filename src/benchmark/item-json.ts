import { fingerprintOf, textHasher } from '../text/hash.js'
import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { Fields, itemFault, type Place } from './fields.js'
import { type Item, type McqItem, type Need, type QaItem, type RetrievalItem, tierOf, tiers } from './item.js'

const kinds = ['retrieval', 'mcq', 'qa', 'call', 'dialogue'] as const

/**
 * Reads one line of `items.jsonl`. Fields beyond those of its kind are ignored; calls and dialogues are kept whole.
 *
 * @throws {InputError} `item-invalid`.
 */
export function itemFromJson(value: JsonValue, place: Place): Item {
  const fields = new Fields(value, place)
  const kind = fields.oneOf('kind', kinds)
  switch (kind) {
    case 'retrieval':
      return retrievalItem(fields)
    case 'mcq':
      return mcqItem(fields)
    case 'qa':
      return qaItem(fields)
    case 'call':
    case 'dialogue':
      return { kind, id: fields.id('id'), ...clusterOf(fields), json: fields.json }
    default:
      return kind satisfies never
  }
}

function retrievalItem(fields: Fields): RetrievalItem {
  const gold = fields.list('gold').map((entry) => needOf(entry, fields))
  const grades = gradesOf(fields, gold)
  const anchor = fields.optionalText('anchor')
  return {
    kind: 'retrieval',
    id: fields.id('id'),
    query: fields.text('query'),
    gold,
    ...(grades === undefined ? {} : { grades }),
    ...(fields.has('tier') ? { tier: checkedTier(fields, { field: 'tier', gold }) } : {}),
    ...(fields.has('pool') ? { pool: fields.texts('pool') } : {}),
    ...(fields.has('forbidden') ? { forbidden: forbiddenOf(fields, gold) } : {}),
    ...(anchor === undefined ? {} : { anchor }),
    ...clusterOf(fields),
  }
}

function forbiddenOf(fields: Fields, gold: readonly Need[]): readonly string[] {
  const forbidden = fields.texts('forbidden')
  const isGold = new Set(gold.flat())
  const both = forbidden.find((name) => isGold.has(name))
  if (both === undefined) return forbidden
  throw itemFault(fields.place, `The tool "${both}" is gold and forbidden.`, 'Take it out of one of the two.')
}

/**
 * The tier that an item states, which must fit its number of distinct needs.
 *
 * @throws {InputError} `item-invalid`.
 */
export function checkedTier(fields: Fields, { field, gold }: { field: string; gold: readonly Need[] }) {
  const tier = fields.oneOf(field, tiers)
  const needs = new Set(gold.map((need) => JSON.stringify([...new Set(need)].sort()))).size
  if (tierOf(needs) === tier) return tier
  throw itemFault(
    fields.place,
    `"${field}" is "${tier}", but ${needs} ${needs === 1 ? 'need makes' : 'needs make'} it ${tierOf(needs)} (easy 1, medium 2–3, hard 4 and more).`,
    `Correct "${field}" or the gold tools on that line.`,
  )
}

function needOf(entry: JsonValue, fields: Fields): Need {
  const [first, ...others] = isJsonArray(entry) ? entry : [entry]
  if (first === undefined) {
    throw itemFault(
      fields.place,
      'A need in "gold" lists no tool.',
      'Name at least one tool for each need, or drop it.',
    )
  }
  return [toolName(first, fields), ...others.map((other) => toolName(other, fields))]
}

function toolName(value: JsonValue, fields: Fields): string {
  if (typeof value === 'string' && value !== '') return value
  throw fields.fault('gold', 'a list of tool names, each alone or in a list of equals', value)
}

function gradesOf(fields: Fields, gold: readonly Need[]): Readonly<Record<string, 1 | 2>> | undefined {
  if (!fields.has('grades')) return undefined
  const value = fields.json.grades
  if (!isJsonObject(value)) throw fields.fault('grades', 'an object from tool names to 1 or 2', value)
  // Without a prototype: a tool may be called __proto__.
  const grades = Object.create(null) as Record<string, 1 | 2>
  const isGold = new Set(gold.flat())
  for (const [name, grade] of Object.entries(value)) {
    if (grade !== 1 && grade !== 2) throw fields.fault('grades', 'an object from tool names to 1 or 2', grade)
    if (grade === 1 && isGold.has(name)) {
      throw itemFault(
        fields.place,
        `The tool "${name}" is gold, but graded 1; what fits only partly is not gold.`,
        'Grade it 2, or take it out of "gold".',
      )
    }
    grades[name] = grade
  }
  return grades
}

function mcqItem(fields: Fields): McqItem {
  const answer = fields.text('answer')
  const distractors = fields.texts('distractors')
  checkOptions(fields.place, { answer, distractors })
  return {
    kind: 'mcq',
    id: fields.id('id'),
    tool: fields.text('tool'),
    question: fields.text('question'),
    answer,
    distractors,
    ...clusterOf(fields),
  }
}

/** @throws {InputError} `item-invalid` when the right answer is also a wrong one. */
export function checkOptions(
  place: Place,
  { answer, distractors }: { answer: string; distractors: readonly string[] },
) {
  if (!distractors.includes(answer)) return
  throw itemFault(
    place,
    `The option ${JSON.stringify(answer)} is both the answer and a distractor.`,
    'Replace that distractor.',
  )
}

function qaItem(fields: Fields): QaItem {
  const pair = fields.optionalText('pair')
  return {
    kind: 'qa',
    id: fields.id('id'),
    tool: fields.text('tool'),
    question: fields.text('question'),
    answer: fields.oneOf('answer', ['yes', 'no']),
    ...(pair === undefined ? {} : { pair }),
    ...clusterOf(fields),
  }
}

function clusterOf(fields: Fields): { readonly cluster?: string } {
  const cluster = fields.optionalText('cluster')
  return cluster === undefined ? {} : { cluster }
}

/** One line of `items.jsonl`, absent fields left out. A need of one tool is written as its name. */
export function itemToJson(item: Item): JsonObject {
  if (item.kind === 'call' || item.kind === 'dialogue') return item.json
  const json = emptyObject()
  const put = (key: string, value: JsonValue | undefined): void => {
    if (value !== undefined) json[key] = value
  }
  put('id', item.id)
  put('kind', item.kind)
  if (item.kind === 'retrieval') {
    put('query', item.query)
    put(
      'gold',
      item.gold.map((need) => (need.length === 1 ? need[0] : need)),
    )
    put('grades', item.grades)
    put('tier', item.tier)
    put('pool', item.pool)
    put('forbidden', item.forbidden)
    put('anchor', item.anchor)
  } else {
    put('tool', item.tool)
    put('question', item.question)
    put('answer', item.answer)
    put(item.kind === 'mcq' ? 'distractors' : 'pair', item.kind === 'mcq' ? item.distractors : item.pair)
  }
  put('cluster', item.cluster)
  return json
}

/** SHA-256 over the items' canonical JSON in order, 64 hex digits. */
export function fingerprintOfItems(items: readonly Item[]): string {
  const hasher = itemsHasher()
  for (const item of items) hasher.add(item)
  return hasher.digest()
}

/** The fingerprint of items that come one after the other. */
export interface ItemsHasher {
  add(item: Item): void
  /** Nothing can be added afterwards. */
  digest(): string
}

export function itemsHasher(): ItemsHasher {
  const hasher = textHasher()
  let isFirst = true
  return {
    add(item) {
      hasher.add(`${isFirst ? '' : '\n'}${fingerprintOf(itemToJson(item))}`)
      isFirst = false
    },
    digest: () => hasher.digest(),
  }
}
