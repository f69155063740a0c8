import { ownWords } from '../benchmark/generate/own-words.js'
import { nullRankers } from '../benchmark/nulls/null-rankers.js'
import { resolveItems } from '../benchmark/resolve.js'
import type { Finding, RankedItem, ScoreTable, SectionReport } from '../report/document.js'
import { bm25 } from '../retrieval/retrievers/bm25.js'
import type { Score, ScoredValue } from '../score/score.js'
import { scoreRetrieval } from '../score/score-retrieval.js'
import { percentInterval, percentText } from '../text/number-text.js'
import { type AuditMaterial, defineSection } from './section.js'

/** Subjects that are there to show what knowing nothing scores. */
const BASELINES: ReadonlySet<string> = new Set(['random', 'catalog-order'])

/** Items with nothing right at the top that a report names. */
const EVIDENCE = 5

/**
 * Whether subjects find the tools that a query needs, by depth and tier, beside chance and ceiling. Without a benchmark of
 * retrieval items, tools are looked for by their own words.
 */
export const retrievalSection = defineSection({
  id: 'retrieval',
  title: 'Retrieval',
  missing(material) {
    if (!hasItems(material)) {
      return ownWords(material.catalog, material.seed) === undefined
        ? 'no benchmark holds retrieval items, and the tools say too little to be looked for by their own words'
        : undefined
    }
    return material.retrievers.length === 0 ? 'no subject is a retriever' : undefined
  },
  async run(given) {
    const material = hasItems(given) ? given : withOwnWords(given)
    const tables: ScoreTable[] = []
    const ranked: RankedItem[] = []
    const findings: Finding[] = []
    for (const benchmark of material.benchmarks) {
      const { items } = resolveItems(benchmark.items, material.catalog)
      if (items.length === 0) continue
      const hasPools = items.some(({ pool }) => pool !== undefined)
      for (const retriever of material.retrievers) {
        const { k: ks, catalog, seed, resamples, notify, pause } = material
        const request = {
          retriever,
          catalog,
          items,
          ks,
          pool: hasPools,
          partial: true,
          nulls: nullRankers,
          seed,
          resamples,
          notify,
          pause,
        }
        const { scores, tops, uncovered } = await scoreRetrieval(request)
        const table = { subject: retriever.id, benchmark: benchmark.name, scores }
        tables.push(table)
        const rows = tops.map(({ item, names }) => ({
          subject: retriever.id,
          benchmark: benchmark.name,
          item: item.item.id,
          query: item.item.query,
          tier: item.tier,
          needs: item.needs,
          top: names,
        }))
        ranked.push(...rows)
        findings.push(...findingsOf(table, rows), ...uncoveredFinding(table, uncovered))
      }
    }
    if (material !== given) findings.push(...ownWordFindings(ranked))
    return reportOf(material, { tables, ranked, findings })
  },
})

function hasItems({ benchmarks }: AuditMaterial): boolean {
  return benchmarks.some(({ items }) => items.some(({ kind }) => kind === 'retrieval'))
}

function withOwnWords(material: AuditMaterial): AuditMaterial {
  const { catalog, seed, retrievers } = material
  const own = ownWords(catalog, seed)
  return {
    ...material,
    benchmarks: own === undefined ? [] : [own],
    retrievers: retrievers.length === 0 ? [bm25()] : retrievers,
  }
}

/** Tools that stand behind another one when they are looked for by what they say of themselves. */
function ownWordFindings(rows: readonly RankedItem[]): readonly Finding[] {
  const [first] = rows
  const easy = rows.filter(({ tier, subject }) => tier === 'easy' && subject === first?.subject)
  const behind = easy.flatMap(({ needs, top }) => {
    const [need = []] = needs
    const [found] = top
    return found === undefined || need.includes(found) ? [] : [{ tool: need[0] ?? '', found }]
  })
  const pairs = behind.slice(0, EVIDENCE).map(({ tool, found }) => `${tool} behind ${found}`)
  return [
    ...(behind.length === 0
      ? []
      : [
          {
            weight: 'warn' as const,
            text: `${behind.length} of ${easy.length} tools do not come first by their own first sentence (${first?.subject}): ${pairs.join('; ')}${behind.length > pairs.length ? '; …' : ''}. Say in each what the other does not do.`,
            evidence: behind.map(({ tool }) => tool),
          },
        ]),
    {
      weight: 'info',
      text: 'No benchmark here holds queries: they are what the tools say of themselves, which finds more than what users say. Next: assay benchmark generate rrb, or queries of your own as JSONL.',
      evidence: [],
    },
  ]
}

