import { type Tier, tiers } from '../../benchmark/item.js'
import type { ResolvedItem } from '../../benchmark/resolve.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { QueryAnswer } from '../../parametric/query-answer.js'
import type { Ranking } from '../../retrieval/retriever.js'
import { judgeChance, judgeIdeal, judgeRanking, soughtInCatalog } from '../judged-item.js'
import { type Column, scoreMeans } from '../mean-score.js'
import type { Score, ScoreSubject } from '../score.js'
import { recall } from '../scorers/recall.js'
import { type InternalizationScore, internalizationScores } from './internalization.js'
import { serviceItem, servicesOf, servicesRanked } from './service-level.js'

export interface ParametricRequest {
  readonly catalog: Catalog
  /** Items that can be reached. */
  readonly items: readonly ResolvedItem[]
  readonly answers: ReadonlyMap<string, QueryAnswer>
  /** Depths, each 1 upward. */
  readonly ks: readonly number[]
  /** Tools that decoding can reach, for chance. */
  readonly candidates: number
  /** Whether to score services, too: those of the tools that were found against those of the gold. */
  readonly services: boolean
  readonly seed: number
  readonly resamples: number
  /** Put into `group`, e.g. `beams 10`. */
  readonly group?: string
}

/** One query in `items` of scores: what `assay compare` pairs, and tables over several files read. */
export interface RecallRow {
  readonly id: string
  readonly kind: 'parametric'
  readonly tier: Tier
  readonly cluster?: string
  /** `rc@k`, `rf@k`, `free-validity`, `tool-mass`, each in [0, 1]; what was not measured is absent. */
  readonly values: Readonly<Record<string, number>>
  /** One entry a need: the names that meet it. */
  readonly gold: readonly (readonly string[])[]
  /** Gold tools that were found at the largest depth, by the way of decoding. */
  readonly found: { readonly constrained?: readonly string[]; readonly free?: readonly string[] }
}

export interface ParametricScores {
  readonly scores: readonly (Score | InternalizationScore)[]
  readonly rows: readonly RecallRow[]
}

/**
 * Rc@k, Rf@k and IS@k for all tiers together and each, over the queries that have the lists; the share of free outputs that
 * are tools; the probability of tools at the first step.
 */
export function scoreParametric(request: ParametricRequest): ParametricScores {
  const { catalog, items, answers, services, candidates } = request
  const held = items.flatMap((item): Held[] => {
    const answer = answers.get(item.item.id)
    return answer === undefined ? [] : [heldOf(item, answer, catalog)]
  })
  const scores = scoreLevel(held, candidates, undefined, request)
  const rows = held.map((one) => rowOf(one, request))
  if (!services) return { scores, rows }
  const serviceOf = servicesOf(catalog)
  const byService = held.map(
    ({ item, constrained, free, ...rest }): Held => ({
      ...rest,
      item: serviceItem(item, serviceOf),
      ...(constrained === undefined ? {} : { constrained: servicesRanked(constrained, serviceOf) }),
      ...(free === undefined ? {} : { free: servicesRanked(free, serviceOf) }),
    }),
  )
  const count = new Set(serviceOf.values()).size
  return { scores: [...scores, ...scoreLevel(byService, count, 'service', request)], rows }
}

/** An item with what was decoded for it. */
interface Held {
  readonly item: ResolvedItem
  readonly constrained?: readonly string[]
  readonly free?: readonly string[]
  readonly validity?: number
  readonly toolMass?: number
}

function heldOf(item: ResolvedItem, { constrained, free, toolMass }: QueryAnswer, { tools }: Catalog): Held {
  const namesOf = (positions: readonly number[]): readonly string[] =>
    // No tool is called so: what the catalog lacks only takes a place.
    positions.map((position) => tools[position]?.name ?? `\u0000 ${position}`)
  const isCounted = free !== undefined && free.returned > 0
  return {
    item,
    ...(constrained === undefined ? {} : { constrained: namesOf(constrained) }),
    ...(free === undefined ? {} : { free: namesOf(free.tools) }),
    ...(isCounted ? { validity: (free.returned - free.nonTools) / free.returned } : {}),
    ...(toolMass === undefined ? {} : { toolMass }),
  }
}

/** Scores that decoding gives in its own order: no ties. */
function rankingOf(names: readonly string[]): Ranking {
  return names.map((name, place) => ({ name, score: names.length - place }))
}

function recallAt(
  names: readonly string[],
  item: ResolvedItem,
  { k, candidates }: { readonly k: number; readonly candidates: number },
): number {
  return recall.score(judgeRanking(rankingOf(names), soughtInCatalog(item, candidates)), k)
}

function scoreLevel(
  held: readonly Held[],
  candidates: number,
  level: string | undefined,
  request: ParametricRequest,
): readonly (Score | InternalizationScore)[] {
  const group = [request.group, level].filter((part) => part !== undefined).join(', ')
  const hasConstrained = held.some(({ constrained }) => constrained !== undefined)
  const hasFree = held.some(({ free }) => free !== undefined)
  return (['all', ...tiers] as const).flatMap((tier) => {
    const members = held.filter(({ item }) => tier === 'all' || item.tier === tier)
    const place: Place = { tier, group: group === '' ? undefined : group, candidates, request }
    return [
      ...(hasConstrained ? recallScores(members, 'constrained', place) : []),
      ...(hasFree ? recallScores(members, 'free', place) : []),
      ...(hasConstrained && hasFree ? ratioScores(members, place) : []),
      ...(level === undefined ? shareScores(members, place) : []),
    ]
  })
}

