import { argumentError, isObject } from '../toolcall/argument-error.js'

/** One member of an options object, as a call from JavaScript may get it wrong. */
interface Member {
  /** As the end of "It has to be …". */
  readonly wanted: string
  fits(value: unknown): boolean
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isTextRecord = (value: unknown): boolean => isObject(value) && Object.values(value).every(isText)
const isSignal = (value: unknown): boolean => isObject(value) && typeof value.throwIfAborted === 'function'
const isWait = (value: unknown): boolean => typeof value === 'number' && value > 0
const isObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject)
const RULES: readonly unknown[] = ['error', 'first', 'qualify']

const MEMBERS: Readonly<Record<string, Member>> = {
  notify: { wanted: 'a function that is told a line', fits: (value) => typeof value === 'function' },
  signal: { wanted: 'an AbortSignal', fits: isSignal },
  folder: { wanted: 'a path', fits: isText },
  format: { wanted: 'the id of a format, e.g. "openapi"', fits: isText },
  onDuplicate: { wanted: '"error", "first" or "qualify"', fits: (value) => RULES.includes(value) },
  timeoutMs: { wanted: 'a number of milliseconds above 0', fits: isWait },
  headers: { wanted: 'an object of texts', fits: isTextRecord },
  variables: { wanted: 'a list of names', fits: isTexts },
  allowRemoteRefs: { wanted: 'true or false', fits: (value) => typeof value === 'boolean' },
  sources: { wanted: 'a list of sources, as defineCatalogSource gives them', fits: isObjects },
  readers: { wanted: 'a list of readers, as defineBenchmarkReader gives them', fits: isObjects },
}

/**
 * Refuses options that are none before anything is read. What is left out, or undefined, has its default.
 *
 * @throws {InputError} `argument-invalid`, naming the member.
 */
export function checkOptions(call: string, options: unknown): void {
  if (!isObject(options) || 'then' in options) {
    throw argumentError({
      call,
      argument: 'the options',
      wanted: 'an object, e.g. { signal }',
      given: options,
    })
  }
  for (const [name, { wanted, fits }] of Object.entries(MEMBERS)) {
    const given = options[name]
    if (given === undefined || fits(given)) continue
    throw argumentError({ call, argument: name, wanted, given })
  }
}
