import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'

/** What is wrong with a value, or nothing. `at` names its place, e.g. `rungs[0].name`. */
export type Shape = (value: JsonValue | undefined, at: string) => string | undefined

export const anything: Shape = (value, at) => (value === undefined ? `${at} is missing` : undefined)
export const text: Shape = (value, at) => (typeof value === 'string' ? undefined : `${at} is no text`)
export const number: Shape = (value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : `${at} is no number`
export const interval: Shape = (value, at) =>
  isJsonArray(value) && value.length === 2 && value.every((end) => number(end, at) === undefined)
    ? undefined
    : `${at} is no pair of numbers`

export function oneOf(...words: readonly string[]): Shape {
  return (value, at) =>
    typeof value === 'string' && words.includes(value) ? undefined : `${at} is none of ${words.join(', ')}`
}

export function eitherOf(...shapes: readonly Shape[]): Shape {
  return (value, at) => {
    const faults = shapes.map((shape) => shape(value, at))
    return faults.includes(undefined) ? undefined : faults[0]
  }
}

export function orNull(shape: Shape): Shape {
  return (value, at) => (value === null ? undefined : shape(value, at))
}

export function list(shape: Shape): Shape {
  return (value, at) => {
    if (!isJsonArray(value)) return `${at} is no list`
    for (const [place, entry] of value.entries()) {
      const fault = shape(entry, `${at}[${place}]`)
      if (fault !== undefined) return fault
    }
    return undefined
  }
}

/** An object whose members are all of one shape. */
export function record(shape: Shape): Shape {
  return (value, at) => {
    if (!isJsonObject(value)) return `${at} is no object`
    for (const [key, member] of Object.entries(value)) {
      const fault = shape(member, `${at}.${key.slice(0, 80)}`)
      if (fault !== undefined) return fault
    }
    return undefined
  }
}

/** Members that have to be there, and those that may be; others are not looked at. */
export function object(
  members: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  return (value, at) => {
    if (!isJsonObject(value)) return `${at} is no object`
    const inner = (key: string): string => (at === '' ? key : `${at}.${key}`)
    for (const [key, shape] of Object.entries(members)) {
      const fault = shape(value[key], inner(key))
      if (fault !== undefined) return fault
    }
    for (const [key, shape] of Object.entries(optional)) {
      const fault = value[key] === undefined ? undefined : shape(value[key], inner(key))
      if (fault !== undefined) return fault
    }
    return undefined
  }
}

/**
 * Holds a document that names a schema against its shape: a file that was edited by hand is refused with the place of the
 * fault, and never shown in part.
 *
 * @throws {InputError} `report-source-invalid`.
 */
export function expectShape(value: JsonValue, shape: Shape, where: string): void {
  const fault = shape(value, '')
  if (fault === undefined) return
  throw new InputError({
    code: 'report-source-invalid',
    what: `The file is not as Assay writes it: ${fault}.`,
    where,
    fix: 'Take the file as Assay wrote it, or make it anew.',
  })
}
