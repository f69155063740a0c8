import type { BenchmarkNotice } from '../item.js'

/** What became of queries and judgements that do not fit together. */
export interface RelevanceLosses {
  /** Queries that no judgement speaks of. */
  readonly unjudged: number
  /** Queries whose judgements leave no gold. */
  readonly withoutGold: number
  /** Queries that are judged, but not in the list of queries. */
  readonly unknown: number
}

/** One notice for each kind of loss. */
export function relevanceNotices(losses: RelevanceLosses, where: string): readonly BenchmarkNotice[] {
  const notices: BenchmarkNotice[] = []
  const add = (code: string, count: number, what: string): void => {
    if (count > 0)
      notices.push({ code, what: `${count} ${count === 1 ? 'query' : 'queries'} ${what}`, where })
  }
  add('query-unjudged', losses.unjudged, 'left out: no judgement speaks of them.')
  add('query-without-gold', losses.withoutGold, 'left out: no tool is judged to answer them fully.')
  add(
    'query-unknown',
    losses.unknown,
    'judged, but not in the list of queries; their judgements are left out.',
  )
  return notices
}
