import { childrenOf } from '../python/children.js'
import type { PythonTree, TreeNode } from '../python/tree.js'
import { PlanFault } from './plan-fault.js'

/** Functions that reach beyond the plan: into the interpreter, into files, or to whoever sits before the screen. */
const REACHING: ReadonlySet<string> = new Set(
  `eval exec compile open input globals locals vars dir getattr setattr delattr hasattr breakpoint help memoryview super
  exit quit`.split(/\s+/),
)

/**
 * The first thing, in order of source, that is refused whatever else the plan holds: imports, names that begin and end with
 * two underscores, attributes that begin with one, and functions that reach out, unless the plan defines such a name itself.
 */
export function forbiddenIn(tree: PythonTree, assigned: ReadonlySet<string>): PlanFault | undefined {
  let found: { readonly node: TreeNode; readonly what: string } | undefined
  const waiting: TreeNode[] = [...childrenOf(tree)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const what = reasonIn(node, assigned)
    if (what !== undefined && (found === undefined || isBefore(node, found.node))) found = { node, what }
    for (const child of childrenOf(node)) waiting.push(child)
  }
  return found && new PlanFault('forbidden', `${found.what} is refused.`, found.node.line)
}

function isBefore(a: TreeNode, b: TreeNode): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column)
}

function reasonIn(node: TreeNode, assigned: ReadonlySet<string>): string | undefined {
  switch (node.kind) {
    case 'Import':
    case 'ImportFrom':
      return 'An import'
    case 'Attribute':
      return node.attr.startsWith('_') ? `The attribute ${JSON.stringify(shown(node.attr))}` : undefined
    case 'Name':
      if (node.id.startsWith('__') && node.id.endsWith('__'))
        return `The name ${JSON.stringify(shown(node.id))}`
      return REACHING.has(node.id) && !assigned.has(node.id) ? `The function ${node.id}` : undefined
    default:
      return undefined
  }
}

function shown(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}
