import { distinctExamples } from '../../../corpus/distinct-examples.js'
import { quoted } from '../../../text/printable.js'
import { wordsOf } from '../../../text/shingles.js'
import type { RungTable } from '../../rung.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf, listed } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'
import type { HarnessView, ReadySet } from '../harness-view.js'
import { ordinaryWords } from '../ordinary-words.js'

/** Keywords of one set that are looked for; a test of labels or tools has some dozen. */
const MAX_KEYWORDS = 500
/** Distinct words of the texts that are looked through; beyond it the list of ordinary words must do. */
const MAX_WORDS = 50_000
const LETTERS = /^\p{L}{2,}$/u

/** Keywords that stand inside other words: `apt` inside "captura". A reply that uses such a word is credited for it. */
export const substringTraps = defineHarnessCheck({
  id: 'substring-traps',
  looksAt: 'ordinary words that hold a keyword',
  codes: ['keyword-inside-words'],
  applies: ({ sets }) => sets.length > 0,
  run(view) {
    const words = wordsAround(view)
    const rows: RungTable['rows'][number][] = []
    const findings: RungFinding[] = []
    for (const ready of view.sets) {
      const traps = keywordsOf(ready).flatMap((keyword) => {
        const holding = words.filter((word) => word.length > keyword.length && word.includes(keyword))
        // A word that begins with it is most often a form of it; one that hides it is a trap for sure.
        const hidden = holding.filter((word) => !word.startsWith(keyword))
        return holding.length === 0
          ? []
          : [{ keyword, hidden, forms: holding.filter((word) => word.startsWith(keyword)) }]
      })
      const { name } = ready.set
      for (const { keyword, hidden, forms } of traps) {
        rows.push([name, keyword, hidden.length, listed(hidden, 4), forms.length, listed(forms, 3)])
      }
      const hiding = traps.filter(({ hidden }) => hidden.length > 0)
      if (hiding.length === 0) continue
      const shown = hiding
        .slice(0, 4)
        .map(({ keyword, hidden }) => `${quoted(keyword)} in ${listed(hidden, 2)}`)
      findings.push(
        findingOf({
          code: 'keyword-inside-words',
          severity: 'warn',
          what: `${hiding.length} keywords of ${name} stand inside ordinary words: ${listed(shown, 4)}. Replies are credited for such words.`,
          cases: [],
          count: hiding.length,
        }),
      )
    }
    return {
      findings,
      tables:
        rows.length === 0
          ? []
          : [
              {
                id: 'substring-traps',
                title: 'Keywords inside ordinary words',
                columns: ['test', 'keyword', 'inside words', 'e.g.', 'begins words', 'for example'],
                rows,
                note: 'Looked for in a list of English and Spanish words of our own and in the words of the corpus and the tests.',
              },
            ],
    }
  },
})

/** Keywords of letters that belong to more than one item; ids and numbers hide in no words. */
function keywordsOf({ set, rule }: ReadySet): readonly string[] {
  const counts = new Map<string, number>()
  for (const item of set.items) {
    for (const word of new Set(rule.wordsOf(item))) {
      const keyword = word.trim().toLowerCase()
      if (LETTERS.test(keyword)) counts.set(keyword, (counts.get(keyword) ?? 0) + 1)
    }
  }
  const least = set.items.length === 1 ? 1 : 2
  return Array.from(counts)
    .filter(([, count]) => count >= least)
    .slice(0, MAX_KEYWORDS)
    .map(([keyword]) => keyword)
}

function wordsAround(view: HarnessView): readonly string[] {
  const words = new Set(ordinaryWords)
  const take = (text: string): void => {
    if (words.size >= MAX_WORDS) return
    for (const word of wordsOf(text)) if (LETTERS.test(word)) words.add(word)
  }
  for (const { set } of view.sets) for (const { prompt } of set.items) take(prompt)
  for (const { example } of distinctExamples(view.evidence.corpus)) {
    take(example.prompt)
    if (example.answer.calls.length === 0) take(example.answer.text)
  }
  return [...words]
}
