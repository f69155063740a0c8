import type { Item } from '../../benchmark/item.js'
import { MIN_EFFECTIVE_CLUSTERS, unitsOf } from '../../score/mean-score.js'
import { minimumDetectableDifference } from '../../stats/power.js'
import { sameQuestion } from '../asked-texts.js'
import { defineAuditCheck } from '../audit-check.js'
import { type AuditFinding, MAX_CITED } from '../audit-finding.js'

/** Items on which two subjects differ, for planning: one in five. */
const DISCORDANT = 0.2

/** What the benchmark could tell apart at all. */
export const resolutionPower = defineAuditCheck({
  id: 'power',
  group: 'size',
  looksAt: 'effective clusters, and the smallest difference of two subjects that could be found',
  codes: ['few-clusters', 'few-items'],
  applies: () => true,
  run({ items }) {
    const { count, named, effective } = unitsOf(items.map(({ cluster }) => cluster))
    const distinct = new Set(items.map((item) => `${item.kind} ${sameQuestion(item)}`)).size
    if (items.length === 0) return { findings: [NO_ITEMS] }
    const standardDeviation = Math.sqrt(DISCORDANT)
    const difference = (n: number): number =>
      Math.min(1, minimumDetectableDifference({ n, standardDeviation }))
    const byItems = difference(distinct)
    const byClusters = difference(Math.min(distinct, effective))
    const findings: AuditFinding[] = []
    if (named > 0 && effective < MIN_EFFECTIVE_CLUSTERS) {
      findings.push({
        code: 'few-clusters',
        severity: 'care',
        what: `The ${items.length} items fall into ${count} clusters, as good as ${effective.toFixed(1)} of equal size: below ${MIN_EFFECTIVE_CLUSTERS} every interval speaks of these items only.`,
        items: largestCluster(items),
        count: items.length,
      })
    }
    if (distinct < 100) {
      findings.push({
        code: 'few-items',
        severity: 'care',
        what: `${distinct} distinct items: two subjects must differ by ${(100 * byItems).toFixed(0)} points for a test to find it four times in five.`,
        items: [],
        count: distinct,
      })
    }
    return {
      findings,
      counts: {
        clusters: count,
        namedClusters: named,
        effectiveClusters: effective,
        minimumDetectableDifference: { discordant: DISCORDANT, byItems, byClusters },
      },
    }
  },
})

const NO_ITEMS: AuditFinding = {
  code: 'few-items',
  severity: 'bad',
  what: 'There is no item.',
  items: [],
  count: 0,
}

function largestCluster(items: readonly Item[]): readonly string[] {
  const members = new Map<string, string[]>()
  for (const { id, cluster } of items) {
    if (cluster === undefined) continue
    const own = members.get(cluster)
    if (own === undefined) members.set(cluster, [id])
    else own.push(id)
  }
  const [largest = []] = [...members.values()].sort((left, right) => right.length - left.length)
  return largest.slice(0, MAX_CITED)
}
