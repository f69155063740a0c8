import { type Tier, tiers } from '../../benchmark/item.js'
import type { ResolvedItem } from '../../benchmark/resolve.js'
import type { Tool } from '../../catalog/tool.js'
import { quoted } from '../../text/printable.js'
import { jaccard } from '../../text/shingles.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'
import { ToolTerms, ToolWordSets, titleKey } from '../tool-text.js'

/** From here on a tool is nearly identical to another. */
const NEAR = 0.8
/** Likenesses that are counted. */
const THRESHOLDS = [NEAR, 0.6, 0.5] as const

interface PoolRow {
  readonly tier: Tier
  readonly id: string
  /** Of the wrong tool most like a gold one. */
  readonly likeness: number
  /** A wrong tool is nearly a gold one, and no word of the query tells them apart. */
  readonly rival: string | undefined
  /** A wrong tool bears the title of a gold one. */
  readonly sharesTitle: boolean
}

/**
 * Whether the pool holds, as wrong answers, tools whose texts are nearly those of a gold tool. Likeness is the Jaccard
 * similarity of the sets of words of service description, title or endpoint, and description, without stop words.
 */
export const poolEquals = defineAuditCheck({
  id: 'pool-equals',
  group: 'gold',
  looksAt: 'tools of the pool that are nearly identical to a gold tool and not gold',
  codes: ['pool-near-gold', 'pool-same-title'],
  applies: ({ retrieval }) => retrieval.some(({ pool }) => pool !== undefined),
  missing: ({ catalog }) => (catalog === undefined ? 'no catalog was given' : undefined),
  run(subject) {
    const sets = new ToolWordSets()
    const terms = new ToolTerms()
    const keys = new Map<Tool, string>()
    const keyOf = (tool: Tool): string => {
      const key = keys.get(tool) ?? titleKey(tool.endpoint ?? tool.title ?? tool.name)
      keys.set(tool, key)
      return key
    }
    const rows = subject.resolution.items.flatMap((item): readonly PoolRow[] => {
      if (item.pool === undefined) return []
      const { gold, others } = partsOf(item, (name) => subject.tool(name))
      const titles = new Set(gold.map(keyOf))
      let likeness = 0
      let rival: string | undefined
      for (const other of others) {
        for (const one of gold) {
          const alike = jaccard(sets.of(other), sets.of(one))
          likeness = Math.max(likeness, alike)
          if (rival !== undefined || alike < NEAR) continue
          if (!terms.tellsApart(item.item.query, { tool: one, rival: other })) {
            rival = `${quoted(one.name)} is gold and ${quoted(other.name)} is not`
          }
        }
      }
      return [
        {
          tier: item.tier,
          id: item.item.id,
          likeness,
          rival,
          sharesTitle: others.some((other) => keyOf(other) !== '' && titles.has(keyOf(other))),
        },
      ]
    })
    const near = rows.filter(({ rival }) => rival !== undefined)
    const titled = rows.filter(({ sharesTitle }) => sharesTitle)
    return {
      findings: [
        ...shareFinding({
          code: 'pool-near-gold',
          scale: { care: 0.01, bad: 0.25 },
          items: near.map(({ id }) => id),
          of: rows.length,
          what: `have in their pool, as a wrong answer, a tool that is at least 0.8 like a gold one and that the query does not tell from it: ${near[0]?.rival}.`,
        }),
        ...shareFinding({
          code: 'pool-same-title',
          scale: { care: 0.05, bad: 1.1 },
          items: titled.map(({ id }) => id),
          of: rows.length,
          what: 'have in their pool, as a wrong answer, a tool of the same title as a gold one.',
        }),
      ],
      counts: Object.fromEntries(
        tiers.flatMap((tier) => {
          const own = rows.filter((row) => row.tier === tier)
          if (own.length === 0) return []
          const at = THRESHOLDS.map((threshold) => [
            `nearGold${threshold}`,
            own.filter(({ likeness }) => likeness >= threshold).length,
          ])
          const sameTitle = own.filter(({ sharesTitle }) => sharesTitle).length
          const notToldApart = own.filter(({ rival }) => rival !== undefined).length
          return [[tier, { items: own.length, ...Object.fromEntries(at), notToldApart, sameTitle }]]
        }),
      ),
    }
  },
})

function partsOf(
  { needs, pool = [], grades }: ResolvedItem,
  toolOf: (name: string) => Tool | undefined,
): { readonly gold: readonly Tool[]; readonly others: readonly Tool[] } {
  const names = new Set(needs.flat())
  const tools = (list: readonly string[]): readonly Tool[] => list.flatMap((name) => toolOf(name) ?? [])
  return {
    gold: tools([...names]),
    // What the item itself grades as relevant is not called wrong.
    others: tools(pool.filter((name) => !names.has(name) && grades?.has(name) !== true)),
  }
}
