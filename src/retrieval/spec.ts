import { InputError } from '../errors.js'
import { nearestWord } from '../text/nearest.js'

/** One part of a spec's argument: a word (`okapi`) or a named value (`k1=1.5`). */
export interface SpecPart {
  readonly name: string
  /** Undefined for a word. */
  readonly value: string | undefined
}

/** Cuts `t3,okapi,k1=1.5` at commas; an empty argument has no parts. Names in lower case. */
export function specParts(argument: string): readonly SpecPart[] {
  if (argument.trim() === '') return []
  return argument.split(',').map((part) => {
    const equals = part.indexOf('=')
    if (equals === -1) return { name: part.trim().toLowerCase(), value: undefined }
    return { name: part.slice(0, equals).trim().toLowerCase(), value: part.slice(equals + 1).trim() }
  })
}

/** What a message about a wrong spec needs to know. */
export interface SpecPlace {
  /** The whole spec as typed. */
  readonly spec: string
  /** How it should look. */
  readonly usage: string
}

export function specError(what: string, { spec, usage }: SpecPlace): InputError {
  return new InputError({ code: 'retriever-spec', what, where: redacted(spec), fix: `Write ${usage}.` })
}

/**
 * The error for an option that the kind does not have, naming the nearest one that it has.
 *
 * @param known words as they are, names of values with their `=`
 */
export function unknownOption(part: SpecPart, known: readonly string[], place: SpecPlace): InputError {
  const typed = part.value === undefined ? part.name : `${part.name}=${part.value}`
  const nearest = nearestWord(part.value === undefined ? part.name : `${part.name}=`, known)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return specError(`There is no option "${typed}".${hint}`, place)
}

/**
 * The number of an option.
 *
 * @throws {InputError} `retriever-spec` unless it is a plain decimal within the range.
 */
export function specNumber(
  { name, value }: SpecPart,
  range: { readonly from: number; readonly to: number; readonly isWhole?: boolean },
  place: SpecPlace,
): number {
  const number = value === undefined || !/^-?\d+(\.\d+)?$/.test(value) ? Number.NaN : Number(value)
  const fits = number >= range.from && number <= range.to && (!range.isWhole || Number.isSafeInteger(number))
  if (fits) return number
  const kind = range.isWhole ? 'a whole number' : 'a number'
  throw specError(`${name} must be ${kind} from ${range.from} to ${range.to}, not "${value ?? ''}".`, place)
}

/** A spec as it may be shown: addresses can hold secrets before the host and in the query. */
export function redacted(spec: string): string {
  return spec.replace(/\/\/[^/@#]*@/g, '//…@').replace(/\?[^#+]*/g, '?…')
}
