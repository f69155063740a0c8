import type { LedgerRow } from '../run/sample-ledger.js'
import type { ChoiceOutcome } from './choice-outcome.js'

/** How often each method was used. More than one in a benchmark makes its scores a mixture. */
export function methodCounts(rows: readonly LedgerRow<ChoiceOutcome>[]): Readonly<Record<string, number>> {
  return countBy(rows, ({ method }) => method)
}

/** How often each rule decided, by what it led to: `chosen letter`, `unreadable no-label`, … */
export function readingCounts(rows: readonly LedgerRow<ChoiceOutcome>[]): Readonly<Record<string, number>> {
  return countBy(rows, ({ kind, rule }) => `${kind} ${rule}`)
}

interface ListedAnswer {
  variant?: string
  trial: number
  gold: string
  label?: string
  kind: ChoiceOutcome['kind']
  rule: string
}

/** The answers of one item, as scores list them. */
export function answersOf(rows: readonly LedgerRow<ChoiceOutcome>[]): {
  readonly answers: readonly object[]
} {
  return {
    answers: rows.map(({ variant, trial, outcome: { gold, label, kind, rule } }) => {
      const answer: ListedAnswer = { trial, gold, kind, rule }
      if (variant !== undefined) answer.variant = variant
      if (label !== undefined) answer.label = label
      return answer
    }),
  }
}

function countBy(
  rows: readonly LedgerRow<ChoiceOutcome>[],
  nameOf: (outcome: ChoiceOutcome) => string,
): Readonly<Record<string, number>> {
  // Outcomes that are alike are mostly one object.
  const alike = new Map<ChoiceOutcome, number>()
  for (const { outcome } of rows) alike.set(outcome, (alike.get(outcome) ?? 0) + 1)
  const counts = new Map<string, number>()
  for (const [outcome, count] of alike) {
    const name = nameOf(outcome)
    counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)))
}
