import type { JsonValue } from '../../text/json.js'
import { Evaluated } from './evaluated.js'
import type { Run, Scope } from './run.js'
import type { SchemaResource, SchemaSite } from './schema-resource.js'
import { INVALID, lesser, UNDECIDED, VALID, type Verdict } from './verdict.js'

/** One obligation of a schema, ready to be applied to values. */
export type Check = (value: JsonValue, run: Run) => Verdict

/** The obligations of a schema, in the order in which they are looked at. */
export interface NodeChecks {
  readonly checks: readonly Check[]
  /** The same where the schema is the only one for its value, so that its own `properties` can close an object. */
  readonly checksAlone: readonly Check[]
  /** Closes an object whose properties several schemas in place declare; applied to a value's outermost schema. */
  readonly closing: Check | undefined
  /** Some keyword asks what the others have looked at. */
  readonly asksSeen: boolean
}

/** Makes the checks of the subschema that stands somewhere. */
export interface ChecksSource {
  checksAt(site: SchemaSite): NodeChecks
}

/**
 * A subschema. Its checks are made when it is first applied, so that a recursive schema needs no end and an unused
 * branch costs nothing.
 */
export class SchemaNode {
  readonly #site: SchemaSite
  readonly #source: ChecksSource
  #made: NodeChecks | undefined

  constructor(site: SchemaSite, source: ChecksSource) {
    this.#site = site
    this.#source = source
  }

  get resource(): SchemaResource {
    return this.#site.resource
  }

  get #checks(): NodeChecks {
    this.#made ??= this.#source.checksAt(this.#site)
    return this.#made
  }

  /** Makes the checks ahead of use. */
  prepare(): void {
    void this.#checks
  }

  /** Applies the schema to a value that others apply to as well, and that must fit them all: `allOf`, `$ref`, `then`. */
  judgeInPlace(value: JsonValue, run: Run): Verdict {
    const { checks, asksSeen } = this.#checks
    const outer = run.seen
    if (outer === undefined && !asksSeen) return this.#apply(checks, value, run)
    const seen = new Evaluated()
    run.seen = seen
    const verdict = this.#apply(checks, value, run)
    run.seen = outer
    // A value that fails here has failed altogether; then this only keeps reports from calling members unknown.
    outer?.merge(seen, verdict === UNDECIDED ? UNDECIDED : VALID)
    return verdict
  }

  /** Applies the schema to a value of its own: the whole, a property, an item. */
  judgeAlone(value: JsonValue, run: Run): Verdict {
    const { checksAlone, closing, asksSeen } = this.#checks
    const outer = run.seen
    // Numbers, texts and null have nothing in them to be looked at.
    const isLooked = (asksSeen || closing !== undefined) && typeof value === 'object' && value !== null
    run.seen = isLooked ? new Evaluated() : undefined
    let verdict = this.#apply(checksAlone, value, run)
    if (isLooked && closing !== undefined && (verdict !== INVALID || run.tells)) {
      verdict = lesser(verdict, closing(value, run))
    }
    run.seen = outer
    return verdict
  }

  /** Applies the schema to a member of the value at hand. */
  judgeMember(key: string | number, member: JsonValue, run: Run): Verdict {
    run.path.push(key)
    const verdict = this.judgeAlone(member, run)
    run.path.pop()
    return verdict
  }

  // Three parameters, not an object of them: this runs for every subschema of every value.
  #apply(checks: readonly Check[], value: JsonValue, run: Run): Verdict {
    const { path, resource } = this.#site
    run.enter(path)
    const { scope } = run
    if (scope !== undefined && scope.resource !== resource) {
      run.scope = { resource, outer: scope } satisfies Scope
    }
    let verdict: Verdict = VALID
    for (const check of checks) {
      const one = check(value, run)
      if (one >= verdict) continue
      verdict = one
      if (verdict === INVALID && !run.tells) break
    }
    run.scope = scope
    run.depth--
    return verdict
  }
}
