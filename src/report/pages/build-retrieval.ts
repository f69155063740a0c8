import type { Catalog } from '../../catalog/catalog.js'
import type { Score } from '../../score/score.js'
import { toCutText } from '../items/cut-text.js'
import type { Contribution } from '../sources/contribution.js'
import { nearestTools } from './nearest-tools.js'
import type { RankedEvidence } from './ranked-evidence.js'
import type {
  Confusion,
  InternalizationRow,
  RecallCurve,
  RetrievalPage,
  ToolQuery,
  ToolView,
} from './retrieval-page.js'

const CONFUSIONS = 200
const TOOLS = 500
const QUERIES = 20
const EXAMPLES = 5
const TEXT = 1000
/** How many of the ranked count as found on a tool's page. */
const DEPTH = 5

/** Subjects that know nothing by purpose: what they take for what says nothing of the tools. */
const BASELINES: ReadonlySet<string> = new Set(['random', 'catalog-order'])

interface Named {
  readonly source: string
  readonly subject: string
  readonly benchmark: string
}

/** Absent where no source ranked tools. */
export function buildRetrieval(
  contributions: readonly Contribution[],
  catalog: Catalog | undefined,
): RetrievalPage | undefined {
  const named = contributions.flatMap(({ source, retrieval = [] }) =>
    retrieval.map((document) => ({
      about: { source: source.id, subject: document.subject, benchmark: document.benchmark },
      scores: document.scores,
    })),
  )
  const ranked = contributions
    .flatMap((one) => one.ranked ?? [])
    .filter(({ subject }) => !BASELINES.has(subject))
  if (named.length === 0 && ranked.length === 0) return undefined
  const confusions = confusionsOf(ranked)
  const tools = toolsOf(ranked, { catalog, confusions })
  return {
    curves: named.flatMap(({ about, scores }) => curvesOf(about, scores)),
    internalization: named.flatMap(({ about, scores }) => internalizationOf(about, scores)),
    service: named.flatMap(({ about, scores }) =>
      scores.filter(isService).map((score) => ({ ...about, score })),
    ),
    others: named.flatMap(({ about, scores }) =>
      scores.filter(isOther).map((score) => ({ ...about, score })),
    ),
    confusions: confusions.slice(0, CONFUSIONS),
    tools: tools.slice(0, TOOLS),
    left: {
      confusions: Math.max(0, confusions.length - CONFUSIONS),
      tools: Math.max(0, tools.length - TOOLS),
    },
  }
}

function pathOf({ metric, scorer, group }: Score): RecallCurve['path'] | undefined {
  if (metric === 'rc') return group === undefined ? 'constrained' : undefined
  if (metric === 'rf') return group === undefined ? 'free' : undefined
  if (metric !== 'recall') return undefined
  if (scorer.name.startsWith('selection-')) return 'selection'
  return group === undefined ? 'ranked' : undefined
}

function isService(score: Score): boolean {
  return score.k !== undefined && (score.group ?? '').startsWith('service')
}

function isOther(score: Score): boolean {
  return (
    score.k !== undefined &&
    score.tier === 'all' &&
    pathOf(score) === undefined &&
    score.metric !== 'is' &&
    !isService(score)
  )
}

function curvesOf(about: Named, scores: readonly Score[]): readonly RecallCurve[] {
  const curves = new Map<
    string,
    {
      readonly path: RecallCurve['path']
      readonly tier: RecallCurve['tier']
      readonly points: { readonly k: number; readonly score: Score }[]
    }
  >()
  for (const score of scores) {
    const path = pathOf(score)
    const { k, tier = 'all', group } = score
    if (path === undefined || k === undefined) continue
    const key = `${path} ${tier} ${group ?? ''}`
    const curve = curves.get(key) ?? { path, tier, points: [] }
    curve.points.push({ k, score })
    curves.set(key, curve)
  }
  return Array.from(curves.values(), (curve) => ({
    ...about,
    ...curve,
    points: curve.points.toSorted((left, right) => left.k - right.k),
  }))
}

function internalizationOf(about: Named, scores: readonly Score[]): readonly InternalizationRow[] {
  const at = (metric: string, k: number): Score | undefined =>
    scores.find(
      (score) =>
        score.metric === metric &&
        score.k === k &&
        (score.tier ?? 'all') === 'all' &&
        score.group === undefined,
    )
  const ks = [
    ...new Set(
      scores.flatMap(({ metric, k }) => ((metric === 'rc' || metric === 'rf') && k !== undefined ? [k] : [])),
    ),
  ]
  return ks
    .sort((left, right) => left - right)
    .map((k) => {
      const [rc, rf, is] = [at('rc', k), at('rf', k), at('is', k)]
      return {
        ...about,
        k,
        ...(rc === undefined ? {} : { rc }),
        ...(rf === undefined ? {} : { rf }),
        ...(is === undefined ? {} : { is }),
      }
    })
}

