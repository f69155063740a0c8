import {
  type Clause,
  countLine,
  filterSummary,
  type Noun,
  searchSummary,
  withoutCount,
} from '../../../src/agent/tables/summary.js'
import { STRICT_SUMMARIES, type SummaryStyle } from '../../../src/agent/tables/table-tools.js'
import type { TravelFault } from '../faults.js'

const HIDDEN = ['has_kids_club', 'has_city_view_rooms_present']

/** Summaries that leave out what those of the released tools leave out; the words are those of strict summaries. */
export function summariesWith(faults: ReadonlySet<TravelFault>): SummaryStyle {
  if (faults.size === 0) return STRICT_SUMMARIES
  return {
    search: ({ noun, clauses, count }) =>
      withCount(
        searchSummary(noun, shown(clauses, faults), ''),
        countLine(count, noun),
        count > 0 || !faults.has('no-count-at-zero'),
      ),
    filter: ({ noun, prior, clauses, count }) => {
      const isSilent = faults.has('silent-clauses')
      const said = shown(clauses, faults).filter(({ parameter }) => !(isSilent && parameter.type === 'date'))
      const body = filterSummary(prior, said, '')
      const text = faults.has('no-fingerprint')
        ? body.replace(/(\n|^)Filter of [0-9a-f]+(?=[^\n]*\n$)/, '$1Filter')
        : body
      return withCount(text, lastLine(noun, count, faults), count > 0 || !faults.has('no-count-at-zero'))
    },
  }
}

/** What stands behind a summary without its count. */
function withCount(text: string, count: string, isShown: boolean): string {
  return isShown ? `${text}${count}` : withoutCount(text).trimEnd()
}

/** Filtered attractions are counted in words that no later filter takes away. */
function lastLine(noun: Noun, count: number, faults: ReadonlySet<TravelFault>): string {
  if (noun.one !== 'attraction' || !faults.has('attraction-count-kept')) return countLine(count, noun)
  return `${count} ${count === 1 ? noun.one : noun.many} match.`
}

function shown(clauses: readonly Clause[], faults: ReadonlySet<TravelFault>): readonly Clause[] {
  return clauses.filter(({ parameter, value }) => {
    if (faults.has('hidden-amenities') && HIDDEN.includes(parameter.name)) return false
    return !(faults.has('silent-clauses') && value === false)
  })
}
