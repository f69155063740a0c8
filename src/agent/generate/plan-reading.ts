import { childrenOf } from '../python/children.js'
import { parsePlan } from '../python/parse-plan.js'
import type { Call, Expression, PythonTree, TreeNode } from '../python/tree.js'

/** A call by name as it stands in a plan, in the order of the source. */
export interface PlanCall {
  readonly name: string
  readonly line: number
  readonly positional: readonly Expression[]
  readonly named: ReadonlyMap<string, Expression>
}

export type PlanReading =
  | {
      readonly kind: 'plan'
      readonly calls: readonly PlanCall[]
      readonly assigned: ReadonlySet<string>
      /** Names that are read, those of called functions left out. */
      readonly used: ReadonlySet<string>
      /** Names that are read before a line above has assigned them. */
      readonly undefinedNames: readonly string[]
    }
  | { readonly kind: 'fault'; readonly message: string }

/** What stands in a gold plan. Gold plans are straight: every line assigns one variable or calls a tool. */
export function readPlan(code: string): PlanReading {
  const parsed = parsePlan(code)
  if (parsed.kind === 'fault') return { kind: 'fault', message: parsed.fault.message }
  const calls: PlanCall[] = []
  const assigned = new Set<string>()
  const used = new Set<string>()
  const undefinedNames = new Set<string>()
  for (const statement of parsed.tree.body) {
    const isAssignment = statement.kind === 'Assign'
    const value = isAssignment || statement.kind === 'Expr' ? statement.value : undefined
    const target = isAssignment && statement.targets.length === 1 ? statement.targets[0] : undefined
    if (value === undefined || (isAssignment && target?.kind !== 'Name')) {
      return { kind: 'fault', message: `Line ${statement.line}: neither one variable nor a call.` }
    }
    visit(value, (node) => {
      if (node.kind === 'Name') {
        used.add(node.id)
        if (!assigned.has(node.id)) undefinedNames.add(node.id)
      }
      if (node.kind === 'Call' && node.func.kind === 'Name') calls.push(callOf(node, node.func.id))
    })
    if (target?.kind === 'Name') assigned.add(target.id)
  }
  return { kind: 'plan', calls, assigned, used, undefinedNames: [...undefinedNames] }
}

/** Every node below and including this one but the names of called functions. */
function visit(node: TreeNode | PythonTree, each: (node: TreeNode | PythonTree) => void): void {
  each(node)
  for (const child of childrenOf(node)) {
    if (node.kind === 'Call' && child === node.func && child.kind === 'Name') continue
    visit(child, each)
  }
}

function callOf({ args, keywords, line }: Call, name: string): PlanCall {
  const named = new Map<string, Expression>()
  for (const { arg, value } of keywords) named.set(arg ?? '**', value)
  return { name, line, positional: args, named }
}

/** The literals of an expression, from left to right, a sign taken into its number. */
export function literalsOf(expression: Expression): readonly (boolean | bigint | number | string)[] {
  if (expression.kind === 'UnaryOp' && expression.op === '-' && expression.operand.kind === 'Constant') {
    const { value } = expression.operand
    if (typeof value === 'bigint' || typeof value === 'number') return [-value]
  }
  if (expression.kind === 'Constant') return expression.value === null ? [] : [expression.value]
  if (expression.kind === 'List' || expression.kind === 'Tuple') return expression.elts.flatMap(literalsOf)
  return []
}
