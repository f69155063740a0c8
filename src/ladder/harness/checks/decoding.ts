import type { KeywordSet } from '../../keyword-set.js'
import type { BatteryId } from '../../ladder-case.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf, listed } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'
import { penaltyLoss } from '../penalty-loss.js'

/** Batteries whose answers are to be the likeliest ones. */
const GREEDY: ReadonlySet<BatteryId> = new Set<BatteryId>([
  'verbatim',
  'novel',
  'unseen',
  'suppression',
  'unseen-tools',
  'multi-call',
])

/** Whether answers are the likeliest ones, and how the harness of a test decodes where that is known. */
export const decoding = defineHarnessCheck({
  id: 'decoding',
  looksAt: 'sampling and penalties that change what is measured',
  codes: ['answers-sampled', 'penalty-in-harness'],
  applies: ({ evidence, sets }) =>
    evidence.cases.length > 0 || sets.some(({ set }) => set.decoding !== undefined),
  run({ evidence: { cases }, sets }) {
    const sampled = cases.filter(
      ({ battery, asking }) => GREEDY.has(battery) && (asking.settings?.temperature ?? 0) > 0,
    )
    const findings: RungFinding[] = []
    if (sampled.length > 0) {
      findings.push(
        findingOf({
          code: 'answers-sampled',
          severity: 'warn',
          what: `${sampled.length} cases of batteries that ask for the likeliest answer are sampled: their answers vary with the seed.`,
          cases: sampled.map(({ id }) => id),
        }),
      )
    }
    return { findings: [...findings, ...penaltyFindings(sets.map(({ set }) => set))] }
  },
})

/** One for each penalty, which names all sets whose harness has it. */
function penaltyFindings(sets: readonly KeywordSet[]): readonly RungFinding[] {
  const byPenalty = new Map<number, KeywordSet[]>()
  for (const set of sets) {
    const { repeatPenalty, penalizesPrompt } = set.decoding ?? {}
    if (repeatPenalty === undefined || repeatPenalty <= 1 || penalizesPrompt !== true) continue
    byPenalty.set(repeatPenalty, [...(byPenalty.get(repeatPenalty) ?? []), set])
  }
  return [...byPenalty].map(([penalty, group]) =>
    findingOf({
      code: 'penalty-in-harness',
      severity: 'info',
      what: `The harness of ${listed(
        group.map(({ name }) => name),
        20,
      )} divides the logits of all tokens of the prompt by ${penalty}: ${penaltyLoss(penalty)}. Published scores of it can be too low as well; the ladder asks without it.`,
      cases: [],
      count: group.reduce((sum, { items }) => sum + items.length, 0),
    }),
  )
}
