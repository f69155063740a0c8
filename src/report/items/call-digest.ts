import type { Level, Outcome } from '../../toolcall/parsed-call.js'
import type { JudgedSample } from './item-judge.js'

/** What the page of calls counts of one sample: words alone, so that samples alike share one. */
export interface CallDigest {
  readonly outcome: Outcome
  /** Absent where gold is no call. */
  readonly level?: Level
  /** Absent where there were no words to look for. */
  readonly keyword?: { readonly released: boolean; readonly anywhere: boolean; readonly exact: boolean }
  /** Each code once. */
  readonly faults: readonly CodeExample[]
  readonly repairs: readonly CodeExample[]
  /** Tools of gold and tools that were called, where they differ. */
  readonly confusion?: { readonly gold: string; readonly called: string }
}

interface CodeExample {
  readonly code: string
  readonly what: string
}

const NAMES_LENGTH = 300
const EXAMPLE_LENGTH = 500

export function callDigestOf(
  tools: readonly string[],
  { parsing, verdict }: NonNullable<JudgedSample['call']>,
): CallDigest {
  const { outcome, level, expects, exact, keyword } = verdict
  const isKnown = expects !== 'unknown'
  const confusion =
    parsing === undefined || verdict.selection || !isKnown ? undefined : confusionOf(tools, parsing)
  return {
    outcome,
    ...(expects === 'calls' ? { level } : {}),
    ...(keyword === undefined || !isKnown
      ? {}
      : { keyword: { released: keyword.released, anywhere: keyword.anywhere, exact } }),
    faults: once(parsing?.strict.faults ?? []),
    repairs: once(parsing?.lenient.repairs ?? []),
    ...(confusion === undefined ? {} : { confusion }),
  }
}

/** Samples are alike where this is: examples do not count. */
export function digestKey({ faults, repairs, ...rest }: CallDigest): string {
  return JSON.stringify([rest, faults.map(({ code }) => code), repairs.map(({ code }) => code)])
}

function confusionOf(
  tools: readonly string[],
  { strict }: NonNullable<NonNullable<JudgedSample['call']>['parsing']>,
): CallDigest['confusion'] {
  const gold = namesOf(tools)
  const called = namesOf(strict.calls.map(({ name }) => name))
  return gold === called ? undefined : { gold, called }
}

function namesOf(names: readonly string[]): string {
  return (names.join(' + ') || 'no call').slice(0, NAMES_LENGTH)
}

/** Each code once, with the first that was said of it. */
function once(
  list: readonly { readonly code: string; readonly what?: string | undefined }[],
): readonly CodeExample[] {
  const found = new Map<string, string>()
  for (const { code, what = '' } of list) if (!found.has(code)) found.set(code, what.slice(0, EXAMPLE_LENGTH))
  return Array.from(found, ([code, what]) => ({ code, what }))
}
