import type { RandomStream } from '../../../src/numeric/random.js'
import type { CandidateRow } from './candidate-rows.js'
import type { RowNode, Wish } from './travel-template.js'
import { WishValues } from './wish-values.js'

/**
 * Values for all wishes, such that every search and filter finds a row and every filter leaves one out; undefined where
 * these rows do not allow it. A row is drawn for the end of every chain of filters, and values are chosen around them.
 *
 * @param rowsOf what the search at the root of a chain finds without wishes.
 */
export function bindWishes(
  nodes: readonly RowNode[],
  {
    rowsOf,
    random,
  }: { readonly rowsOf: (root: RowNode) => readonly CandidateRow[]; readonly random: RandomStream },
): ReadonlyMap<string, string> | undefined {
  const rows = new Map(nodes.filter(({ parent }) => parent === undefined).map((root) => [root, rowsOf(root)]))
  const values = new WishValues(random)
  const parents = new Set(nodes.map(({ parent }) => parent))
  for (const leaf of nodes) {
    if (parents.has(leaf)) continue
    const path = pathOf(leaf)
    const fit = (rows.get(rootOf(leaf)) ?? []).filter((row) => values.allows(row, path))
    const row = fit.length === 0 ? undefined : fit[random.below(fit.length)]
    if (row === undefined || !values.witness(row, path)) return undefined
  }
  if (!values.settle()) return undefined
  for (const node of nodes) {
    const all = rows.get(rootOf(node)) ?? []
    const path = pathOf(node)
    const count = countOf(all, path, values)
    if (count === 0) return undefined
    if (node.parent !== undefined && count >= countOf(all, pathOf(node.parent), values)) return undefined
  }
  return values.texts
}

function pathOf(node: RowNode): readonly Wish[] {
  return [...(node.parent === undefined ? [] : pathOf(node.parent)), ...node.wishes]
}

function rootOf(node: RowNode): RowNode {
  return node.parent === undefined ? node : rootOf(node.parent)
}

function countOf(rows: readonly CandidateRow[], path: readonly Wish[], values: WishValues): number {
  let count = 0
  for (const row of rows) if (values.satisfies(row, path)) count++
  return count
}
