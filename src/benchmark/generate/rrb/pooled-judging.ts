import type { Catalog } from '../../../catalog/catalog.js'
import type { Tool } from '../../../catalog/tool.js'
import type { RetrieverIndex } from '../../../retrieval/retriever.js'
import type { EligibleTools } from '../eligible-tools.js'
import { type Judgement, type JudgeRequest, judgeTools, type ToolVerdict } from './judge-tools.js'

export interface PooledRequest extends Omit<JudgeRequest, 'tools'> {
  readonly catalog: Catalog
  readonly eligible: EligibleTools
  /** Each ranks the whole catalog for the query; their first `depth` tools are judged. */
  readonly rankers: readonly RetrieverIndex[]
  readonly depth: number
  readonly batch: number
  /** More near-duplicates of what serves it than these are not judged: the request is refused. */
  readonly mostAlike: number
  /** What was judged before; their verdicts hold for tools that say the same, word for word. */
  readonly known: readonly ToolVerdict[]
}

export type PooledJudgement =
  | {
      readonly kind: 'verdicts'
      /** Of the tools that were judged, those known before included. */
      readonly verdicts: readonly ToolVerdict[]
      /** The same, and those of tools that say the same as one of them. */
      readonly all: readonly ToolVerdict[]
      /** Tools judged here. */
      readonly judged: number
    }
  | Extract<Judgement, { kind: 'refused' }>
  | { readonly kind: 'refused'; readonly reason: 'class-too-large' }

/**
 * Looks for tools of the whole catalog that serve a request as well as those known: the first ones of every ranking and
 * the near-duplicates of what serves it fully are judged like the pool was, in batches. Of tools that say the same, word
 * for word, one is judged for all. A batch without a whole answer refuses the request: what was not judged may be gold.
 */
export async function judgePooled(request: PooledRequest): Promise<PooledJudgement> {
  const { catalog, eligible, known, batch, step, mostAlike } = request
  const verdicts: ToolVerdict[] = [...known]
  const judged = new Set(known.map(({ tool }) => catalog.position(tool.name) ?? -1))
  const isJudged = (candidate: number): boolean =>
    judged.has(candidate) || [...judged].some((other) => eligible.isSame(candidate, other))
  let waiting: Iterable<number> = [...alike(known, request), ...(await ranked(request))]
  let number = 1
  let nearDuplicates = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const positions: number[] = []
    for (const candidate of waiting) {
      if (isJudged(candidate)) continue
      judged.add(candidate)
      positions.push(candidate)
    }
    if (round > 1) nearDuplicates += positions.length
    if (nearDuplicates > mostAlike) return { kind: 'refused', reason: 'class-too-large' }
    const found: ToolVerdict[] = []
    for (let start = 0; start < positions.length; start += batch) {
      const tools = positions.slice(start, start + batch).map((position) => catalog.tools[position] as Tool) // of the catalog
      const judgement = await judgeTools({ ...request, tools, step: `${step}-${number++}` })
      if (judgement.kind === 'refused') return judgement
      found.push(...judgement.verdicts)
    }
    verdicts.push(...found)
    waiting = alike(found, request)
  }
  return {
    kind: 'verdicts',
    verdicts,
    all: withTwins(verdicts, request),
    judged: verdicts.length - known.length,
  }
}

/** Near-duplicates of what is found are judged too, and those of what is found then. */
const ROUNDS = 3

/** The first tools of every ranking, each once. */
async function ranked({
  rankers,
  depth,
  query,
  catalog,
  eligible,
  id,
}: PooledRequest): Promise<ReadonlySet<number>> {
  const positions = new Set<number>()
  for (const ranker of depth > 0 ? rankers : []) {
    const [ranking = []] = await ranker.rank([{ id, query, k: depth }])
    for (const { name } of ranking.slice(0, depth)) {
      const position = catalog.position(name)
      if (position !== undefined && eligible.isEligible(position)) positions.add(position)
    }
  }
  return positions
}

/** Near-duplicates of what serves the request fully. */
function alike(
  verdicts: readonly ToolVerdict[],
  { depth, catalog, eligible }: PooledRequest,
): ReadonlySet<number> {
  const positions = new Set<number>()
  for (const { tool, grade } of depth > 0 ? verdicts : []) {
    if (grade !== 'fully') continue
    const group = eligible.classes[catalog.position(tool.name) ?? -1]
    for (const member of (group === undefined ? undefined : eligible.members.get(group)) ?? [])
      positions.add(member)
  }
  return positions
}

/** Gives tools that say the same, word for word, the verdict of the one that was judged. */
function withTwins(
  verdicts: readonly ToolVerdict[],
  { catalog, eligible }: PooledRequest,
): readonly ToolVerdict[] {
  const all = new Map(verdicts.map((verdict) => [verdict.tool.name, verdict]))
  for (const verdict of verdicts) {
    if (verdict.grade === 'no') continue
    const position = catalog.position(verdict.tool.name)
    if (position === undefined) continue
    for (const member of eligible.members.get(eligible.classes[position] ?? -1) ?? []) {
      const tool = catalog.tools[member] as Tool // a position of the catalog
      if (!all.has(tool.name) && eligible.isSame(position, member)) all.set(tool.name, { ...verdict, tool })
    }
  }
  return [...all.values()]
}
