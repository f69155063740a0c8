import type { Catalog } from '../catalog/catalog.js'
import type { Ranking } from '../retrieval/retriever.js'
import type { StoredSample } from '../run/sample-lines.js'
import { judgeCalls } from '../score/calls/call-verdict.js'
import type { OutputReader } from '../score/calls/read-output.js'
import { spokenText } from '../score/choice/spoken-text.js'
import { type JudgedItem, judgeRanking, type Sought } from '../score/judged-item.js'
import { saidBy } from '../score/run/sample-said.js'
import { readSelection } from '../score/run/selection-reading.js'
import { recall, rPrecision } from '../score/scorers/recall.js'
import type { SideItem } from './carry-items.js'
import { type ItemAnswer, NAMED } from './item-answer.js'

type RetrievalSide = Extract<SideItem, { kind: 'retrieval' }>

export interface RankingJudge {
  readonly side: RetrievalSide
  /** Tools that could be ranked. */
  readonly candidates: number
  /** Depth; absent: as many as the item has needs. */
  readonly k?: number
}

/** A ranking of a retriever held against gold. Ties count by expectation over their orders. */
export function judgeRanked(ranking: Ranking, { side, candidates, k }: RankingJudge): ItemAnswer {
  const judged = judgeRanking(ranking, soughtBy(side, candidates))
  const best = judged.goldBlocks[0]
  return {
    value: shareFound(judged, k),
    named: ranking.slice(0, NAMED).map(({ name }) => name),
    ...(best === undefined ? {} : { rank: best.offset + 1 }),
    ...forbiddenAbove(ranking, side),
  }
}

function soughtBy({ resolved }: RetrievalSide, candidates: number): Sought {
  return { needs: resolved.needs, grades: undefined, candidates }
}

function shareFound(judged: JudgedItem, k: number | undefined): number {
  return k === undefined ? rPrecision.score(judged, judged.needs.length) : recall.score(judged, k)
}

/** Chance that a forbidden tool stands above the best of gold: ½ under a tie of the two. */
function forbiddenAbove(ranking: Ranking, { item, resolved }: RetrievalSide): Pick<ItemAnswer, 'forbidden'> {
  const { forbidden = [] } = item
  if (forbidden.length === 0) return {}
  const bestOf = (names: readonly string[]): number => {
    const wanted = new Set(names)
    return ranking.find(({ name }) => wanted.has(name))?.score ?? Number.NEGATIVE_INFINITY
  }
  const gold = bestOf(resolved.needs.flat())
  const rival = bestOf(forbidden)
  return { forbidden: rival > gold ? 1 : rival === gold ? 0.5 : 0 }
}

export interface SampleJudge {
  readonly side: SideItem
  readonly catalog: Catalog
  readonly reader: OutputReader
  /** Whether messages are read, not texts. */
  readonly readsMessages: boolean
  readonly k?: number
}

/** What a model said held against gold; undefined where it said nothing that can be judged. */
export function judgeSample(sample: StoredSample, judge: SampleJudge): ItemAnswer | undefined {
  const { side } = judge
  return side.kind === 'retrieval'
    ? judgeSelection(sample, { ...judge, side })
    : judgeCall(sample, { ...judge, side })
}

function judgeSelection(
  { output }: StoredSample,
  { side, catalog, k }: SampleJudge & { readonly side: RetrievalSide },
): ItemAnswer | undefined {
  if (output === undefined) return undefined
  const spoken = spokenText(output)
  const { names } = readSelection(spoken.kind === 'text' ? spoken.text : '', catalog).strict
  const ranking = names.map((name, index) => ({ name, score: names.length - index }))
  const [first] = names
  const isGold = new Set(side.resolved.needs.flat())
  const { forbidden = [] } = side.item
  return {
    ...judgeRanked(ranking, { side, candidates: catalog.tools.length, ...(k === undefined ? {} : { k }) }),
    falseCall: first !== undefined && !isGold.has(first),
    ...(forbidden.length === 0
      ? {}
      : { forbidden: first !== undefined && forbidden.includes(first) ? 1 : 0 }),
  }
}

function judgeCall(
  { output, item, where }: StoredSample,
  {
    side: { tasks },
    reader,
    readsMessages,
  }: SampleJudge & { readonly side: Extract<SideItem, { kind: 'call' }> },
): ItemAnswer | undefined {
  if (output === undefined) return undefined
  const said = saidBy(output, readsMessages) ?? { kind: 'text', text: '' }
  const stopReason = output.stopReason === 'length' ? 'length' : 'stop'
  const [first] = tasks
  const read = reader.read(first, { id: item, said, stopReason, where })
  const verdicts = tasks.map((task) => judgeCalls(task, read))
  const isRight = ({ expects, selection, match }: (typeof verdicts)[number]): boolean =>
    expects === 'none' ? match : selection
  const isGold = new Set(tasks.flatMap(({ gold }) => gold.calls.map(({ name }) => name)))
  const named = read.calls.map(({ name }) => name)
  const rank = named.findIndex((name) => isGold.has(name)) + 1
  return {
    value: verdicts.some(isRight) ? 1 : 0,
    falseCall: named.some((name) => !isGold.has(name)),
    named: named.slice(0, NAMED),
    ...(rank === 0 ? {} : { rank }),
    ...(first.forbidden.length === 0
      ? {}
      : { forbidden: verdicts.some(({ forbidden }) => forbidden.length > 0) ? 1 : 0 }),
  }
}
