import type { BatteryId, LadderCase } from '../../ladder-case.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'
import type { HarnessView } from '../harness-view.js'

/** Batteries that lack the declaration on purpose, or need none. */
const WITHOUT: ReadonlySet<BatteryId> = new Set<BatteryId>(['no-preamble', 'neutral', 'qualitative'])

/**
 * Whether the cases declare their tools as training did. Without the declaration a subject is asked something that it
 * never saw, and its failure says nothing: unmeasured, not failed.
 */
export const preamblePresent = defineHarnessCheck({
  id: 'preamble-present',
  looksAt: 'whether the cases declare their tools',
  codes: ['preamble-missing', 'preamble-foreign'],
  // A corpus that declares nowhere what it calls was trained without a declaration.
  applies: ({ evidence, sets }) =>
    evidence.corpus.toolsIn !== 'calls' && (sets.length > 0 || evidence.cases.some(isJudged)),
  run(view) {
    const judged = view.evidence.cases.filter(isJudged)
    const lacking = judged.filter((one) => !declares(one))
    const foreign = foreignFindings(view)
    if (lacking.length === 0) return { findings: foreign }
    return {
      findings: [
        ...foreign,
        findingOf({
          code: 'preamble-missing',
          // A few may be meant; from half of them on the subject was asked without its tools.
          severity: 2 * lacking.length >= judged.length ? 'blocking' : 'warn',
          what: `${lacking.length} of ${judged.length} cases do not declare their tools, which training always did: what is asked there was never trained.`,
          cases: lacking.map(({ id }) => id),
        }),
      ],
    }
  },
})

/** Tests whose harness tells of the tools in other words than training did. */
function foreignFindings({ evidence: { corpus }, sets }: HarnessView): readonly RungFinding[] {
  if (corpus.toolsIn !== 'preamble') return []
  const trained = new Set(
    corpus.examples.flatMap(({ messages }) =>
      messages.flatMap(({ role, content }) =>
        role === 'system' && content !== undefined ? [content.trim()] : [],
      ),
    ),
  )
  return sets
    .filter(({ set, rule }) => set.items.some((item) => rule.goldOf(item)?.kind === 'tool'))
    .filter(({ set: { system } }) => system !== undefined && !trained.has(system.trim()))
    .map(({ set }) =>
      findingOf({
        code: 'preamble-foreign',
        severity: 'warn',
        what: `The system message of ${set.name} is none that the corpus was trained with: what it scores is how the subject does with a strange declaration of tools.`,
        cases: [],
        count: set.items.length,
      }),
    )
}

/** Items of tests by keywords have no gold, and their harness has a system message of its own. */
function isJudged({ battery, tools, gold }: LadderCase): boolean {
  return !WITHOUT.has(battery) && gold !== undefined && tools.length > 0
}

/**
 * Whether the request offers the tools, or messages before the last of the user name them: those that gold calls, or any
 * where gold calls none. Tools that were given beside a corpus may go beyond what its declaration holds.
 */
function declares({ messages, tools, offersTools, gold }: LadderCase): boolean {
  if (offersTools) return true
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const before = messages.slice(0, last === -1 ? messages.length : last)
  const isNamed = (name: string): boolean => before.some(({ content }) => content?.includes(name) === true)
  const wanted = gold?.calls ?? []
  return wanted.length === 0
    ? tools.some(({ name }) => isNamed(name))
    : wanted.every(({ name }) => isNamed(name))
}
