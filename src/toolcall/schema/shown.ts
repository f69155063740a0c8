import { isJsonArray, isJsonObject, type JsonValue, writeJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import { isJsonNumber } from './exact.js'

/** Longest quotation in a message. */
const QUOTED_LENGTH = 60

/** A value as a message names it: its kind and, when short, its text. */
export function shown(value: JsonValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return `the string ${quoted(value)}`
  if (isJsonArray(value))
    return value.length === 1 ? 'an array of 1 item' : `an array of ${value.length} items`
  if (isJsonObject(value)) return 'an object'
  return printable(typeof value === 'number' ? String(value) : writeJson(value), { maxLength: QUOTED_LENGTH })
}

/** A stranger's text in quotation marks, safe to print. */
export function quoted(text: string): string {
  return `"${printable(text, { maxLength: QUOTED_LENGTH })}"`
}

/** A schema's value, e.g. a member of an enum, on one short line. */
export function shownJson(value: JsonValue): string {
  if (typeof value === 'string') return quoted(value)
  if (isJsonNumber(value) || typeof value === 'boolean' || value === null) {
    return printable(writeJson(value), { maxLength: QUOTED_LENGTH })
  }
  return shown(value)
}

/** The first few of many, with how many more there are. */
export function listed(values: readonly JsonValue[]): string {
  const most = 8
  const texts = values.slice(0, most).map(shownJson).join(', ')
  return values.length <= most ? texts : `${texts} and ${values.length - most} more`
}
