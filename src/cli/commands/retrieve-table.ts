import { type Benchmark, tiers } from '../../benchmark/item.js'
import type { Resolution } from '../../benchmark/resolve.js'
import type { Catalog } from '../../catalog/catalog.js'
import { findScore, isItemsOnly, valueWithInterval } from '../../report/score-text.js'
import type { Retriever } from '../../retrieval/retriever.js'
import type { Score, ScoredValue } from '../../score/score.js'
import type { RetrievalScores } from '../../score/score-retrieval.js'
import { countText, percent } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'

/** One retriever's scores with everything that they depend on. */
export interface RetrievalOutcome extends RetrievalScores {
  readonly retriever: Retriever
  readonly benchmark: Benchmark
  readonly catalog: Catalog
  readonly resolution: Resolution
  readonly seed: number
  readonly resamples: number
}

/** Items whose lost gold is shown one by one; `--json` has all. */
const SHOWN_LOSSES = 10

/** What `assay retrieve` prints of one retriever. */
export function textOfRetrieval(outcome: RetrievalOutcome, ks: readonly number[]): string {
  const { retriever, benchmark, catalog, resolution, scores, uncovered } = outcome
  const title = `${printable(retriever.id)} on ${printable(benchmark.name)}: ${counted(resolution.items.length, 'item')}, ${counted(catalog.tools.length, 'tool')}`
  const parts = [
    `${title}\n`,
    recallTable(scores, ks),
    otherMeasures(scores, ks),
    poolTable(scores),
    footnotes(scores, ks),
    goldText(resolution),
    uncovered.length === 0
      ? ''
      : `${counted(uncovered.length, 'item')} without an answer, unmeasured: ${nameSome(uncovered)}\n`,
  ]
  return parts.filter((part) => part !== '').join('\n')
}

const right = (title: string) => ({ title, align: 'right' as const })

function recallTable(scores: readonly Score[], ks: readonly number[]): string {
  const rows = (['all', ...tiers] as const).flatMap((tier) => {
    const ofTier = ks.map((k) => findScore(scores, { metric: 'recall', k, tier }))
    const n = ofTier[0]?.n ?? 0
    if (n === 0) return []
    const first = ofTier[0]
    if (first?.kind === 'unscored') return [[tier, countText(n), `unscored: ${first.reason}`]]
    return [
      [tier, countText(n), ...ofTier.map(cell)],
      ['  ceiling', '', ...ofTier.map((score) => share(score, 'ceiling'))],
      ['  chance', '', ...ofTier.map((score) => share(score, 'chance'))],
    ]
  })
  return renderTable({
    columns: [{ title: 'recall' }, right('n'), ...ks.map((k) => ({ title: `@${k}` }))],
    rows,
  })
}

/** The other measures over all tiers; those of tiers are in the JSON. */
function otherMeasures(scores: readonly Score[], ks: readonly number[]): string {
  const atDepths = ['hit', 'all', 'ndcg', 'ndcg-toolgen'].map((metric) => [
    metric,
    ...ks.map((k) => cell(findScore(scores, { metric, k, tier: 'all' }))),
  ])
  const whole = ['mrr', 'map'].flatMap((metric) => {
    const score = findScore(scores, { metric, tier: 'all' })
    return score === undefined ? [] : [`${metric}@${score.k} ${cell(score)}`]
  })
  const columns = [{ title: 'all tiers' }, ...ks.map((k) => ({ title: `@${k}` }))]
  return `${renderTable({ columns, rows: atDepths })}${whole.join('   ')}\n`
}

