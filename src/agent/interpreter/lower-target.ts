import type { Expression } from '../python/tree.js'
import type { LoweredCode } from './lowered-code.js'
import { PlanFault, unsupportedFault } from './plan-fault.js'

/** Takes the value on top of the stack and assigns it. */
export function lowerTarget(code: LoweredCode, target: Expression): void {
  const { line } = target
  switch (target.kind) {
    case 'Name':
      code.add(line, { op: 'store', slot: code.scopes.slotOf(target.id) })
      return
    case 'Tuple':
    case 'List': {
      const star = target.elts.findIndex(({ kind }) => kind === 'Starred')
      const after = star === -1 ? undefined : target.elts.length - star - 1
      code.add(line, { op: 'unpack', before: star === -1 ? target.elts.length : star, after })
      target.elts.forEach((element, index) => {
        if (element.kind !== 'Starred') lowerTarget(code, element)
        else if (index === star) lowerTarget(code, element.value)
        else throw syntaxFault('multiple starred expressions in assignment', element.line)
      })
      return
    }
    case 'Starred':
      throw syntaxFault('starred assignment target must be in a list or tuple', line)
    default:
      throw unsupportedFault('Assigning to a part or an attribute of a value', line)
  }
}

function syntaxFault(message: string, line: number): PlanFault {
  return new PlanFault('syntax', `SyntaxError: ${message}`, line)
}