interface Place {
  readonly tier: Tier | 'all'
  readonly group: string | undefined
  readonly candidates: number
  readonly request: ParametricRequest
}

const SCORERS = {
  rc: { name: 'rc', version: 1 },
  rf: { name: 'rf', version: 1 },
  is: { name: 'is', version: 1 },
  'free-validity': { name: 'free-validity', version: 1 },
  'tool-mass': { name: 'tool-mass', version: 1 },
} as const

function aboutOf(
  metric: keyof typeof SCORERS,
  unit: string,
  { tier, group }: Place,
  k?: number,
): ScoreSubject {
  return {
    metric,
    ...(k === undefined ? {} : { k }),
    tier,
    ...(group === undefined ? {} : { group }),
    unit,
    better: 'higher',
    scorer: SCORERS[metric],
  }
}

function recallScores(members: readonly Held[], way: 'constrained' | 'free', place: Place): readonly Score[] {
  const { candidates, request } = place
  const metric = way === 'constrained' ? 'rc' : 'rf'
  const listed = members.flatMap(({ item, [way]: names }) => (names === undefined ? [] : [{ item, names }]))
  const bounds = listed.map(({ item }) => {
    const sought = soughtInCatalog(item, candidates)
    return { chance: judgeChance(sought), ideal: judgeIdeal(sought) }
  })
  const columns = request.ks.map(
    (k): Column => ({
      about: aboutOf(metric, 'share of needs', place, k),
      values: listed.map(({ item, names }) => recallAt(names, item, { k, candidates })),
      chance: bounds.map(({ chance }) => recall.score(chance, k)),
      ceiling: bounds.map(({ ideal }) => recall.score(ideal, k)),
    }),
  )
  return meansOf(columns, listed, place, metric)
}

function ratioScores(members: readonly Held[], place: Place): readonly InternalizationScore[] {
  const { candidates, request, tier, group } = place
  const both = members.flatMap(({ item, constrained, free }) =>
    constrained === undefined || free === undefined ? [] : [{ item, constrained, free }],
  )
  return internalizationScores({
    columns: request.ks.map((k) => ({
      about: aboutOf('is', 'ratio Rf/Rc', place, k),
      pairs: both.map(({ item, constrained, free }) => ({
        itemId: item.item.id,
        cluster: item.item.cluster,
        constrained: recallAt(constrained, item, { k, candidates }),
        free: recallAt(free, item, { k, candidates }),
      })),
    })),
    seed: request.seed,
    resamples: request.resamples,
    label: `${group ?? 'tools'} ${tier}`,
  })
}

function shareScores(members: readonly Held[], place: Place): readonly Score[] {
  const kinds = [
    ['free-validity', 'validity', 'share of free outputs that are tools'],
    ['tool-mass', 'toolMass', 'probability of first tokens of tools'],
  ] as const
  return kinds.flatMap(([metric, key, unit]) => {
    const told = members.flatMap(({ item, [key]: value }) => (value === undefined ? [] : [{ item, value }]))
    if (told.length === 0) return []
    const column = { about: aboutOf(metric, unit, place), values: told.map(({ value }) => value) }
    return meansOf([column], told, place, metric)
  })
}

function meansOf(
  columns: readonly Column[],
  items: readonly { readonly item: ResolvedItem }[],
  { tier, group, request }: Place,
  label: string,
): readonly Score[] {
  return scoreMeans({
    columns,
    clusters: items.map(({ item }) => item.item.cluster),
    seed: request.seed,
    resamples: request.resamples,
    label: `${label} ${group ?? 'tools'} ${tier}`,
  })
}

function rowOf({ item, constrained, free, validity, toolMass }: Held, request: ParametricRequest): RecallRow {
  const { ks, candidates } = request
  const byDepth = (
    metric: 'rc' | 'rf',
    names: readonly string[] | undefined,
  ): readonly (readonly [string, number])[] =>
    names === undefined ? [] : ks.map((k) => [`${metric}@${k}`, recallAt(names, item, { k, candidates })])
  const gold = new Set(item.needs.flat())
  const foundIn = (names: readonly string[]): readonly string[] =>
    names.slice(0, Math.max(...ks)).filter((name) => gold.has(name))
  const { id, cluster } = item.item
  return {
    id,
    kind: 'parametric',
    tier: item.tier,
    ...(cluster === undefined ? {} : { cluster }),
    values: {
      ...Object.fromEntries([...byDepth('rc', constrained), ...byDepth('rf', free)]),
      ...(validity === undefined ? {} : { 'free-validity': validity }),
      ...(toolMass === undefined ? {} : { 'tool-mass': toolMass }),
    },
    gold: item.needs,
    found: {
      ...(constrained === undefined ? {} : { constrained: foundIn(constrained) }),
      ...(free === undefined ? {} : { free: foundIn(free) }),
    },
  }
}
