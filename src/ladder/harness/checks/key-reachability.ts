import type { RungFinding } from '../../rung-finding.js'
import { findingOf } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'
import { type HarnessView, promptOfCase } from '../harness-view.js'

/** So many prompts must be there before it is a fault that all are one. */
const MIN_FOR_CONSTANT = 5

/** Whether what is asked holds the item's own text: a misspelt key leaves an empty prompt, and every answer scores alike. */
export const keyReachability = defineHarnessCheck({
  id: 'key-reachability',
  looksAt: 'whether the prompts that are built hold the text of their items',
  codes: ['prompt-empty', 'prompt-constant', 'prompt-lacks-item'],
  applies: ({ sets, evidence }) => sets.length > 0 || evidence.cases.length > 0,
  run: (view) => ({ findings: groupsOf(view).flatMap(groupFindings) }),
})

interface PromptGroup {
  readonly name: string
  readonly prompts: readonly { readonly id: string; readonly built: string; readonly own: string }[]
}

function groupsOf(view: HarnessView): readonly PromptGroup[] {
  const sets = view.sets.map(({ set, rule }) => ({
    name: set.name,
    prompts: set.items.map((item) => ({
      id: `${set.name}/${item.id}`,
      built: rule.promptOf(item),
      own: item.prompt,
    })),
  }))
  const batteries = Array.from(view.batteries, ([battery, cases]) => ({
    name: `the battery ${battery}`,
    prompts: cases.map((one) => ({ id: one.id, built: promptOfCase(one), own: promptOfCase(one) })),
  }))
  return [...sets, ...batteries]
}

function groupFindings({ name, prompts }: PromptGroup): readonly RungFinding[] {
  const empty = prompts.filter(({ built, own }) => built.trim() === '' || own.trim() === '')
  const lacking = prompts.filter(({ built, own }) => own.trim() !== '' && !built.includes(own))
  const first = prompts[0]?.built
  const isConstant = prompts.length >= MIN_FOR_CONSTANT && prompts.every(({ built }) => built === first)
  const idsOf = (list: PromptGroup['prompts']): readonly string[] => list.map(({ id }) => id)
  // A few spoil their own items; from half of them on the whole measures something else.
  const severityOf = (count: number): 'blocking' | 'warn' =>
    2 * count >= prompts.length ? 'blocking' : 'warn'
  return [
    ...(empty.length === 0
      ? []
      : [
          findingOf({
            code: 'prompt-empty',
            severity: severityOf(empty.length),
            what: `${empty.length} of ${prompts.length} prompts of ${name} are empty: the member that holds the text is not the one that is read.`,
            cases: idsOf(empty),
          }),
        ]),
    ...(isConstant && empty.length === 0
      ? [
          findingOf({
            code: 'prompt-constant',
            severity: 'blocking',
            what: `All ${prompts.length} prompts of ${name} are the same text, so that answers cannot depend on the item.`,
            cases: idsOf(prompts),
          }),
        ]
      : []),
    ...(lacking.length === 0
      ? []
      : [
          findingOf({
            code: 'prompt-lacks-item',
            severity: severityOf(lacking.length),
            what: `${lacking.length} of ${prompts.length} prompts of ${name} do not hold the text of their item.`,
            cases: idsOf(lacking),
          }),
        ]),
  ]
}
