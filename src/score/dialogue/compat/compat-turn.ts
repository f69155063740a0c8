import type { CompatCall, CompatSide, CompatStop } from './compat-calls.js'
import { type CompatCounts, countParameters, countTools } from './compat-counts.js'
import { type CompatFigures, compatFigures } from './compat-figures.js'
import { sacreBleu } from './sacre-bleu.js'

export interface CompatTurnRequest {
  readonly gold: CompatSide
  readonly generated: CompatSide
  /** Whether the generated code ended with an error when it ran. */
  readonly hasRaised: boolean
  /** Summaries in the cache after the gold plan. */
  readonly summariesAfterGold: readonly string[]
  /** After the generated one, which started from gold's cache. */
  readonly summariesAfterGenerated: readonly string[]
}

export interface CompatAgreement extends CompatCounts, CompatFigures {}

/** What the released evaluator makes of one user turn. */
export type CompatTurn =
  | {
      readonly kind: 'scored'
      /** Undefined: one side is none, and the turn is left out of every sum. */
      readonly counts: { readonly tools: CompatAgreement; readonly parameters: CompatAgreement } | undefined
      readonly isExecuted: boolean
      /** Undefined where gold asks nothing. 0 where gold asks and the agent does not. */
      readonly seeking: { readonly bleu: number; readonly doBothSeek: boolean } | undefined
      readonly hasEqualCache: boolean
    }
  /** The released run ends here; nothing of it is scored. */
  | { readonly kind: 'stopped'; readonly reason: CompatStop }

/** Some hundred thousand times a real turn, and about a second. */
const MAX_COMPARISONS = 10_000_000

export function scoreCompatTurn(request: CompatTurnRequest): CompatTurn {
  const { gold, generated, hasRaised, summariesAfterGold, summariesAfterGenerated } = request
  if (gold.kind === 'stopped') return gold
  if (generated.kind === 'stopped') return generated
  if (callsOf(gold).length * callsOf(generated).length > MAX_COMPARISONS) {
    return { kind: 'stopped', reason: 'too-many-calls' }
  }
  return {
    kind: 'scored',
    counts:
      gold.kind === 'calls' && generated.kind === 'calls'
        ? {
            tools: withFigures(countTools(gold.calls, generated.calls)),
            parameters: withFigures(countParameters(gold.calls, generated.calls)),
          }
        : undefined,
    isExecuted: !isNotExecuted({ gold, generated, hasRaised }),
    seeking: compareSeeking(gold, generated),
    hasEqualCache: isSameMultiset(summariesAfterGold, summariesAfterGenerated),
  }
}

function withFigures(counts: CompatCounts): CompatAgreement {
  return { ...counts, ...compatFigures(counts) }
}

/**
 * Whether the released evaluator counts the turn as not executable: gold has calls, and either nothing was called or the
 * code raised. Right silence is so punished where gold prints that there is nothing to do.
 */
function isNotExecuted({
  gold,
  generated,
  hasRaised,
}: Pick<CompatTurnRequest, 'gold' | 'generated' | 'hasRaised'>): boolean {
  const count = callsOf(gold).length
  return count > 0 && (hasRaised || callsOf(generated).length === 0)
}

function callsOf(side: CompatSide): readonly CompatCall[] {
  return side.kind === 'calls' ? side.calls : []
}

function compareSeeking(
  gold: CompatSide,
  generated: CompatSide,
): { readonly bleu: number; readonly doBothSeek: boolean } | undefined {
  const reference = soughtBy(gold)
  if (reference === undefined) return undefined
  const hypothesis = soughtBy(generated)
  if (hypothesis === undefined) return { bleu: 0, doBothSeek: false }
  return { bleu: sacreBleu({ hypothesis, reference }), doBothSeek: true }
}

/** Texts of all questions, joined by a space; only the first positional argument of a call counts. */
function soughtBy(side: CompatSide): string | undefined {
  const texts = callsOf(side).flatMap((call) => {
    if (call.name !== 'seek_information') return []
    const positional = call.arguments.get('no_key')
    const first =
      typeof positional === 'object' && positional?.kind === 'list' ? positional.items[0] : undefined
    return typeof first === 'string' ? [first] : []
  })
  return texts.length === 0 ? undefined : texts.join(' ')
}

function isSameMultiset(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false
  const others = [...right].sort()
  return [...left].sort().every((text, index) => text === others[index])
}
