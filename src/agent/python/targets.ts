import { SyntaxFault } from './syntax-fault.js'
import type { Expression } from './tree.js'

/**
 * What may be assigned to. `single`: of `+=` and of annotations, no lists; `starred`: a `*` may stand here; `delete`: no `*`
 * anywhere.
 */
export type TargetRule = 'any' | 'single' | 'delete'

/**
 * Checks a target of an assignment, a loop or `del`.
 *
 * @throws {SyntaxFault}
 */
export function requireTarget(expression: Expression, rule: TargetRule): void {
  switch (expression.kind) {
    case 'Name':
    case 'Attribute':
    case 'Subscript':
      return
    case 'Starred':
      if (rule !== 'any' || expression.value.kind === 'Starred') break
      requireTarget(expression.value, rule)
      return
    case 'Tuple':
    case 'List':
      if (rule === 'single') break
      for (const element of expression.elts) requireTarget(element, rule)
      return
    default:
  }
  throw new SyntaxFault('this cannot be assigned to', expression)
}
