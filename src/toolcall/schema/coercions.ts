import { isJsonArray, type JsonValue } from '../../text/json.js'
import { preparedSchema, type SchemaCheck, type SchemaOptions, STRICT } from './check-schema.js'
import {
  type Candidate,
  type CoercionKind,
  candidatesFor,
  replacedAt,
  valueAt,
} from './coercion-candidates.js'
import { keysOfPointer } from './json-pointer.js'
import { DEFAULT_LIMITS } from './limits.js'
import type { SchemaFault } from './schema-fault.js'

/** A value that would fit its schema if it were another. It is reported, never applied. */
export interface Coercion {
  /** JSON Pointer into the value. */
  readonly path: string
  readonly kind: CoercionKind
  readonly from: JsonValue
  /** Absent for a member that would have to be left out. */
  readonly to?: JsonValue
  /** The keyword that `from` breaks. */
  readonly schemaPath: string
}

export interface CoercionReport {
  readonly coercions: readonly Coercion[]
  /** Whether the value would be valid with all of them. True, with none, for a valid value. */
  readonly sufficient: boolean
}

/**
 * What a lenient reader would have to convert for a value to fit: a string that spells a number, an enumerated text in
 * another case, one value instead of a list. Each conversion is tried on a copy and reported only when the schema then
 * has no fault left at that place; unlike most coercing validators this never turns "" into 0 or "no" into false.
 */
export function coercionsOf(
  value: JsonValue,
  schema: JsonValue,
  options: SchemaOptions = STRICT,
): CoercionReport {
  const search = new CoercionSearch(schema, options)
  return search.report(value)
}

class CoercionSearch {
  readonly #schema: JsonValue
  readonly #options: SchemaOptions
  readonly #maxFaults: number
  #stepsLeft: number

  constructor(schema: JsonValue, options: SchemaOptions) {
    this.#schema = schema
    this.#options = options
    this.#maxFaults = options.limits?.maxFaults ?? DEFAULT_LIMITS.maxFaults
    this.#stepsLeft = options.limits?.maxSteps ?? DEFAULT_LIMITS.maxSteps
  }

  report(value: JsonValue): CoercionReport {
    const coercions: Coercion[] = []
    const done = new Set<string>()
    let current = value
    let check = this.#check(current)
    for (;;) {
      const faults = withNearest(check.faults)
      const fault = faults.find(({ path, code }) => CONVERTIBLE.has(code) && !done.has(path))
      if (fault === undefined || this.#stepsLeft <= 0) break
      done.add(fault.path)
      const step = this.#convert(current, { fault, faults })
      if (step === undefined) continue
      coercions.push(step.coercion)
      current = step.value
      check = step.check
    }
    return { coercions, sufficient: check.ok }
  }

  #check(value: JsonValue): SchemaCheck {
    const check = preparedSchema(this.#schema, this.#options).check(value)
    this.#stepsLeft -= check.steps
    return check
  }

  /** The first conversion at the place of a fault that leaves none there, and makes none around it. */
  #convert(value: JsonValue, { fault, faults }: Found): Step | undefined {
    const keys = keysOfPointer(fault.path) ?? []
    const from = valueAt(value, keys)
    if (from === undefined) return undefined
    for (const candidate of candidatesFor(from, this.#membersAt(faults, fault.path))) {
      if (this.#stepsLeft <= 0) return undefined
      const copy = replacedAt(value, keys, candidate.value)
      if (copy === undefined) continue
      const check = this.#check(copy)
      if (check.verdict === 'undecided' || !this.#isBetter(withNearest(check.faults), { fault, faults }))
        continue
      return { value: copy, check, coercion: coercionOf(fault, { from, candidate }) }
    }
    return undefined
  }

  #isBetter(left: readonly SchemaFault[], { fault, faults }: Found): boolean {
    const before = new Set(faults.map(identityOf))
    const isWorse = left.some(
      (one) =>
        isWithin(one.path, fault.path) || (isWithin(fault.path, one.path) && !before.has(identityOf(one))),
    )
    // Where faults are too many to be told, one that goes makes room for another.
    return !isWorse && (left.length < faults.length || faults.length >= this.#maxFaults)
  }

  /** What the schema enumerates for the value at a path, by the faults there. */
  #membersAt(faults: readonly SchemaFault[], path: string): readonly JsonValue[] {
    const members: JsonValue[] = []
    for (const fault of faults) {
      if (fault.path !== path || (fault.code !== 'not-in-enum' && fault.code !== 'not-the-constant')) continue
      const stated = this.#stated(fault.schemaPath)
      if (fault.code === 'not-the-constant' && stated !== undefined) members.push(stated)
      else if (isJsonArray(stated)) members.push(...stated.slice(0, MAX_MEMBERS))
    }
    return members
  }

  /** The value of a keyword by its path in reports. */
  #stated(schemaPath: string): JsonValue | undefined {
    const hash = schemaPath.startsWith('/') ? -1 : schemaPath.indexOf('#')
    const document = hash === -1 ? this.#schema : this.#options.documents?.get(schemaPath.slice(0, hash))
    const keys = keysOfPointer(schemaPath.slice(hash + 1))
    return document === undefined || keys === undefined ? undefined : valueAt(document, keys)
  }
}

const MAX_MEMBERS = 10_000

interface Found {
  readonly fault: SchemaFault
  readonly faults: readonly SchemaFault[]
}

interface Step {
  readonly value: JsonValue
  readonly check: SchemaCheck
  readonly coercion: Coercion
}

const CONVERTIBLE: ReadonlySet<SchemaFault['code']> = new Set<SchemaFault['code']>([
  ...(['wrong-type', 'integer-spelling', 'not-in-enum', 'not-the-constant', 'no-branch'] as const),
])

/** All faults, those of nearest branches behind the fault that holds them. */
function withNearest(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  return faults.flatMap((fault) => [fault, ...withNearest(fault.nearest ?? [])])
}

function identityOf({ code, path, schemaPath, property }: SchemaFault): string {
  return JSON.stringify([code, path, schemaPath, property])
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`)
}

function coercionOf(
  { path, schemaPath }: SchemaFault,
  { from, candidate }: { readonly from: JsonValue; readonly candidate: Candidate },
): Coercion {
  const { kind, value } = candidate
  return { path, kind, from, schemaPath, ...(value === undefined ? {} : { to: value }) }
}
