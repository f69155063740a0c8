import type { Evaluated } from './evaluated.js'
import { pointerOf } from './json-pointer.js'
import type { SchemaLimits } from './limits.js'
import type { SchemaFault, SchemaGap } from './schema-fault.js'
import type { SchemaResource } from './schema-resource.js'
import { INVALID, UNDECIDED, type Verdict } from './verdict.js'

/** What all faults of one keyword have in common. */
export interface Rule {
  readonly keyword: string
  readonly schemaPath: string
}

/** Ends a check early; it never leaves this folder. */
export class LimitReached extends Error {
  readonly code: 'step-limit' | 'depth-limit' | 'enough-faults'

  constructor(code: LimitReached['code']) {
    super(code)
    this.code = code
  }
}

const NO_GAPS: readonly SchemaGap[] = []

/** The resources on the way to the current subschema, for references whose target depends on that way. */
export interface Scope {
  readonly resource: SchemaResource
  readonly outer: Scope | undefined
}

/**
 * The state of one check. A value is checked first without reporting, where the first fault decides, and again with
 * reporting only when it did not pass.
 */
export class Run {
  readonly limits: SchemaLimits
  readonly isReporting: boolean
  steps = 0
  depth = 0
  /** Where in the value the run stands. After a limit it still says where. */
  path: (string | number)[] = []
  /** The subschema that was entered last. */
  schemaPath = ''
  /** What has been looked at in the value at hand; undefined while nobody asks. */
  seen: Evaluated | undefined
  scope: Scope | undefined
  faults: SchemaFault[] = []
  #gaps: Map<string, SchemaGap> | undefined
  #isMuted = false

  constructor(limits: SchemaLimits, isReporting: boolean) {
    this.limits = limits
    this.isReporting = isReporting
  }

  /** Before the subschema at `schemaPath` is applied. */
  enter(schemaPath: string): void {
    this.schemaPath = schemaPath
    if (++this.steps > this.limits.maxSteps) throw new LimitReached('step-limit')
    if (++this.depth > this.limits.maxDepth) throw new LimitReached('depth-limit')
  }

  spend(steps: number): void {
    this.steps += steps
    if (this.steps > this.limits.maxSteps) throw new LimitReached('step-limit')
  }

  /** The next faults are told, and so every obligation is looked at even after one has failed. */
  get tells(): boolean {
    return this.isReporting && !this.#isMuted
  }

  reject(rule: Rule, code: SchemaFault['code'], message: () => string): typeof INVALID {
    return this.rejectWith(rule, () => ({ code, message: message() }))
  }

  rejectWith(
    { schemaPath, keyword }: Rule,
    parts: () => Omit<SchemaFault, 'path' | 'schemaPath' | 'keyword'>,
  ): typeof INVALID {
    if (!this.tells) return INVALID
    const { code, ...others } = parts()
    this.faults.push({ code, path: pointerOf(this.path), schemaPath, keyword, ...others })
    if (this.faults.length >= this.limits.maxFaults) throw new LimitReached('enough-faults')
    return INVALID
  }

  /** Notes what cannot be judged, once. It might have looked at any member of the value at hand. */
  doubt(gap: SchemaGap): typeof UNDECIDED {
    if (this.seen !== undefined) this.seen.isUncertain = true
    this.#gaps ??= new Map()
    this.#gaps.set(`${gap.code} ${gap.schemaPath}`, gap)
    return UNDECIDED
  }

  gaps(): readonly SchemaGap[] {
    return this.#gaps === undefined ? NO_GAPS : [...this.#gaps.values()]
  }

  /** Runs `judge` and tells its faults to no one: a condition is not an obligation. */
  quietly(judge: () => Verdict): Verdict {
    const wasMuted = this.#isMuted
    this.#isMuted = true
    const verdict = judge()
    this.#isMuted = wasMuted
    return verdict
  }

  /** Runs `judge` and keeps its faults apart. */
  apart(judge: () => Verdict): { readonly verdict: Verdict; readonly faults: readonly SchemaFault[] } {
    const { faults, depth, seen, scope } = this
    const { length } = this.path
    this.faults = []
    try {
      return { verdict: judge(), faults: this.faults }
    } catch (error) {
      if (!(error instanceof LimitReached) || error.code !== 'enough-faults') throw error
      this.depth = depth
      this.seen = seen
      this.scope = scope
      this.path.length = length
      return { verdict: INVALID, faults: this.faults }
    } finally {
      this.faults = faults
    }
  }
}
