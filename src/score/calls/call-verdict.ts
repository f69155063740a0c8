import type { CallTask } from '../../benchmark/call-item.js'
import type { Level, Outcome, Parsing } from '../../toolcall/parsed-call.js'
import { defaultsOf, STRICT } from '../../toolcall/schema/check-schema.js'
import type { Defaults, EmittedCall } from './call-comparison.js'
import { type GoldCallVerdict, matchCalls } from './call-matching.js'

/** What an output comes to before it is held against gold. */
export interface ReadOutput {
  readonly outcome: Outcome
  /** At least one call, and every block reaches S6. */
  readonly ok: boolean
  readonly level: Level
  /** Strict calls, in order. */
  readonly calls: readonly EmittedCall[]
  /** Calls of the lenient reading; absent where there was no text to repair. */
  readonly lenient?: readonly EmittedCall[]
  /** What keyword harnesses credit; absent where there was no text. */
  readonly keyword?: Parsing['keyword']
}

export function readOutputOf({ outcome, strict, lenient, keyword }: Parsing): ReadOutput {
  const { ok, level, calls } = strict
  return { outcome, ok, level, calls, lenient: lenient.calls, keyword }
}

/** One output held against the gold of its item. Only strict calls count, but where `lenient` is said. */
export interface CallVerdict {
  /** Whether a call is right here at all. `unknown`: nobody says so, and nothing that speaks of right and wrong means anything. */
  readonly expects: 'calls' | 'none' | 'unknown'
  readonly outcome: Outcome
  /** As parsed; S7 when the calls are exact. */
  readonly level: Level
  /** The values are right: every call is one of gold's and none is left over, or no call was right and none tried. */
  readonly match: boolean
  /** Match, and the calls keep to their format and schema (S6). */
  readonly exact: boolean
  /** The names agree, each as often. */
  readonly selection: boolean
  /** The same by the lenient reading, for contrast; undefined where there was none. */
  readonly lenientSelection: boolean | undefined
  /** Every gold call has a partner with the same arguments; undefined where no call is right, or any arguments are. */
  readonly arguments: boolean | undefined
  /** All calls are fit by their schemas (S6); undefined where no call was made. */
  readonly schemaValid: boolean | undefined
  /** The attempt keeps to the format (S4); undefined where nothing was tried, or the token limit cut it. */
  readonly wellFormed: boolean | undefined
  /** One entry a gold call. */
  readonly perCall: readonly GoldCallVerdict[]
  readonly counts: CallCounts
  /** Whether the item forbids tools. */
  readonly forbids: boolean
  /** Forbidden tools that were called. */
  readonly forbidden: readonly string[]
  /** What the two keyword rules credit; undefined where there was no text. */
  readonly keyword: { readonly released: boolean; readonly anywhere: boolean } | undefined
}

export interface CallCounts {
  readonly gold: number
  readonly emitted: number
  /** Gold calls with an equal partner. */
  readonly equal: number
  readonly missing: number
  readonly extra: number
  /** How many of the extra ones only ask once more for what another call asks for. */
  readonly repeated: number
  readonly rightArguments: number
  readonly askedArguments: number
  readonly givenArguments: number
}

/** Holds one output against gold. */
export function judgeCalls(task: CallTask, output: ReadOutput): CallVerdict {
  const { outcome, calls, ok, level } = output
  const { gold } = task
  const expects = gold.isUnknown === true ? 'unknown' : gold.calls.length === 0 ? 'none' : 'calls'
  const isSilent = outcome === 'abstained' || outcome === 'empty'
  const matching = matchCalls({ gold, calls, defaultsOf: (tool) => defaultsIn(task, tool) })
  const match =
    expects === 'unknown' ? false : expects === 'none' ? isSilent : outcome === 'called' && matching.match
  const exact = match && (expects === 'none' || ok)
  return {
    expects,
    outcome,
    level: exact && expects === 'calls' ? 'S7' : level,
    match,
    exact,
    selection: matching.selection,
    lenientSelection: output.lenient && haveNames(task, output.lenient),
    arguments:
      expects === 'calls' && gold.calls.some(({ anyArguments }) => anyArguments !== true)
        ? matching.equal === gold.calls.length
        : undefined,
    schemaValid: calls.length === 0 ? undefined : ok,
    wellFormed: isSilent || outcome === 'truncated' ? undefined : isAtLeastS4(level),
    perCall: matching.perCall,
    counts: {
      gold: gold.calls.length,
      emitted: calls.length,
      equal: matching.equal,
      missing: matching.missing,
      extra: matching.extra,
      repeated: matching.repeated,
      rightArguments: matching.arguments.right,
      askedArguments: matching.arguments.asked,
      givenArguments: matching.arguments.given,
    },
    forbids: task.forbidden.length > 0,
    forbidden: task.forbidden.filter((name) => calls.some((call) => call.name === name)),
    keyword: output.keyword && creditOf(task, output.keyword),
  }
}

const NO_DEFAULTS: Defaults = new Map()

function defaultsIn({ tools }: CallTask, name: string): Defaults {
  for (const tool of tools) if (tool.name === name) return defaultsOf(tool.inputSchema, STRICT)
  return NO_DEFAULTS
}

function isAtLeastS4(level: Level): boolean {
  return level >= 'S4'
}

function haveNames({ gold }: CallTask, calls: readonly EmittedCall[]): boolean {
  if (gold.calls.length !== calls.length) return false
  if (calls.length < 2) return gold.calls[0]?.name === calls[0]?.name
  const sorted = (list: readonly { readonly name: string }[]): string =>
    JSON.stringify(list.map(({ name }) => name).sort())
  return sorted(gold.calls) === sorted(calls)
}

/** `released` knows one tool an item: the first of gold. `anywhere` wants every tool of gold named. */
function creditOf({ gold }: CallTask, keyword: Parsing['keyword']): NonNullable<CallVerdict['keyword']> {
  const [first] = gold.calls
  if (first === undefined) {
    return { released: keyword.released === null, anywhere: keyword.anywhere.length === 0 }
  }
  return {
    released: keyword.released === first.name,
    anywhere: gold.calls.every(({ name }) => keyword.anywhere.includes(name)),
  }
}
