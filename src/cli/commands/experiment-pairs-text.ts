import { valueWithInterval } from '../../report/score-text.js'
import { countText, percent } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { PairsDocument } from './experiment-documents.js'
import { intervalNotes } from './interval-notes.js'

/** Confusions in the table. */
const TABLE = 20
const NAME = 44

/** What came before the tool that was expected, the most frequent first. */
export function textOfPairs(document: PairsDocument): string {
  const { items, pairs, untold, queries, subject, result } = document
  const made = `${countText(items)} items of ${countText(pairs)} confusable pairs, queries from ${queries === 'benchmark' ? 'the benchmark' : 'the tools’ own texts: who fails these fails real ones'}.`
  const silent =
    untold.length === 0
      ? ''
      : `Left out: ${countText(untold.length)} tools whose text says too little, or what a rival says.\n`
  if (result === undefined) return `${made}\n${silent}`
  const [selection, forbidden] = result.scores
  const values = [selection, forbidden].map((score) =>
    score?.kind === 'scored' ? valueWithInterval(score) : 'unscored',
  )
  const shown = result.confusions.slice(0, TABLE)
  const table =
    shown.length === 0
      ? 'No tool came before the one that was expected.\n'
      : renderTable({
          columns: [
            { title: 'expected', maxWidth: NAME },
            { title: 'fired', maxWidth: NAME },
            { title: 'items', align: 'right' },
            { title: 'words for it' },
          ],
          rows: shown.map(({ expected, fired, items: confused, words }) => [
            expected,
            fired,
            countText(confused),
            words.map(({ word, weight }) => `${word} ${weight.toFixed(1)}`).join(', '),
          ]),
        })
  const rest = result.confusions.length - shown.length
  const lines = [
    ...(rest > 0 ? [`and ${countText(rest)} more confusions`] : []),
    ...intervalNotes(result.scores),
    ...(result.unmeasured.length > 0 ? [`Unmeasured: ${countText(result.unmeasured.length)} items.`] : []),
    'Worth testing: say in both texts of a pair when to use which, then compare the catalogs with `assay experiment catalog`.',
  ]
  const share = forbidden?.kind === 'scored' ? percent(forbidden.value) : '–'
  return `A tool that must not fire did in ${share} % of the items (${printable(subject ?? '')}).\nselection ${values[0]}, forbidden ${values[1]}\n${made}\n${silent}\n${table}\n${lines.join('\n')}\n`
}