function poolTable(scores: readonly Score[]): string {
  const ofPool = scores.filter(({ group }) => group === 'pool')
  if (ofPool.length === 0) return ''
  const rows = (['all', ...tiers] as const).flatMap((tier) => {
    const hit = findScore(ofPool, { metric: 'hit', tier, group: 'pool' })
    const precision = findScore(ofPool, { metric: 'r-precision', tier, group: 'pool' })
    if (hit === undefined || (hit.n === 0 && tier !== 'all')) return []
    return [[tier, countText(hit.n), cell(hit), cell(precision), share(hit, 'chance')]]
  })
  return renderTable({
    columns: [
      { title: 'own pool' },
      right('n'),
      { title: 'hit@1' },
      { title: 'r-precision' },
      { title: 'chance of either' },
    ],
    rows,
  })
}

function cell(score: Score | undefined): string {
  if (score === undefined) return ''
  if (score.kind === 'unscored') return `unscored: ${score.reason}`
  return `${valueWithInterval(score)}${isItemsOnly(score) ? '*' : ''}`
}

function share(score: Score | undefined, name: 'ceiling' | 'chance'): string {
  const value = score?.kind === 'scored' ? score[name] : undefined
  return value === undefined ? '' : percent(value)
}

/** How the brackets of recall came about; the JSON says so of every score. */
function footnotes(scores: readonly Score[], ks: readonly number[]): string {
  const methods = (['all', ...tiers] as const).flatMap((tier) => {
    const score = findScore(scores, { metric: 'recall', k: Math.max(...ks), tier })
    return score?.kind === 'scored' && score.method !== undefined ? [`${tier}: ${score.method}`] : []
  })
  const scored = scores.filter((score): score is ScoredValue => score.kind === 'scored')
  const notes = new Set(scored.flatMap(({ intervalNote }) => intervalNote ?? []))
  const lines = [
    'Percent. Ceiling: the most that any subject can score; chance: what a random order scores.',
    ...(methods.length === 0 ? [] : [`Brackets: 95 %. ${methods.join('; ')}.`]),
    ...Array.from(notes, (note) => `* ${note}.`),
  ]
  return `${lines.join('\n')}\n`
}

/** What became of the gold. Nothing where all of it was found by name. */
export function goldText({ counts, losses, otherKinds }: Resolution): string {
  const gold = counted(counts.goldNames, 'gold name')
  const lines: string[] = []
  if (counts.viaAlias > 0) lines.push(`${countText(counts.viaAlias)} of ${gold} found by alias.`)
  if (counts.mergedNeeds > 0) {
    lines.push(
      `${counted(counts.mergedNeeds, 'need')} named a tool of another need of its item: both count as one.`,
    )
  }
  if (counts.missingGold > 0) {
    const items = `${countText(counts.excludedItems)} of ${counted(counts.items, 'item')}`
    lines.push(
      `Gold dropped: ${countText(counts.missingGold)} of ${gold} not in the catalog. That leaves ${counted(counts.lostNeeds, 'need')} and ${items} without gold; such items are not scored.`,
    )
    for (const { itemId, names, isExcluded } of losses.slice(0, SHOWN_LOSSES)) {
      lines.push(`  ${printable(itemId)}${isExcluded ? ' (not scored)' : ''}: ${nameSome(names)}`)
    }
    const rest = losses.length - SHOWN_LOSSES
    if (rest > 0) lines.push(`  and ${counted(rest, 'more item')}; --json has all`)
  }
  if (counts.missingPool > 0) {
    lines.push(
      `${countText(counts.missingPool)} of ${counted(counts.poolNames, 'name')} in pools not in the catalog.`,
    )
  }
  if (counts.missingGraded > 0)
    lines.push(`${counted(counts.missingGraded, 'graded tool')} not in the catalog.`)
  if (otherKinds > 0) lines.push(`${counted(otherKinds, 'item')} of other kinds passed over.`)
  return lines.map((line) => `${line}\n`).join('')
}

/** `1 item`, `2 items`. */
function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}

function nameSome(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => printable(name, { maxLength: 80 }))
  return [...shown, ...(names.length > 5 ? [`… (${countText(names.length)} in all)`] : [])].join(', ')
}
