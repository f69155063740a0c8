import { distinctExamples } from '../../corpus/distinct-examples.js'
import { findEntities } from '../../corpus/entities.js'
import { isCallAnswer, isForeign } from '../../corpus/statistics/example-calls.js'
import type { CorpusExample, ToolCorpus } from '../../corpus/tool-corpus.js'
import { stratified } from '../../ladder/batteries/stratified.js'
import { type RandomStream, randomStream } from '../../numeric/random.js'
import { MOST_OF_ONE_TOOL, type OwnCounts } from './quotas.js'
import type { RepairPart, RepairRow } from './repair-row.js'
import { apiContent } from './written-call.js'

/** Rows of the corpus by what becomes of them. */
export interface OwnRows {
  readonly rows: readonly RepairRow[]
  /** Distinct examples of the corpus. */
  readonly distinct: number
  /** Repeats that are not written again. */
  readonly repeats: number
  /** Distinct examples whose call the strict reading refuses. */
  readonly unreadable: number
  /** Distinct examples that call a tool which is not declared. */
  readonly undeclared: number
}

/** The corpus without repeats and without calls that no repair should teach. */
export function ownRows(corpus: ToolCorpus): OwnRows {
  const rows: RepairRow[] = []
  let repeats = 0
  let unreadable = 0
  let undeclared = 0
  const distinct = distinctExamples(corpus)
  for (const { example, count } of distinct) {
    repeats += count - 1
    const isCall = isCallAnswer(example.answer)
    if (isCall && example.answer.calls.length === 0) unreadable++
    else if (isCall && isForeign(example)) undeclared++
    else rows.push(rowOf(example, corpus))
  }
  return { rows, distinct: distinct.length, repeats, unreadable, undeclared }
}

function rowOf(example: CorpusExample, { dialect, toolsIn }: ToolCorpus): RepairRow {
  const { id, messages, prompt, tools, answer } = example
  const isRecorded = dialect.isApi === true && answer.calls.length > 0
  const calls = isRecorded
    ? answer.calls.map((call, at) => ({ ...call, id: call.id ?? `call_${at + 1}` }))
    : answer.calls
  return {
    part: partOf(example),
    from: 'corpus',
    before: messages,
    prompt,
    ...(toolsIn === 'record' ? { tools } : {}),
    answer: { text: isRecorded ? apiContent(answer.text) : answer.text, calls, isRecorded },
    origin: id,
  }
}

function partOf({ answer, prompt }: CorpusExample): RepairPart {
  if (answer.calls.length > 1) return 'multi-call'
  if (answer.calls.length === 1) return 'call'
  return findEntities(prompt).length > 0 ? 'no-call' : 'chat'
}

export function ownCounts(rows: readonly RepairRow[]): OwnCounts {
  const byPart = new Map<RepairPart, number>()
  const byTool = new Map<string, number>()
  for (const { part, answer } of rows) {
    byPart.set(part, (byPart.get(part) ?? 0) + 1)
    const tool = answer.calls[0]?.name
    if (part === 'call' && tool !== undefined) byTool.set(tool, (byTool.get(tool) ?? 0) + 1)
  }
  return { byPart, byTool }
}

/**
 * As many rows as each part has room for, and of one tool at most 1.5 times its equal share of the rows with one call, in
 * the order of the corpus; which ones is drawn.
 */
export function withinQuotas(
  rows: readonly RepairRow[],
  { quotas, seed }: { readonly quotas: ReadonlyMap<RepairPart, number>; readonly seed: number },
): readonly RepairRow[] {
  const { byTool } = ownCounts(rows)
  const ofCalls = quotas.get('call') ?? 0
  const ofTool = Math.ceil((MOST_OF_ONE_TOOL * ofCalls) / Math.max(1, byTool.size))
  const random = randomStream(seed, 'repair own rows')
  const kept = new Set<RepairRow>()
  for (const [part, quota] of quotas) {
    const own = rows.filter((row) => row.part === part)
    for (const row of partWithin(own, { quota, ofTool: part === 'call' ? ofTool : quota, random }))
      kept.add(row)
  }
  return rows.filter((row) => kept.has(row))
}

function partWithin(
  rows: readonly RepairRow[],
  {
    quota,
    ofTool,
    random,
  }: { readonly quota: number; readonly ofTool: number; readonly random: RandomStream },
): readonly RepairRow[] {
  const counts = new Map<string, number>()
  const toolOf = ({ answer }: RepairRow): string => answer.calls[0]?.name ?? ''
  return stratified(rows, { groupOf: toolOf, random })
    .filter((row) => {
      const count = (counts.get(toolOf(row)) ?? 0) + 1
      counts.set(toolOf(row), count)
      return count <= ofTool
    })
    .slice(0, quota)
}
