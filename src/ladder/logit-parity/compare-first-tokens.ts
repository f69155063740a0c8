import type { TokenProbability } from '../../subject/reply.js'

export interface FirstTokenDifference {
  /** Whether both find the same token likeliest. */
  readonly isTopEqual: boolean
  /**
   * Where they do not: by how much each finds its own token likelier than the other's, the smaller of both, in nats. Near 0
   * for two tokens that are all but equally likely. Absent where a list lacks the other's.
   */
  readonly margin?: number
  /** Tokens that both list. */
  readonly shared: number
  /** Largest difference of log-probabilities over them, in nats; absent where there are none. */
  readonly largest?: number
}

/**
 * How far two lists of the likeliest first tokens differ. Tokens are the same by their ids where both lists give ids, else by
 * their texts, the mark of a leading space aside. Bounds are passed over.
 *
 * @returns undefined where a list is empty.
 */
export function compareFirstTokens(
  direct: readonly TokenProbability[],
  served: readonly TokenProbability[],
): FirstTokenDifference | undefined {
  const haveIds = [...direct, ...served].every(({ id }) => id !== undefined)
  const [left, right] = [listOf(direct, haveIds), listOf(served, haveIds)]
  const [ownTop, otherTop] = [topOf(left), topOf(right)]
  if (ownTop === undefined || otherTop === undefined) return undefined
  let shared = 0
  let largest = 0
  for (const [name, logprob] of left) {
    const other = right.get(name)
    if (other === undefined) continue
    shared++
    largest = Math.max(largest, Math.abs(logprob - other))
  }
  const isTopEqual = ownTop === otherTop
  const margins = [marginIn(left, ownTop, otherTop), marginIn(right, otherTop, ownTop)]
  const known = margins.filter((margin) => margin !== undefined)
  return {
    isTopEqual,
    ...(isTopEqual || known.length < margins.length ? {} : { margin: Math.min(...known) }),
    shared,
    ...(shared === 0 ? {} : { largest }),
  }
}

/** The first of two entries of one name counts. */
function listOf(tokens: readonly TokenProbability[], byId: boolean): ReadonlyMap<string, number> {
  const list = new Map<string, number>()
  for (const { id, text, logprob, bound } of tokens) {
    if (bound !== undefined) continue
    const name = byId ? `#${id}` : (text ?? `#${id}`).replace(/^[ ▁Ġ]/, '')
    if (!list.has(name)) list.set(name, logprob)
  }
  return list
}

function topOf(list: ReadonlyMap<string, number>): string | undefined {
  let top: string | undefined
  for (const [name, logprob] of list) {
    if (top === undefined || logprob > (list.get(top) ?? 0)) top = name
  }
  return top
}

function marginIn(list: ReadonlyMap<string, number>, top: string, other: string): number | undefined {
  const [high, low] = [list.get(top), list.get(other)]
  return high === undefined || low === undefined ? undefined : high - low
}
