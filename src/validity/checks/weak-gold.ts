import { type Tier, tiers } from '../../benchmark/item.js'
import { catalogOf } from '../../catalog/catalog.js'
import { lintCatalog } from '../../catalog/lint/lint.js'
import { tokenizers } from '../../text/tokenize.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'
import { ToolTerms } from '../tool-text.js'

/** Whether gold can be told to be right at all. */
export const weakGold = defineAuditCheck({
  id: 'weak-gold',
  group: 'gold',
  looksAt: "gold tools that look like somebody's test, say nothing, or share no word with the query",
  codes: ['gold-test-like', 'gold-content-free', 'gold-shares-no-word'],
  applies: ({ retrieval }) => retrieval.length > 0,
  missing: ({ catalog }) => (catalog === undefined ? 'no catalog was given' : undefined),
  async run(subject) {
    const { resolution, pause } = subject
    const names = new Set(resolution.items.flatMap(({ needs }) => needs.flat()))
    const tools = [...names].flatMap((name) => subject.tool(name) ?? [])
    const { findings } = await lintCatalog(catalogOf(tools), {
      only: ['test-like', 'content-free', 'name-only'],
      limit: 0,
      tokens: false,
      pause,
    })
    const having = (codes: readonly string[]): ReadonlySet<string> =>
      new Set(
        findings
          .filter(({ code, severity }) => codes.includes(code) && severity !== 'info')
          .flatMap((one) => one.tools),
      )
    const tests = having(['test-like'])
    const empty = having(['content-free', 'name-only'])
    const terms = new ToolTerms()
    const speaksOf = (asked: ReadonlySet<string>, name: string): boolean => {
      const tool = subject.tool(name)
      return tool !== undefined && overlaps(asked, terms.of(tool))
    }
    const rows = resolution.items.map(({ item, needs, tier }) => {
      const gold = needs.flat()
      const asked = new Set(tokenizers.t3.tokens(item.query))
      const apart = needs.filter((need) => need.every((name) => !speaksOf(asked, name))).length
      return {
        id: item.id,
        tier,
        needs: needs.length,
        apart: asked.size === 0 ? 0 : apart,
        isTest: gold.some((name) => tests.has(name)),
        isEmpty: gold.some((name) => empty.has(name)),
      }
    })
    const share = (code: string, what: string, of: readonly { readonly id: string }[]) =>
      shareFinding({
        code,
        scale: { care: 0.01, bad: 0.25 },
        items: of.map(({ id }) => id),
        of: rows.length,
        what,
      })
    return {
      findings: [
        ...share(
          'gold-test-like',
          "have gold that looks like somebody's test or demo.",
          rows.filter(({ isTest }) => isTest),
        ),
        ...share(
          'gold-content-free',
          'have gold that says nothing: no query can be judged against it.',
          rows.filter(({ isEmpty }) => isEmpty),
        ),
        ...shareFinding({
          code: 'gold-shares-no-word',
          scale: { care: 0.25, bad: 1.1 },
          items: rows.filter(({ apart }) => apart > 0).map(({ id }) => id),
          of: rows.length,
          what: 'have gold that shares no word of content with the query.',
        }),
      ],
      counts: Object.fromEntries(
        tiers.flatMap((tier) =>
          byTier(
            tier,
            rows.filter((row) => row.tier === tier),
          ),
        ),
      ),
    }
  },
})

interface Row {
  readonly needs: number
  readonly apart: number
  readonly isTest: boolean
  readonly isEmpty: boolean
}

function byTier(tier: Tier, rows: readonly Row[]): readonly [Tier, object][] {
  if (rows.length === 0) return []
  const needs = rows.reduce((sum, row) => sum + row.needs, 0)
  const apart = rows.reduce((sum, row) => sum + row.apart, 0)
  return [
    [
      tier,
      {
        items: rows.length,
        testLike: rows.filter(({ isTest }) => isTest).length,
        contentFree: rows.filter(({ isEmpty }) => isEmpty).length,
        either: rows.filter(({ isTest, isEmpty }) => isTest || isEmpty).length,
        needs,
        needsSharingNoWord: apart,
      },
    ],
  ]
}

function overlaps(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  for (const word of left) if (right.has(word)) return true
  return false
}
