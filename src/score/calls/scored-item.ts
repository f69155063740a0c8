import type { Level, Outcome } from '../../toolcall/parsed-call.js'
import type { CallVerdict } from './call-verdict.js'

/** A verdict as documents give it; what does not apply is left out. */
export interface ScoredItem
  extends Pick<CallVerdict, 'expects' | 'match' | 'exact' | 'selection' | 'lenientSelection'> {
  readonly outcome: Outcome
  readonly level: Level
  readonly arguments?: boolean | undefined
  readonly schemaValid?: boolean | undefined
  readonly wellFormed?: boolean | undefined
  readonly keyword?: CallVerdict['keyword']
  /** Whether each gold call has an equal partner. */
  readonly perCall: readonly boolean[]
  readonly calls: Pick<CallVerdict['counts'], 'gold' | 'emitted' | 'equal' | 'missing' | 'extra' | 'repeated'>
  readonly argumentCounts: { readonly right: number; readonly asked: number; readonly given: number }
  /** Forbidden tools that were called; absent where there were none. */
  readonly forbidden?: readonly string[]
}

export function scoredItem({
  counts,
  perCall,
  forbids: _known,
  forbidden,
  ...verdict
}: CallVerdict): ScoredItem {
  const { gold, emitted, equal, missing, extra, repeated, rightArguments, askedArguments, givenArguments } =
    counts
  return {
    ...verdict,
    perCall: perCall.map(({ isEqual }) => isEqual),
    calls: { gold, emitted, equal, missing, extra, repeated },
    argumentCounts: { right: rightArguments, asked: askedArguments, given: givenArguments },
    ...(forbidden.length === 0 ? {} : { forbidden }),
  }
}
