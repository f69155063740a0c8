import type { TurnRecord } from '../../../agent/turn-record.js'
import type { DialogueTurn } from '../../../benchmark/dialogue-item.js'
import { compareSlots } from './asked-slots.js'
import { compareCaches } from './cache-comparison.js'
import { alignCalls, equalArguments } from './call-alignment.js'
import { compareOrder } from './call-order.js'
import { type AlignedCalls, compareFlow, type ResultMakers } from './data-flow.js'
import type { JudgedCall } from './judged-call.js'
import type { JudgedTurn } from './judged-turn.js'
import type { SlotReader } from './question-slots.js'
import { injectedFailures } from './recovery.js'
import { compareReuse } from './result-reuse.js'
import { actOf } from './turn-act.js'
import { type AgreementCounts, type CallGroup, callGroups, type TurnVerdict } from './turn-verdict.js'

export interface TurnRequest {
  readonly gold: JudgedTurn
  readonly subject: JudgedTurn
  /** What the subject did, as recorded. */
  readonly record: TurnRecord
  readonly turn: DialogueTurn | undefined
  readonly read: SlotReader
  /** Of earlier turns; what this one made is added. */
  readonly makers: ResultMakers
}

export function judgeTurn(request: TurnRequest): TurnVerdict {
  const { gold, subject, record, turn, read, makers } = request
  const aligned: AlignedCalls = {
    gold: gold.calls,
    calls: subject.calls,
    partners: alignCalls(gold.calls, subject.calls),
  }
  const byGroup = groupCounts(gold.calls, subject.calls)
  const tools = sumOf(Object.values(byGroup))
  const counted = argumentCounts(aligned)
  const flow = compareFlow(aligned, makers)
  const cache = compareCaches(gold, subject)
  const slots = compareSlots({ gold, subject, turn, read })
  const act = { gold: actOf(gold), subject: actOf(subject) }
  const endsRight = cache.goldAdds > 0 && cache.isSameAddedProvenance && cache.isSameAddedRows
  const verdict = {
    turn: record.turn,
    ...(turn?.label === undefined ? {} : { label: turn.label }),
    act,
    tools,
    byGroup,
    arguments: counted,
    flow,
    order: compareOrder(aligned),
    cache,
    slots,
    reuse: compareReuse(gold, subject, makers),
    execution: {
      isExpected: gold.calls.length > 0,
      isAttempted: isAttempt(subject),
      fault: subject.error?.fault,
    },
    effort: effortOf(gold, subject, record),
    failures: injectedFailures(record, endsRight),
  }
  makers.addTurn(record.turn, aligned)
  const isSound = subject.error === undefined && act.gold === act.subject && isWhole(slots)
  return {
    ...verdict,
    isCorrect: isSound && isWhole(tools) && isWhole(counted) && isWhole(flow) && cache.isSameAddedProvenance,
    hasRightOutcome: isSound && cache.isSameAddedRows,
  }
}

/** Code that does not parse is an attempt; silence, words without code, and saying that nothing is to be done are none. */
function isAttempt({ calls, isReadable, error }: JudgedTurn): boolean {
  return calls.length > 0 || error?.fault === 'syntax' || (isReadable && error !== undefined)
}

function isWhole({ right, asked, given }: AgreementCounts): boolean {
  return right === asked && right === given
}

function groupOf({ role }: JudgedCall): CallGroup {
  return role === 'save' || role === 'get' ? 'cache' : role
}

/** Calls by name, each as often as it is made, by group of tools. */
function groupCounts(
  gold: readonly JudgedCall[],
  calls: readonly JudgedCall[],
): Readonly<Record<CallGroup, AgreementCounts>> {
  const counts = Object.fromEntries(
    callGroups.map((group) => [group, { right: 0, asked: 0, given: 0 }]),
  ) as Record<CallGroup, { right: number; asked: number; given: number }> // one entry a group
  const left = new Map<string, number>()
  for (const call of gold) {
    counts[groupOf(call)].asked++
    left.set(call.tool, (left.get(call.tool) ?? 0) + 1)
  }
  for (const call of calls) {
    const group = counts[groupOf(call)]
    group.given++
    const open = left.get(call.tool) ?? 0
    if (open === 0) continue
    left.set(call.tool, open - 1)
    group.right++
  }
  return counts
}

function sumOf(parts: readonly AgreementCounts[]): AgreementCounts {
  const sum = { right: 0, asked: 0, given: 0 }
  for (const { right, asked, given } of parts) {
    sum.right += right
    sum.asked += asked
    sum.given += given
  }
  return sum
}

function argumentCounts({ gold, calls, partners }: AlignedCalls): TurnVerdict['arguments'] {
  let right = 0
  let rightFolded = 0
  for (const [place, call] of calls.entries()) {
    const partner = gold[partners[place] as number]
    if (partner === undefined) continue
    const { exact, folded } = equalArguments(partner, call)
    right += exact
    rightFolded += folded
  }
  const countOf = (list: readonly JudgedCall[]): number =>
    list.reduce((sum, call) => sum + call.arguments.length, 0)
  return { right, rightFolded, asked: countOf(gold), given: countOf(calls) }
}

function effortOf(gold: JudgedTurn, subject: JudgedTurn, { steps }: TurnRecord): TurnVerdict['effort'] {
  const rowsOf = ({ calls }: JudgedTurn): number =>
    calls.reduce((sum, { rows, role }) => sum + (role === 'get' ? 0 : (rows ?? 0)), 0)
  const tokens = (kind: 'promptTokens' | 'completionTokens'): number | undefined => {
    const told = steps.flatMap(({ usage }) => usage?.[kind] ?? [])
    return told.length === 0 ? undefined : told.reduce((sum, count) => sum + count, 0)
  }
  return {
    calls: subject.tried,
    goldCalls: gold.tried,
    rows: rowsOf(subject),
    goldRows: rowsOf(gold),
    steps: steps.length,
    durationMs: steps.reduce((sum, { durationMs }) => sum + durationMs, 0),
    promptTokens: tokens('promptTokens'),
    completionTokens: tokens('completionTokens'),
  }
}
