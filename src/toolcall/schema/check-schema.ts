import type { JsonValue } from '../../text/json.js'
import { declaredDefaults } from './declared-defaults.js'
import { declaredTypesOf, EVERY_TYPE } from './declared-types.js'
import { type Draft, dialectOf } from './draft.js'
import { pointerOf } from './json-pointer.js'
import type { JsonType } from './keywords/type.js'
import { DEFAULT_LIMITS, type SchemaLimits } from './limits.js'
import { NodeMaker } from './node-maker.js'
import { PatternShelf } from './pattern/linear-pattern.js'
import { LimitReached, Run } from './run.js'
import type { SchemaFault, SchemaGap } from './schema-fault.js'
import { isMissing, SchemaLibrary } from './schema-library.js'
import type { SchemaNode } from './schema-node.js'
import { UNDECIDED, VALID, type Verdict } from './verdict.js'

export interface SchemaOptions {
  /** The draft of a schema that names none in `$schema`; default `unstated`. */
  readonly draft?: Draft
  /**
   * An integer is spelled as one: 25.0 and 1e3 are refused, which JSON Schema allows. Default false. Bounds, `enum`,
   * `const` and `multipleOf` compare exact values either way: 9007199254740993 is above 9007199254740992.
   */
  readonly exactTypes?: boolean
  /**
   * An object that declares `properties` and says nothing of others (`additionalProperties`, `unevaluatedProperties`)
   * has no others, which JSON Schema allows. Default false.
   */
  readonly closedObjects?: boolean
  /** Whether `format` asserts; default false, as JSON Schema has it. `idn-hostname` never does. */
  readonly assertsFormats?: boolean
  /** Documents that references may lead to, by address without fragment. Nothing is ever fetched. */
  readonly documents?: ReadonlyMap<string, JsonValue>
  readonly limits?: Partial<SchemaLimits>
}

/** How arguments of strict tool calls are judged. */
export const STRICT: SchemaOptions = { exactTypes: true, closedObjects: true }

export interface SchemaCheck {
  /** `undecided` when what cannot be judged, or a limit, stands between the value and a verdict. */
  readonly verdict: 'valid' | 'invalid' | 'undecided'
  /** Whether the verdict is `valid`: everything that the schema asks was judged and met. Never true by default. */
  readonly ok: boolean
  /** In order of the value. Empty when valid; when undecided, the limit that was reached, if any. */
  readonly faults: readonly SchemaFault[]
  /** What was met and could not be judged. It decided nothing unless the verdict is `undecided`. */
  readonly unsupported: readonly SchemaGap[]
  /** Work done, in the unit of `SchemaLimits.maxSteps`. */
  readonly steps: number
}

/** A schema made ready. Reading it costs some microseconds a subschema, applying it some tens of nanoseconds. */
export interface PreparedSchema {
  check(value: JsonValue): SchemaCheck
  /** Everything in the schema that cannot be judged, whatever the value; for reports on the schema itself. */
  gaps(): readonly SchemaGap[]
  /** See `defaultsOf`. */
  defaults(): ReadonlyMap<string, JsonValue>
  /** See `declaredTypes`. */
  types(property: string): ReadonlySet<JsonType>
}

/**
 * Judges a value by a JSON Schema (2020-12 to draft 4, OpenAPI 3.0). The schema is a stranger's: nothing in it is run,
 * fetched or waited for. Never throws, whatever both hold. The prepared schema is kept as long as the schema object
 * lives; the object must not be changed.
 */
export function checkSchema(
  value: JsonValue,
  schema: JsonValue,
  options: SchemaOptions = PLAIN,
): SchemaCheck {
  return preparedSchema(schema, options).check(value)
}

const PLAIN: SchemaOptions = {}

interface Preparation {
  readonly options: SchemaOptions
  readonly prepared: PreparedSchema
}

const PREPARED = new WeakMap<object, Preparation[]>()

/** Sets of options for which one schema is kept ready. */
const MAX_PREPARATIONS = 8

/** The prepared form of a schema, made once for each schema object and set of options. */
export function preparedSchema(schema: JsonValue, options: SchemaOptions = PLAIN): PreparedSchema {
  if (typeof schema !== 'object' || schema === null) return prepareSchema(schema, options)
  const kept = PREPARED.get(schema)
  for (const one of kept ?? []) {
    if (one.options === options || isSameOptions(one.options, options)) return one.prepared
  }
  const prepared = prepareSchema(schema, options)
  if (kept === undefined) PREPARED.set(schema, [{ options, prepared }])
  else if (kept.length < MAX_PREPARATIONS) kept.push({ options, prepared })
  return prepared
}

/** Documents and limits are compared by identity. */
function isSameOptions(left: SchemaOptions, right: SchemaOptions): boolean {
  return (
    left.draft === right.draft &&
    (left.exactTypes ?? false) === (right.exactTypes ?? false) &&
    (left.closedObjects ?? false) === (right.closedObjects ?? false) &&
    (left.assertsFormats ?? false) === (right.assertsFormats ?? false) &&
    left.documents === right.documents &&
    left.limits === right.limits
  )
}

