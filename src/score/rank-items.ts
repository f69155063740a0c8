import type { ResolvedItem } from '../benchmark/resolve.js'
import { InputError } from '../errors.js'
import type { Ranking, RankRequest, Retriever, RetrieverIndex } from '../retrieval/retriever.js'

/** An item, and what a retriever is asked for it. */
export interface Asked {
  readonly item: ResolvedItem
  readonly request: RankRequest
}

/** Queries in one request: enough for an endpoint that embeds in batches, few enough to keep rankings out of memory. */
const BATCH = 100

/** Parts what an index has an answer to from the ids of what it has none to. */
export function splitCovered<T extends Asked>(
  index: RetrieverIndex,
  asked: readonly T[],
): { readonly covered: readonly T[]; readonly uncovered: readonly string[] } {
  const covered: T[] = []
  const uncovered: string[] = []
  for (const one of asked) {
    if (index.covers?.(one.request) ?? true) covered.push(one)
    else uncovered.push(one.item.item.id)
  }
  return { covered, uncovered }
}

/**
 * Ranks in batches and gives the rankings in order, so that no more than a batch of them is in memory.
 *
 * @param progress called after each batch; what it throws ends the ranking.
 * @throws {InputError} `ranking-invalid` when the index gives fewer rankings than it was asked for: an answer that is
 * missing must never pass for a ranking without hits.
 */
export async function* rankAll<T extends Asked>(
  index: RetrieverIndex,
  asked: readonly T[],
  progress: (done: number) => Promise<void>,
): AsyncGenerator<readonly [asked: T, ranking: Ranking]> {
  for (let from = 0; from < asked.length; from += BATCH) {
    const batch = asked.slice(from, from + BATCH)
    const rankings = await index.rank(batch.map(({ request }) => request))
    for (const [at, one] of batch.entries()) {
      const ranking = rankings[at]
      if (ranking === undefined) {
        throw new InputError({
          code: 'ranking-invalid',
          what: `A retriever gave ${rankings.length} rankings for ${batch.length} queries.`,
          fix: 'Correct the retriever: one ranking a query, in order.',
        })
      }
      yield [one, ranking]
    }
    await progress(from + batch.length)
  }
}

/** A retriever that has no answer to some items, where all are wanted. */
export function answersMissing({ id }: Retriever, itemIds: readonly string[]): InputError {
  const shown = itemIds.slice(0, 5).join(', ')
  return new InputError({
    code: 'answers-missing',
    what: `${id} has no answer to ${itemIds.length} of the items: ${shown}${itemIds.length > 5 ? ', …' : ''}.`,
    fix: 'Add the missing answers, or pass --partial to score the others alone.',
  })
}
