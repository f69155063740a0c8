import type {
  CacheRecord,
  StepRecord,
  TracedCall,
  TurnError,
  TurnRecord,
} from '../../../agent/turn-record.js'
import { comparableArguments } from './comparable-arguments.js'
import { hasComparedArguments, type ScoredTools } from './dialogue-tools.js'
import type { CallSource, JudgedCall } from './judged-call.js'
import { staticCalls } from './static-calls.js'

/** One turn as scorers look at it, of the subject or of gold. */
export interface JudgedTurn {
  /**
   * What ran, in the order of running; where the plan did not run to its end, what it says, in the order of the source.
   * A failed attempt that a later one replaces is left out.
   */
  readonly calls: readonly JudgedCall[]
  /** Whether `calls` were read from the source of a plan that failed. */
  readonly isStatic: boolean
  /** Whether something was said that could be carried out, were it only that nothing is to be done. */
  readonly isReadable: boolean
  /** What ended the turn; undefined where nothing did, or where a later attempt came through. */
  readonly error: TurnError | undefined
  /** Texts that were asked of the user. */
  readonly sought: readonly string[]
  /** Results of the cache that an injected failure made useless. */
  readonly lost: ReadonlySet<string>
  /** Calls that were tried, failed attempts among them. */
  readonly tried: number
  readonly cacheBefore: readonly CacheRecord[]
  readonly cacheAfter: readonly CacheRecord[]
}

/** What says that there is no plan at all. */
const UNREADABLE: ReadonlySet<string> = new Set(['empty', 'no-code', 'unclosed-tag', 'syntax'])

export function judgedTurn(record: TurnRecord, tools: ScoredTools): JudgedTurn {
  const attempts = record.mode === 'code' ? codeAttempts(record.steps) : [jsonAttempt(record.steps)]
  const last = attempts.at(-1)
  const error = last?.error
  const isStatic = error !== undefined && record.mode === 'code'
  const calls: JudgedCall[] = []
  for (const attempt of attempts) {
    const isFailedPlan = isStatic && attempt === last
    const own = isFailedPlan
      ? staticCalls(attempt.plan ?? '', { tools, cache: record.cacheBefore })
      : tracedCalls(attempt.trace, tools)
    calls.push(...behind(calls, own))
  }
  const sought = isStatic
    ? calls.flatMap(({ question }) => (question === undefined ? [] : [question]))
    : attempts.flatMap((attempt) => attempt.sought)
  return {
    calls,
    isStatic,
    isReadable: record.steps.length > 0 && !(error !== undefined && UNREADABLE.has(error.fault)),
    error,
    sought,
    lost: lostResults(record, tools),
    tried: record.steps.reduce((sum, { execution }) => sum + execution.trace.length, 0),
    cacheBefore: record.cacheBefore,
    cacheAfter: record.cacheAfter,
  }
}

const NOTHING_LOST: ReadonlySet<string> = new Set()

function lostResults({ steps, cacheBefore }: TurnRecord, tools: ScoredTools): ReadonlySet<string> {
  const lost = steps.flatMap(({ execution: { trace } }) =>
    trace.flatMap(({ injected, tool, arguments: given }) => {
      if (injected === undefined || tools.get(tool)?.role !== 'get') return []
      const keys = Object.values(given)
      return cacheBefore.filter(({ key }) => keys.includes(key)).map(({ id }) => id)
    }),
  )
  return lost.length === 0 ? NOTHING_LOST : new Set(lost)
}

interface Attempt {
  readonly trace: readonly (TracedCall | undefined)[]
  readonly sought: readonly string[]
  readonly plan?: string
  readonly error?: TurnError | undefined
}

/** Every plan starts afresh, and a failed one that another follows was put right by it. */
function codeAttempts(steps: readonly StepRecord[]): readonly Attempt[] {
  const kept = steps.filter(
    ({ execution }, place) => execution.error === undefined || place === steps.length - 1,
  )
  return kept.map(({ plan, execution: { trace, sought, error } }) => ({
    trace,
    sought,
    ...(plan === undefined ? {} : { plan }),
    error,
  }))
}

/** All calls of the turn are one list, since handles live as long as the turn; a failed call that was put right is none. */
function jsonAttempt(steps: readonly StepRecord[]): Attempt {
  const all = steps.flatMap(({ execution }) => execution.trace)
  const trace = all.map((call, place) => {
    const isRepaired =
      call.outcome.kind === 'error' &&
      all.slice(place + 1).some((later) => later.tool === call.tool && later.outcome.kind !== 'error')
    return isRepaired ? undefined : call
  })
  const failed = trace.find((call) => call?.outcome.kind === 'error')?.outcome
  const wholeError = steps.at(-1)?.execution.error
  const isUncalled = wholeError !== undefined && all.length === 0
  return {
    trace,
    sought: steps.flatMap(({ execution }) => execution.sought),
    error: failed?.kind === 'error' ? failed.error : isUncalled ? wholeError : undefined,
  }
}

function tracedCalls(trace: readonly (TracedCall | undefined)[], tools: ScoredTools): readonly JudgedCall[] {
  const placed: JudgedCall[] = []
  // Places in the list by places in the trace: what is left out has none.
  const places = trace.map(() => -1)
  for (const [at, call] of trace.entries()) {
    const tool = call && tools.get(call.tool)
    if (call === undefined || tool === undefined) continue
    places[at] = placed.length
    const { outcome } = call
    placed.push({
      tool: call.tool,
      role: tool.role,
      arguments: hasComparedArguments(tool.role) ? comparableArguments(tool, call.arguments) : [],
      sources: sourcesOf(call, { places, placed }),
      ...(outcome.kind === 'result' ? { result: outcome.id, rows: outcome.count } : {}),
    })
  }
  return placed
}

function sourcesOf(
  { producers }: TracedCall,
  { places, placed }: { readonly places: readonly number[]; readonly placed: readonly JudgedCall[] },
): readonly CallSource[] {
  const sources: CallSource[] = []
  for (const [parameter, makers] of Object.entries(producers)) {
    for (const maker of makers) {
      const from = typeof maker === 'number' ? (places[maker] ?? -1) : maker
      if (from !== -1) sources.push({ parameter, from: throughCache(from, placed) })
    }
  }
  return sources
}

/** Fetching from the cache makes nothing: whoever made the result is asked for, in this turn or in an earlier one. */
function throughCache(from: number | string, calls: readonly JudgedCall[]): number | string {
  const call = typeof from === 'number' ? calls[from] : undefined
  if (typeof from !== 'number' || call?.role !== 'get' || call.result === undefined) return from
  for (let place = from - 1; place >= 0; place--) {
    const earlier = calls[place]
    if (earlier !== undefined && earlier.role !== 'get' && earlier.result === call.result) return place
  }
  return call.result
}

/** Calls of a later step: what it found in the cache may have been made by a step before it. */
function behind(earlier: readonly JudgedCall[], calls: readonly JudgedCall[]): readonly JudgedCall[] {
  if (earlier.length === 0) return calls
  const placeOf = (from: number | string): number | string => {
    if (typeof from === 'number') return from + earlier.length
    const maker = earlier.findLastIndex(({ result, role }) => result === from && role !== 'get')
    return maker === -1 ? from : maker
  }
  return calls.map((call) => ({
    ...call,
    sources: call.sources.map(({ parameter, from }) => ({ parameter, from: placeOf(from) })),
  }))
}
