import { quoted } from '../../../text/printable.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf, listed } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'
import type { HarnessView, ReadySet } from '../harness-view.js'

/** Whether what is right can be said at all: labels that the rule finds, tools that are declared and trained. */
export const vocabulary = defineHarnessCheck({
  id: 'vocabulary',
  looksAt: 'whether gold is among the labels and tools that can be answered',
  codes: ['gold-outside-vocabulary', 'tool-never-expected', 'tool-never-trained', 'gold-undeclared'],
  applies: ({ sets, evidence }) => sets.length > 0 || evidence.cases.length > 0,
  run: (view) => ({
    findings: [...view.sets.flatMap((ready) => setFindings(view, ready)), ...caseFindings(view)],
  }),
})

function setFindings(view: HarnessView, { set, rule }: ReadySet): readonly RungFinding[] {
  const golds = set.items.map((item) => ({ id: `${set.name}/${item.id}`, gold: rule.goldOf(item) }))
  const known = rule.vocabulary
  const outside = golds.filter(({ gold }) => gold !== undefined && known?.includes(gold.value) === false)
  const tools = golds.filter(({ gold }) => gold?.kind === 'tool')
  return [
    ...(outside.length === 0
      ? []
      : [
          findingOf({
            code: 'gold-outside-vocabulary',
            severity: 'warn',
            what: `${outside.length} items of ${set.name} are right with ${listed(distinct(outside.map(({ gold }) => quoted(gold?.value ?? ''))))}, which the rule does not look for.`,
            cases: outside.map(({ id }) => id),
          }),
        ]),
    ...(tools.length === 0 ? [] : toolFindings(view, { set, rule }, tools)),
  ]
}

type GoldRow = { readonly id: string; readonly gold: ReturnType<ReadySet['rule']['goldOf']> }

function toolFindings(
  view: HarnessView,
  { set, rule }: ReadySet,
  golds: readonly GoldRow[],
): readonly RungFinding[] {
  const expected = new Set(golds.flatMap(({ gold }) => (gold === undefined ? [] : [gold.value])))
  const idle = (rule.vocabulary ?? []).filter((name) => !expected.has(name))
  const trained = view.trainedTools
  const strange = distinct([...(rule.vocabulary ?? []), ...expected]).filter((name) => !trained.has(name))
  const { system } = set
  const undeclared = system === undefined ? [] : [...expected].filter((name) => !system.includes(name))
  return [
    ...toolFinding('tool-never-expected', 'info', idle, `${set.name} looks for tools that no item expects: `),
    ...(trained.size === 0
      ? []
      : toolFinding(
          'tool-never-trained',
          'warn',
          strange,
          `${set.name} has tools that the corpus never declares or calls: `,
        )),
    ...toolFinding(
      'gold-undeclared',
      'warn',
      undeclared,
      `${set.name} expects tools that its system message does not name: `,
    ),
  ]
}

function toolFinding(
  code: string,
  severity: RungFinding['severity'],
  names: readonly string[],
  what: string,
): readonly RungFinding[] {
  if (names.length === 0) return []
  return [findingOf({ code, severity, what: `${what}${listed(names)}.`, cases: [], count: names.length })]
}

function caseFindings({ batteries }: HarnessView): readonly RungFinding[] {
  return Array.from(batteries, ([battery, cases]) => {
    const calling = cases.filter(({ gold }) => gold !== undefined && gold.calls.length > 0)
    const outside = calling.filter(
      ({ gold, tools }) => gold?.calls.some((call) => !tools.some(({ name }) => name === call.name)) === true,
    )
    if (outside.length === 0) return []
    return [
      findingOf({
        code: 'gold-outside-vocabulary',
        severity: 2 * outside.length >= calling.length ? 'blocking' : 'warn',
        what: `${outside.length} of ${calling.length} calls of the battery ${battery} are of a tool that is not declared there, so that no answer can be right.`,
        cases: outside.map(({ id }) => id),
      }),
    ]
  }).flat()
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
