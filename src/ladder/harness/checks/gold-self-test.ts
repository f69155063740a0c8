import { judgeCalls } from '../../../score/calls/call-verdict.js'
import { OutputReader } from '../../../score/calls/read-output.js'
import { goldExample } from '../../../validity/gold-example.js'
import { caseTask, type LadderCase } from '../../ladder-case.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf, listed } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'
import type { HarnessView, ReadySet } from '../harness-view.js'

/** Entries of a `$oneOf` that are tried before gold is given up. */
const MAX_CHOICES = 8

/** Whether the right answer scores 1: nobody does better than what the scorer thinks of gold itself. */
export const goldSelfTest = defineHarnessCheck({
  id: 'gold-self-test',
  looksAt: 'whether the gold answer itself scores 1',
  codes: ['gold-not-credited', 'harness-crashes'],
  applies: ({ sets, evidence }) => sets.length > 0 || evidence.cases.length > 0,
  run: (view) => ({ findings: [...view.sets.flatMap(setFindings), ...caseFindings(view)] }),
})

function setFindings({ set, rule }: ReadySet): readonly RungFinding[] {
  const failed = new Map<string, string[]>()
  const crashed: { readonly id: string; readonly error: string; readonly reason: string }[] = []
  for (const item of set.items) {
    const id = `${set.name}/${item.id}`
    const gold = rule.goldReply(item)
    if (gold === undefined) continue
    const credit = rule.credit(item, gold)
    if (credit.kind === 'crash') {
      crashed.push({ id, ...credit })
      continue
    }
    for (const [at, { name }] of rule.measures.entries()) {
      if ((credit.values[at] ?? 0) >= 1) continue
      const list = failed.get(name)
      if (list === undefined) failed.set(name, [id])
      else list.push(id)
    }
  }
  const [crash] = crashed
  return [
    ...Array.from(failed, ([name, ids]) =>
      findingOf({
        code: 'gold-not-credited',
        severity: 'warn',
        what: `${ids.length} of ${set.items.length} items of ${set.name} do not give 1 for "${name}" when they are answered with their own gold.`,
        cases: ids,
      }),
    ),
    ...(crash === undefined
      ? []
      : [
          findingOf({
            code: 'harness-crashes',
            severity: 'warn',
            what: `${crashed.length} items of ${set.name} stop the released harness with ${crash.error}: ${crash.reason}.`,
            cases: crashed.map(({ id }) => id),
          }),
        ]),
  ]
}

function caseFindings({ batteries, evidence: { dialect } }: HarnessView): readonly RungFinding[] {
  const reader = new OutputReader({ dialect })
  return Array.from(batteries, ([battery, cases]) => {
    const judged = cases.filter(({ gold }) => gold !== undefined)
    const failed = judged.filter((one) => !isCredited(one, reader))
    if (failed.length === 0) return []
    const tools = [...new Set(failed.flatMap(({ gold }) => gold?.calls.map(({ name }) => name) ?? []))]
    return [
      findingOf({
        code: 'gold-not-credited',
        severity: 2 * failed.length >= judged.length ? 'blocking' : 'warn',
        what: `${failed.length} of ${judged.length} cases of the battery ${battery} do not pass with their own gold, written in the dialect ${dialect.id}: ${listed(tools)}.`,
        cases: failed.map(({ id }) => id),
      }),
    ]
  }).flat()
}

function isCredited(one: LadderCase, reader: OutputReader): boolean {
  const task = caseTask(one)
  if (task === undefined) return true
  const { calls } = task.gold
  if (calls.length === 0) return judgeCalls(task, reader.readNull(task, { kind: 'text', text: 'No.' })).exact
  const hasChoice = calls.some(({ json }) => JSON.stringify(json).includes('"$oneOf"'))
  for (let choice = 0; choice < (hasChoice ? MAX_CHOICES : 1); choice++) {
    const said = calls.map(({ name, json }) => ({ name, arguments: goldExample(json, choice) }))
    if (judgeCalls(task, reader.readNull(task, { kind: 'calls', calls: said })).exact) return true
  }
  return false
}