interface Measured {
  readonly tables: readonly ScoreTable[]
  readonly ranked: readonly RankedItem[]
  readonly findings: readonly Finding[]
}

function reportOf({ k }: AuditMaterial, { tables, ranked, findings }: Measured): SectionReport {
  const headlines = tables.flatMap((table) => {
    const score = primary(table.scores, headlineDepth(k))
    return score === undefined ? [] : [{ table, score }]
  })
  const best = headlines.toSorted((left, right) => right.score.value - left.score.value)[0]
  return {
    id: 'retrieval',
    title: 'Retrieval',
    verdict:
      best === undefined
        ? 'unmeasured'
        : findings.some(({ weight }) => weight === 'warn')
          ? 'mixed'
          : 'measured',
    summary:
      best === undefined
        ? 'No item could be scored: the catalog has none of the gold.'
        : `${best.table.subject} finds ${spoken(best.score)} of the needed tools of ${best.table.benchmark} in its first ${best.score.k}.`,
    findings,
    tables,
    details: { kind: 'retrieval', items: ranked },
  }
}

/** The depth that sentences speak of: 5 where it was measured, else the depth nearest to it. */
function headlineDepth(ks: readonly number[]): number {
  return ks.reduce((best, k) => (Math.abs(k - 5) < Math.abs(best - 5) ? k : best))
}

function primary(scores: readonly Score[], k: number): ScoredValue | undefined {
  return scores.find(
    (score): score is ScoredValue =>
      score.kind === 'scored' &&
      score.metric === 'recall' &&
      score.group === undefined &&
      score.tier === 'all' &&
      score.k === k,
  )
}

function findingsOf(table: ScoreTable, rows: readonly RankedItem[]): readonly Finding[] {
  const ks = table.scores.flatMap(({ metric, k }) => (metric === 'recall' && k !== undefined ? [k] : []))
  if (ks.length === 0) return []
  const k = headlineDepth(ks)
  const score = primary(table.scores, k)
  if (score === undefined) return []
  const name = `${table.subject} on ${table.benchmark}`
  const findings: Finding[] = []
  const low = (score.interval ?? score.itemInterval)?.[0]
  findings.push(...floorFinding(name, { score, weight: BASELINES.has(table.subject) ? 'info' : 'warn' }))
  const isAtChance = low !== undefined && score.chance !== undefined && low <= score.chance
  if (isAtChance) {
    const isBaseline = BASELINES.has(table.subject)
    findings.push({
      weight: isBaseline ? 'info' : 'warn',
      text: `${name}: recall@${k} ${spoken(score)} is not above chance (${percent(score.chance)})${isBaseline ? ', as a baseline should be' : ''}.`,
      evidence: [],
    })
  }
  const missed = rows.filter(
    ({ needs, top }) => !needs.some((need) => need.some((tool) => top.includes(tool))),
  )
  if (missed.length > 0 && !isAtChance) {
    findings.push({
      weight: 'info',
      text: `${name}: nothing right among the first ten for ${missed.length} of ${rows.length} items.`,
      evidence: missed.slice(0, EVIDENCE).map(({ item }) => item),
    })
  }
  return findings
}

/** What a null model finds as well needs no subject. */
function floorFinding(
  name: string,
  {
    score: { metric, k, floor },
    weight,
  }: { readonly score: ScoredValue; readonly weight: Finding['weight'] },
): readonly Finding[] {
  if (floor?.verdict !== 'at-floor' && floor?.verdict !== 'below-floor') return []
  const how = floor.verdict === 'at-floor' ? 'is not above' : 'is below'
  const text = `${name}: ${metric}@${k} ${how} the floor, ${percent(floor.value)} by the null model ${floor.null}.`
  return [{ weight, text, evidence: [] }]
}

function uncoveredFinding(
  { subject, benchmark }: ScoreTable,
  uncovered: readonly string[],
): readonly Finding[] {
  if (uncovered.length === 0) return []
  const text = `${subject} has no answer to ${uncovered.length} items of ${benchmark}; they are unmeasured, not wrong.`
  return [{ weight: 'warn', text, evidence: uncovered.slice(0, EVIDENCE) }]
}

function spoken(score: ScoredValue): string {
  const interval = score.interval ?? score.itemInterval
  const range = interval === undefined ? '' : ` ${percentInterval(interval)}`
  return `${percent(score.value)}${range} (n = ${score.n})`
}

function percent(value: number | undefined): string {
  return value === undefined ? 'unknown' : `${percentText(value)}`
}
