import type { CallTask } from '../../benchmark/call-item.js'
import { nullCallers } from '../../benchmark/nulls/index.js'
import { judgeCalls, readOutputOf } from '../../score/calls/call-verdict.js'
import { OutputReader } from '../../score/calls/read-output.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { AskedPath, CaseReading } from '../case-reading.js'
import { evalCaseId } from '../eval-cases.js'
import type { KeywordSet } from '../keyword-set.js'
import type { KeywordRule } from '../keyword-tests/keyword-rule.js'
import { keywordRuleOf } from '../keyword-tests/rules/index.js'
import { type BatteryId, caseTask, type LadderCase } from '../ladder-case.js'
import type { LadderEvidence } from '../ladder-evidence.js'

/** The two lenient rules. */
export const lenientRules = ['anywhere', 'released'] as const
export type LenientRule = (typeof lenientRules)[number]

/** One answer to a case that needs a call, by the lenient rules and by the strict reading. */
export interface CallAnswer {
  readonly anywhere: boolean
  readonly released: boolean
  /** A call in canonical form, of the tools of gold and no others. */
  readonly strict: boolean
}

/** A case that needs a call, with all its answers on one path. */
export interface CallRow {
  readonly case: LadderCase
  /** With the tool that is right as its gold, where a test by keywords knows no arguments. */
  readonly task: CallTask
  readonly answers: readonly CallAnswer[]
}

/** Batteries whose calls a keyword scorer could judge, in the order of tables. */
export const callBatteries: readonly BatteryId[] = ['eval', 'verbatim', 'novel', 'unseen']

/** What the items of a test by keywords ask for, by id of the case. */
interface KeywordCase {
  readonly rule: KeywordRule
  readonly item: KeywordSet['items'][number]
  readonly tool: string
}

/** Answers to all cases that need a call, in the order of the cases. */
export function callRows(evidence: LadderEvidence, path: AskedPath): readonly CallRow[] {
  const asked = keywordCases(evidence.keywordSets)
  const rows = new Map<
    string,
    { readonly case: LadderCase; readonly task: CallTask; readonly answers: CallAnswer[] }
  >()
  for (const reading of evidence.readings) {
    if (reading.path !== path || !callBatteries.includes(reading.case.battery)) continue
    const { id } = reading.case
    const keyword = asked.get(id)
    const task =
      rows.get(id)?.task ?? caseTask(reading.case) ?? (keyword && toolTask(reading.case, keyword.tool))
    if (task === undefined || task.gold.calls.length === 0) continue
    const row = rows.get(id) ?? { case: reading.case, task, answers: [] }
    row.answers.push(answerOf(reading, task, keyword))
    rows.set(id, row)
  }
  return [...rows.values()]
}

function answerOf(reading: CaseReading, task: CallTask, keyword: KeywordCase | undefined): CallAnswer {
  const verdict = reading.verdict ?? judgeCalls(task, readOutputOf(reading.parsing))
  const strict = verdict.outcome === 'called' && verdict.selection
  if (keyword === undefined) {
    const { anywhere = false, released = false } = verdict.keyword ?? {}
    return { anywhere, released, strict }
  }
  const credit = keyword.rule.credit(keyword.item, saidBy(reading))
  const credits = (rule: LenientRule): boolean =>
    credit.kind === 'credit' &&
    credit.values[keyword.rule.measures.findIndex(({ name }) => name === rule)] === 1
  return { anywhere: credits('anywhere'), released: credits('released'), strict }
}

/** What a harness that reads texts sees. */
export function saidBy({ text, spokenText }: Pick<CaseReading, 'text' | 'spokenText'>): string {
  return spokenText ?? text
}

function keywordCases(sets: readonly KeywordSet[]): ReadonlyMap<string, KeywordCase> {
  const cases = new Map<string, KeywordCase>()
  for (const set of sets) {
    // Call items have a gold of their own, arguments and all.
    if (set.tasks !== undefined) continue
    const rule = keywordRuleOf(set)
    for (const item of set.items) {
      const gold = rule.goldOf(item)
      if (gold?.kind === 'tool') cases.set(evalCaseId(set, item), { rule, item, tool: gold.value })
    }
  }
  return cases
}

/** The case with a call of the tool as its gold; of the arguments nothing is known, so that only selection is read. */
function toolTask(one: LadderCase, tool: string): CallTask | undefined {
  const gold = { calls: [{ name: tool, json: {}, arguments: new Map() }], order: 'any' as const }
  return caseTask({ ...one, gold })
}

/** What a null caller earns on rows, one value a row. */
export interface NullCallerColumns extends Readonly<Record<LenientRule | 'strict', readonly number[]>> {
  readonly id: string
}

/** Null callers on the rows, without the one that knows the right tool. */
export function nullCallerColumns(rows: readonly CallRow[], dialect: Dialect): readonly NullCallerColumns[] {
  const tasks = rows.map(({ task }) => task)
  const reader = new OutputReader({ dialect })
  return nullCallers
    .filter(({ id }) => id !== 'name-in-prose')
    .map(({ id, prepare }) => {
      const answer = prepare(tasks)
      const verdicts = tasks.map((task) => judgeCalls(task, reader.readNull(task, answer(task))))
      const column = (
        right: (verdict: (typeof verdicts)[number]) => boolean | undefined,
      ): readonly number[] => verdicts.map((verdict) => (right(verdict) === true ? 1 : 0))
      return {
        id,
        anywhere: column(({ keyword }) => keyword?.anywhere),
        released: column(({ keyword }) => keyword?.released),
        strict: column(({ outcome, selection }) => outcome === 'called' && selection),
      }
    })
}