/** What stood first where a needed tool did not. */
function confusionsOf(ranked: readonly RankedEvidence[]): readonly Confusion[] {
  const needed = new Map<string, number>()
  const found = new Map<string, Confusion & { count: number; readonly items: string[] }>()
  for (const { source, subject, benchmark, item, needs, top } of ranked) {
    const [taken] = top
    for (const need of needs) {
      const [gold] = need
      if (gold === undefined) continue
      const of = JSON.stringify([source, subject, benchmark, gold])
      needed.set(of, (needed.get(of) ?? 0) + 1)
      if (taken === undefined || needs.some((other) => other.includes(taken))) continue
      const key = JSON.stringify([source, subject, benchmark, gold, taken])
      const known = found.get(key) ?? { source, subject, benchmark, gold, taken, count: 0, of: 0, items: [] }
      known.count++
      if (known.items.length < EXAMPLES) known.items.push(item)
      found.set(key, known)
    }
  }
  return [...found.values()]
    .map((one) => ({
      ...one,
      of: needed.get(JSON.stringify([one.source, one.subject, one.benchmark, one.gold])) ?? 0,
    }))
    .sort((left, right) => right.count - left.count || left.gold.localeCompare(right.gold, 'en'))
}

interface ToolParts {
  readonly catalog: Catalog | undefined
  readonly confusions: readonly Confusion[]
}

function toolsOf(ranked: readonly RankedEvidence[], { catalog, confusions }: ToolParts): readonly ToolView[] {
  const queries = new Map<string, ToolQuery[]>()
  for (const { source, subject, benchmark, item, query, needs, top } of ranked) {
    for (const need of needs) {
      const [name] = need
      if (name === undefined) continue
      const place = top.findIndex((one) => need.includes(one))
      const list = queries.get(name) ?? []
      list.push({
        source,
        subject,
        benchmark,
        item,
        query: toCutText(query, TEXT),
        ...(place === -1 ? {} : { rank: place + 1 }),
      })
      queries.set(name, list)
    }
  }
  const neighbours =
    catalog === undefined ? undefined : nearestTools(catalog, [...queries.keys()].slice(0, TOOLS))
  return Array.from(queries, ([name, list]): ToolView => {
    const position = catalog?.position(name)
    const tool = position === undefined ? undefined : catalog?.tools[position]
    const found = list.filter(({ rank = Number.POSITIVE_INFINITY }) => rank <= DEPTH).length
    const takenFor = takenForOf(name, confusions)
    const change = changeOf({ name, sought: list.length, found, takenFor })
    return {
      name,
      ...(tool?.description === undefined ? {} : { description: toCutText(tool.description, TEXT) }),
      ...(tool?.service === undefined ? {} : { service: tool.service }),
      sought: list.length,
      found,
      k: DEPTH,
      queries: list.toSorted((left, right) => (right.rank ?? 1e9) - (left.rank ?? 1e9)).slice(0, QUERIES),
      ...(neighbours === undefined ? {} : { neighbours: neighbours.get(name) ?? [] }),
      takenFor,
      ...(change === undefined ? {} : { change }),
    }
  }).sort(
    (left, right) => left.found / left.sought - right.found / right.sought || right.sought - left.sought,
  )
}

function takenForOf(name: string, confusions: readonly Confusion[]): ToolView['takenFor'] {
  const counts = new Map<string, number>()
  for (const { gold, taken, count } of confusions)
    if (gold === name) counts.set(taken, (counts.get(taken) ?? 0) + count)
  return Array.from(counts, ([other, count]) => ({ name: other, count }))
    .sort((left, right) => right.count - left.count)
    .slice(0, EXAMPLES)
}

/** Half of the queries missed is worth a word; which word follows from what was taken instead, unless by chance once. */
function changeOf({
  name,
  sought,
  found,
  takenFor,
}: Pick<ToolView, 'name' | 'sought' | 'found' | 'takenFor'>): string | undefined {
  if (found * 2 > sought) return undefined
  const [rival] = takenFor
  if (rival?.count === 1 && sought > 1) return undefined
  return rival === undefined
    ? `Say in the description of ${name} what its queries ask for, in their words: nothing else was taken for it, it was not found.`
    : `Say in the description of ${name} what sets it apart from ${rival.name}, which stood first in ${rival.count} of ${sought} queries.`
}
