import type { Catalog } from '../../catalog/catalog.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../../text/json.js'

/** Tools that an answer names, best first, as the catalog spells them. */
export interface Selection {
  readonly names: readonly string[]
  /** Lines, or entries of a list, that are no tool. */
  readonly strangers: number
}

export interface SelectionReadings {
  /** A tool name a line, or a JSON list of names. */
  readonly strict: Selection
  /** The same with what people write around names: bullets, numbers, quotes, a description behind a colon. */
  readonly lenient: Selection
}

/** Reads the names in an answer that was to be a list of them. A tool that is named again keeps its first place. */
export function readSelection(text: string, catalog: Pick<Catalog, 'position' | 'tools'>): SelectionReadings {
  const entries = jsonNames(text) ?? text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const find = (entry: string): string | undefined => {
    const position = catalog.position(entry) ?? catalog.position(entry.trim())
    return position === undefined ? undefined : catalog.tools[position]?.name
  }
  return {
    strict: selectionOf(entries, find),
    lenient: selectionOf(entries, (entry) => find(entry) ?? findWithin(entry, find)),
  }
}

function selectionOf(entries: readonly string[], find: (entry: string) => string | undefined): Selection {
  const names = new Set<string>()
  let strangers = 0
  for (const entry of entries) {
    const name = find(entry)
    if (name === undefined) strangers++
    else names.add(name)
  }
  return { names: [...names], strangers }
}

/** Names in a JSON list of texts, or of objects with a name. */
function jsonNames(text: string): readonly string[] | undefined {
  const fenced = /^\s*```(?:json)?\s*\n([^]*?)\n?```\s*$/.exec(text)?.[1] ?? text
  if (!fenced.trimStart().startsWith('[')) return undefined
  const reading = parseJson(fenced, { duplicateKeys: 'last' })
  if (reading.kind !== 'value' || !isJsonArray(reading.value)) return undefined
  return reading.value.map(nameIn)
}

function nameIn(entry: JsonValue): string {
  if (typeof entry === 'string') return entry
  return isJsonObject(entry) && typeof entry.name === 'string' ? entry.name : ''
}

/** The name in a line with a bullet or number before it, marks around it, or a description behind it. */
function findWithin(line: string, find: (entry: string) => string | undefined): string | undefined {
  const bare = line.trim().replace(/^(?:[-*•]|\(?[0-9]{1,4}[.):])\s+/, '')
  for (const candidate of [bare, unmarked(bare)]) {
    const whole = find(candidate)
    if (whole !== undefined) return whole
  }
  for (const divider of [': ', ' - ', ' – ', ' — ']) {
    const at = bare.indexOf(divider)
    const name = at === -1 ? undefined : (find(bare.slice(0, at)) ?? find(unmarked(bare.slice(0, at))))
    if (name !== undefined) return name
  }
  return undefined
}

const MARKS = new Set('`*"\'_')

function unmarked(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && MARKS.has(text.charAt(start))) start++
  while (end > start && MARKS.has(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
