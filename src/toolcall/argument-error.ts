import { InputError } from '../errors.js'

export interface WrongArgument {
  /** The function that was called, e.g. `parse`. */
  readonly call: string
  /** Which of its arguments, or the member of one, e.g. `dialect`. */
  readonly argument: string
  /** What belongs there, as the end of "It has to be …". */
  readonly wanted: string
  readonly given: unknown
}

/**
 * For a call from JavaScript, which checks no types: without it the first use of the argument would end in a TypeError that
 * says nothing of the call.
 */
export function argumentError({ call, argument, wanted, given }: WrongArgument): InputError {
  const isLate = isObject(given) && typeof given.then === 'function'
  return new InputError({
    code: 'argument-invalid',
    what: `The argument is ${isLate ? 'a promise' : kindOf(given)}, and it has to be ${wanted}.`,
    where: `${call}, ${argument}`,
    fix: isLate ? 'Await it first.' : 'Hand over what is named; docs/library.md shows calls.',
  })
}

/** The argument as JSON. @throws {InputError} `argument-invalid` for what JSON cannot hold, such as the response of some HTTP clients. */
export function jsonOfArgument(given: unknown, at: Pick<WrongArgument, 'call' | 'argument'>): string {
  try {
    // A function has no text.
    return JSON.stringify(given) ?? ''
  } catch {
    throw argumentError({ ...at, wanted: 'plain data, which JSON can hold: no circle, no BigInt', given })
  }
}

/** An object that is no list and no promise: what members can be asked of. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'another object' : `of type ${typeof value}`
}
