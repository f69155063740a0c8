import { ExactNumber, isJsonArray, isJsonObject, type JsonValue, writeJson } from '../text/json.js'
import { type EntityType, entityTypeOf, findEntities, normalEntity } from './entities.js'
import type { CorpusExample } from './tool-corpus.js'

/** A part of the prompt that an argument copies. */
export interface Slot {
  readonly tool: string
  readonly argument: string
  readonly type: EntityType
  /** The argument's value. */
  readonly value: string
  /** Half-open span in the prompt, UTF-16 code units; what stands there may be spelled in another way. */
  readonly start: number
  readonly end: number
}

/** What of the calls of an example is copied from its prompt. */
export interface Grounding {
  /** In the order of the prompt, none inside another. */
  readonly slots: readonly Slot[]
  /** Arguments whose value the prompt does not hold, or is too short or no text to be told from chance. */
  readonly ungrounded: readonly UngroundedArgument[]
}

export interface UngroundedArgument {
  readonly tool: string
  readonly argument: string
  /** Strings as they are, other values as JSON. */
  readonly value: string
}

/** Shorter texts stand in a prompt by chance. */
const MIN_SLOT_LENGTH = 3

/**
 * Finds the arguments in the prompt, the longest first: strings of three characters and more wherever they occur without
 * regard to case (as a whole word before inside one), entities in any of their spellings, numbers as whole words.
 * A value that two arguments share takes two places where there are two.
 */
export function groundingOf(example: CorpusExample): Grounding {
  let grounding = known.get(example)
  if (grounding === undefined) {
    grounding = findGrounding(example)
    known.set(example, grounding)
  }
  return grounding
}

/** Found once for an example: statistics, templates and batteries all ask. */
const known = new WeakMap<CorpusExample, Grounding>()

function findGrounding({ prompt, answer }: CorpusExample): Grounding {
  const slots: Slot[] = []
  const ungrounded: UngroundedArgument[] = []
  const folded = foldCase(prompt)
  const values = answer.calls.flatMap(({ name, arguments: given }) =>
    Object.entries(given).map(([argument, value]) => ({ tool: name, argument, text: textOf(value), value })),
  )
  const longestFirst = values
    .map((entry, order) => ({ ...entry, order }))
    .sort((left, right) => right.text.length - left.text.length || left.order - right.order)
  for (const { tool, argument, text, value } of longestFirst) {
    const isNumber = typeof value === 'number' || value instanceof ExactNumber
    const type = typeof value === 'string' || isNumber ? entityTypeOf(text) : 'free'
    const isLookedFor = isNumber || (typeof value === 'string' && text.length >= MIN_SLOT_LENGTH)
    const span = isLookedFor ? placeOf({ prompt, folded, text, type, isNumber, slots }) : undefined
    if (span === undefined) ungrounded.push({ tool, argument, value: text })
    else slots.push({ tool, argument, type, value: text, ...span })
  }
  return { slots: slots.sort((left, right) => left.start - right.start), ungrounded }
}

/** Whether a text holds another without regard to case, whatever its length. */
export function holdsText(text: string, part: string): boolean {
  return part !== '' && foldCase(text).includes(foldCase(part))
}

/** A value of an argument as it would stand in a prompt. */
export function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (value instanceof ExactNumber) return value.text
  return isJsonArray(value) || isJsonObject(value) ? writeJson(value) : String(value)
}

interface Sought {
  readonly prompt: string
  readonly folded: string
  readonly text: string
  readonly type: EntityType
  readonly isNumber: boolean
  /** Places that are taken. */
  readonly slots: readonly Slot[]
}

interface Place {
  readonly start: number
  readonly end: number
}

function placeOf({ prompt, folded, text, type, isNumber, slots }: Sought): Place | undefined {
  const isFree = ({ start, end }: Place): boolean =>
    slots.every((slot) => end <= slot.start || slot.end <= start)
  const sought = foldCase(text)
  let inside: Place | undefined
  for (let at = folded.indexOf(sought); at !== -1; at = folded.indexOf(sought, at + 1)) {
    const place = { start: at, end: at + sought.length }
    if (!isFree(place)) continue
    if (isWholeWord(folded, place)) return place
    inside ??= place
  }
  if (isNumber) return undefined
  if (inside !== undefined || type === 'free' || type === 'integer' || type === 'number') return inside
  const normal = normalEntity(text, type)
  return findEntities(prompt).find(
    (entity) => entity.type === type && isFree(entity) && normalEntity(entity.value, type) === normal,
  )
}

function isWholeWord(text: string, { start, end }: Place): boolean {
  return (
    !(isWordPart(text, start - 1) && isWordPart(text, start)) &&
    !(isWordPart(text, end - 1) && isWordPart(text, end))
  )
}

function isWordPart(text: string, at: number): boolean {
  const character = text[at]
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character)
}

/** Lower case that keeps every offset: `İ` and its like, which become longer, stay. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  let folded = ''
  for (const character of text) {
    const small = character.toLowerCase()
    folded += small.length === character.length ? small : character
  }
  return folded
}
