import { childrenOf } from '../python/children.js'
import type { Comprehension, Expression, PythonTree, TreeNode } from '../python/tree.js'

/** Names that a plan assigns outside the targets of comprehensions, in order of source. */
export function assignedNames(tree: PythonTree): ReadonlySet<string> {
  const names = new Set<string>()
  const waiting: TreeNode[] = [...childrenOf(tree)].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    switch (node.kind) {
      case 'Assign':
        for (const target of node.targets) addTargets(target, names)
        break
      case 'AugAssign':
      case 'AnnAssign':
      case 'For':
      case 'AsyncFor':
      case 'NamedExpr':
        addTargets(node.target, names)
        break
      default:
    }
    const children = childrenOf(node)
    for (let at = children.length - 1; at >= 0; at--) waiting.push(...children.slice(at, at + 1))
  }
  return names
}

/** Names that the clauses of a comprehension bind. */
export function comprehensionNames(generators: readonly Comprehension[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { target } of generators) addTargets(target, names)
  return names
}

function addTargets(target: Expression, names: Set<string>): void {
  switch (target.kind) {
    case 'Name':
      names.add(target.id)
      break
    case 'Tuple':
    case 'List':
      for (const element of target.elts) addTargets(element, names)
      break
    case 'Starred':
      addTargets(target.value, names)
      break
    default:
  }
}
