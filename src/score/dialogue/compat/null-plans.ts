import type { PackWorld } from '../../../agent/pack.js'
import { childrenOf } from '../../../agent/python/children.js'
import { parsePlan } from '../../../agent/python/parse-plan.js'
import type { TreeNode } from '../../../agent/python/tree.js'
import { unparse } from '../../../agent/python/unparse.js'

/** A null agent as the released evaluator sees one: code, and whether it leaves gold's new entries in the cache. */
export interface NullPlan {
  readonly id: string
  /** `floor`: an agent that a subject must beat. `control`: gold, changed in one way. */
  readonly kind: 'floor' | 'control'
  readonly isGold: boolean
  /** Code for every turn; empty: none. */
  plans(gold: readonly string[], world: Pick<PackWorld, 'tools'>): readonly string[]
}

const QUESTION = 'seek_information("Could you tell me more about what you are looking for?")'

/** In the order of tables. */
export const nullPlans: readonly NullPlan[] = [
  { id: 'silent', kind: 'floor', isGold: false, plans: (gold) => gold.map(() => '') },
  {
    id: 'no-op',
    kind: 'floor',
    isGold: false,
    plans: (gold) => gold.map(() => 'print("No planning needed")'),
  },
  { id: 'always-seek', kind: 'floor', isGold: false, plans: (gold) => gold.map(() => QUESTION) },
  { id: 're-search', kind: 'floor', isGold: false, plans: reSearch },
  { id: 'gold', kind: 'control', isGold: true, plans: (gold) => gold },
  {
    id: 'gold-twice',
    kind: 'control',
    isGold: false,
    plans: (gold) => gold.map((plan) => `${plan}\n${plan}`),
  },
]

/** Every search of gold's up to this turn, made again. */
function reSearch(gold: readonly string[], { tools }: Pick<PackWorld, 'tools'>): readonly string[] {
  const searches = new Set(tools.filter(({ role }) => role === 'search').map(({ name }) => name))
  const known = new Set<string>()
  return gold.map((plan) => {
    for (const search of searchesIn(plan, searches)) known.add(search)
    return [...known].join('\n')
  })
}

function searchesIn(plan: string, searches: ReadonlySet<string>): readonly string[] {
  const parsed = parsePlan(plan)
  if (parsed.kind === 'fault') return []
  const found: string[] = []
  const open: TreeNode[] = [...parsed.tree.body].reverse()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'Call' && node.func.kind === 'Name' && searches.has(node.func.id)) {
      found.push(unparse(node) ?? '')
    }
    open.push(...[...childrenOf(node)].reverse())
  }
  return found
}
