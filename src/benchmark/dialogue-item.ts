import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import type { DialogueItem } from './item.js'

/** A call as a dialogue states it. */
export interface DialogueCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** One turn of a dialogue; what a turn does not have is absent. */
export interface DialogueTurn {
  readonly role: string
  readonly text: string
  /** Source of the plan that belongs here, in the pack's own language. */
  readonly plan?: string
  /** Calls that belong here. */
  readonly calls?: readonly DialogueCall[]
  readonly cacheBefore?: JsonValue
  readonly cacheAfter?: JsonValue
  readonly label?: string
  /** The whole turn. */
  readonly json: JsonObject
}

/** A dialogue item, examined. */
export interface Dialogue {
  readonly id: string
  readonly pack?: string
  readonly category?: string
  readonly split?: string
  readonly template?: string
  readonly cluster?: string
  /** At least one. */
  readonly turns: readonly DialogueTurn[]
}

/** @throws {InputError} `item-invalid`. */
export function dialogueOf({ id, cluster, json }: DialogueItem): Dialogue {
  const where = `item ${JSON.stringify(id)}`
  const { turns } = json
  if (!isJsonArray(turns) || turns.length === 0) {
    throw invalid(where, '"turns" must be a list with at least one turn.')
  }
  return {
    id,
    ...optionalText(json, 'pack', where),
    ...optionalText(json, 'category', where),
    ...optionalText(json, 'split', where),
    ...optionalText(json, 'template', where),
    ...(cluster === undefined ? {} : { cluster }),
    turns: turns.map((turn, index) => turnOf(turn, `${where}, turn ${index + 1}`)),
  }
}

function turnOf(turn: JsonValue, where: string): DialogueTurn {
  if (!isJsonObject(turn)) throw invalid(where, 'A turn is no object.')
  const { role, text, calls, cacheBefore, cacheAfter } = turn
  if (typeof role !== 'string' || role === '') throw invalid(where, 'The turn has no "role".')
  if (typeof text !== 'string') throw invalid(where, 'The turn has no "text".')
  return {
    role,
    text,
    ...optionalText(turn, 'plan', where),
    ...(calls === undefined ? {} : { calls: callsOf(calls, where) }),
    ...(cacheBefore === undefined ? {} : { cacheBefore }),
    ...(cacheAfter === undefined ? {} : { cacheAfter }),
    ...optionalText(turn, 'label', where),
    json: turn,
  }
}

function callsOf(calls: JsonValue, where: string): readonly DialogueCall[] {
  if (!isJsonArray(calls)) throw invalid(where, '"calls" must be a list.')
  return calls.map((call) => {
    if (isJsonObject(call) && typeof call.name === 'string' && isJsonObject(call.arguments)) {
      return { name: call.name, arguments: call.arguments }
    }
    throw invalid(where, 'A call of the turn has no name, or no object of arguments.')
  })
}

type TextKey = 'pack' | 'category' | 'split' | 'template' | 'plan' | 'label'

function optionalText<Key extends TextKey>(
  json: JsonObject,
  key: Key,
  where: string,
): { readonly [key in Key]?: string } {
  const value = json[key]
  if (value === undefined || value === null) return {}
  // One computed key of the type that was asked for; TypeScript widens computed keys to `string`.
  if (typeof value === 'string') return { [key]: value } as { readonly [key in Key]: string }
  throw invalid(where, `"${key}" must be a text.`)
}

function invalid(where: string, what: string): InputError {
  return new InputError({ code: 'item-invalid', what, where, fix: 'Correct that item.' })
}