function prepareSchema(schema: JsonValue, options: SchemaOptions): PreparedSchema {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const dialect = dialectOf(options.draft ?? 'unstated')
  const documents = options.documents ?? new Map<string, JsonValue>()
  const library = new SchemaLibrary({ schema, dialect, documents, limits })
  const { root } = library
  if (isMissing(root)) return refusedSchema({ ...root, schemaPath: '', keyword: '' })
  const patterns = new PatternShelf(limits.maxPatternSize)
  // In document order, so that which patterns are too many does not depend on the values met first.
  for (const { schema } of library.sites()) if (typeof schema !== 'boolean') patterns.readAll(schema)
  const { exactTypes = false, closedObjects = false, assertsFormats = false } = options
  const maker = new NodeMaker({
    library,
    strictness: { exactTypes, closedObjects, assertsFormats },
    patterns,
  })
  return new SchemaJudge({ root: maker.nodeAt(root), library, maker, limits })
}

function refusedSchema(gap: SchemaGap): PreparedSchema {
  return {
    check: () => ({ verdict: 'undecided', ok: false, faults: [], unsupported: [gap], steps: 0 }),
    gaps: () => [gap],
    defaults: () => new Map(),
    types: () => EVERY_TYPE,
  }
}

/**
 * The defaults that a schema states for its top-level properties, wherever in `allOf` or behind `$ref`: an argument with
 * that value says the same as none. A property for which two different ones are stated has none.
 */
export function defaultsOf(
  schema: JsonValue,
  options: SchemaOptions = PLAIN,
): ReadonlyMap<string, JsonValue> {
  return preparedSchema(schema, options).defaults()
}

/**
 * The types that a top-level property may have, for dialects whose values are untyped text. All seven where nothing is
 * declared; `number` is never without `integer`, and stands for numbers that are none. A superset: conditions and `not`
 * are not looked at.
 */
export function declaredTypes(
  schema: JsonValue,
  property: string,
  options: SchemaOptions = PLAIN,
): ReadonlySet<JsonType> {
  return preparedSchema(schema, options).types(property)
}

interface JudgeParts {
  readonly root: SchemaNode
  readonly library: SchemaLibrary
  readonly maker: NodeMaker
  readonly limits: SchemaLimits
}

class SchemaJudge implements PreparedSchema {
  readonly #parts: JudgeParts
  readonly #types = new Map<string, ReadonlySet<JsonType>>()
  #defaults: ReadonlyMap<string, JsonValue> | undefined

  constructor(parts: JudgeParts) {
    this.#parts = parts
  }

  check(value: JsonValue): SchemaCheck {
    const first = this.#pass(value, false)
    const { run, verdict } = first
    if (verdict === VALID) {
      return { verdict: 'valid', ok: true, faults: NONE, unsupported: run.gaps(), steps: run.steps }
    }
    if (verdict === UNDECIDED) {
      const faults = first.limit === undefined ? NONE : [limitFault(first.limit, run)]
      return { verdict: 'undecided', ok: false, faults, unsupported: run.gaps(), steps: run.steps }
    }
    const { run: told, limit } = this.#pass(value, true)
    const isCut = limit !== undefined && limit !== 'enough-faults'
    const faults = isCut ? [...told.faults, limitFault(limit, told)] : told.faults
    const steps = run.steps + told.steps
    return { verdict: 'invalid', ok: false, faults, unsupported: told.gaps(), steps }
  }

  gaps(): readonly SchemaGap[] {
    return this.#parts.maker.gaps()
  }

  defaults(): ReadonlyMap<string, JsonValue> {
    this.#defaults ??= declaredDefaults(this.#parts.library)
    return this.#defaults
  }

  types(property: string): ReadonlySet<JsonType> {
    const known = this.#types.get(property)
    if (known !== undefined) return known
    const types = declaredTypesOf(this.#parts.library, property)
    // Names come from models too, and `additionalProperties` speaks of any.
    if (this.#types.size < MAX_KEPT_TYPES) this.#types.set(property, types)
    return types
  }

  #pass(value: JsonValue, isReporting: boolean): Pass {
    const { root, library, limits } = this.#parts
    const run = new Run(limits, isReporting)
    if (library.hasDynamicReferences) run.scope = { resource: root.resource, outer: undefined }
    try {
      return { run, verdict: root.judgeAlone(value, run), limit: undefined }
    } catch (error) {
      if (error instanceof LimitReached) return { run, verdict: UNDECIDED, limit: error.code }
      // A caller far down its own recursion leaves less stack than the limit of depth allows for.
      if (error instanceof RangeError) return { run, verdict: UNDECIDED, limit: 'depth-limit' }
      throw error
    }
  }
}

const MAX_KEPT_TYPES = 1_000

interface Pass {
  readonly run: Run
  readonly verdict: Verdict
  readonly limit: LimitReached['code'] | undefined
}

const NONE: readonly SchemaFault[] = []

function limitFault(limit: LimitReached['code'], run: Run): SchemaFault {
  const { maxDepth, maxSteps } = run.limits
  const where = { path: pointerOf(run.path), schemaPath: run.schemaPath, keyword: '' }
  if (limit === 'depth-limit') {
    const message = `Here schemas are applied, or values nest, more than ${maxDepth} levels deep.`
    return { code: 'depth-limit', ...where, message }
  }
  return { code: 'step-limit', ...where, message: `Judging the value takes more than ${maxSteps} steps.` }
}
