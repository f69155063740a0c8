import type { AlignedCalls } from './data-flow.js'
import { hasComparedArguments } from './dialogue-tools.js'
import type { JudgedCall } from './judged-call.js'

export interface OrderCounts {
  /** Pairs of calls that gold has in some order though neither feeds the other, and both of which the subject made. */
  readonly pairs: number
  /** Of these, pairs in gold's order less pairs in the other: Kendall's τ is `agreement` / `pairs`. */
  readonly agreement: number
}

/** How far independent calls keep gold's order. Information: only dependencies matter. */
export function compareOrder({ gold, calls, partners }: AlignedCalls): OrderCounts {
  const aligned: number[] = []
  for (const [place, { role }] of calls.entries()) {
    const partner = partners[place] as number
    if (partner !== -1 && hasComparedArguments(role)) aligned.push(partner)
  }
  if (aligned.length < 2) return { pairs: 0, agreement: 0 }
  const feeders = feedersOf(gold)
  let pairs = 0
  let agreement = 0
  for (const [at, earlier] of aligned.entries()) {
    for (const later of aligned.slice(at + 1)) {
      if (feeders[later]?.has(earlier) || feeders[earlier]?.has(later)) continue
      pairs++
      agreement += earlier < later ? 1 : -1
    }
  }
  return { pairs, agreement }
}

/** For each call the places of all that feed it, directly or through others. */
function feedersOf(calls: readonly JudgedCall[]): readonly ReadonlySet<number>[] {
  const all: Set<number>[] = []
  for (const { sources } of calls) {
    const own = new Set<number>()
    for (const { from } of sources) {
      if (typeof from !== 'number') continue
      own.add(from)
      for (const further of all[from] ?? []) own.add(further)
    }
    all.push(own)
  }
  return all
}
