import type { Expression, For, PythonTree, Statement } from '../python/tree.js'
import { assignedNames } from './assigned-names.js'
import { forbiddenIn } from './forbidden.js'
import type { Label, LoweredPlan } from './instruction.js'
import { lowerExpression, lowerIterated } from './lower-expression.js'
import { lowerTarget } from './lower-target.js'
import { LoweredCode } from './lowered-code.js'
import { isArithmetic } from './operators.js'
import { PlanFault, unsupportedFault } from './plan-fault.js'
import { Scopes } from './scopes.js'

/** Where `break` and `continue` of the loop around them lead. */
interface Loop {
  readonly top: Label
  readonly end: Label
}

/**
 * A plan as instructions for the machine. Everything that is not carried out is refused here, before anything runs, so
 * that a plan is refused whichever way its branches would have gone.
 *
 * @throws {PlanFault} `unsupported`, `forbidden`, or `syntax` for what Python's compiler refuses after parsing.
 */
export function lowerPlan(tree: PythonTree): LoweredPlan {
  const assigned = assignedNames(tree)
  const forbidden = forbiddenIn(tree, assigned)
  if (forbidden !== undefined) throw forbidden
  const code = new LoweredCode(new Scopes(assigned))
  for (const statement of tree.body) lowerStatement(code, statement, undefined)
  return { instructions: code.instructions, slotCount: code.scopes.slotCount }
}

function lowerStatement(code: LoweredCode, statement: Statement, loop: Loop | undefined): void {
  const { line } = statement
  switch (statement.kind) {
    case 'Expr':
      if (statement.value.kind === 'Ellipsis') return
      lowerExpression(code, statement.value)
      code.add(line, { op: 'pop' })
      return
    case 'Assign': {
      lowerExpression(code, statement.value)
      statement.targets.forEach((target, index) => {
        if (index < statement.targets.length - 1) code.add(line, { op: 'copy' })
        lowerTarget(code, target)
      })
      return
    }
    case 'AugAssign': {
      if (statement.target.kind !== 'Name') throw partFault(line)
      if (!isArithmetic(statement.op)) throw unsupportedFault(`The operator ${statement.op}=`, line)
      lowerExpression(code, statement.target)
      lowerExpression(code, statement.value)
      code.add(line, statement.op === '+' ? { op: 'add-in-place' } : { op: 'binary', operator: statement.op })
      lowerTarget(code, statement.target)
      return
    }
    case 'AnnAssign':
      if (statement.target.kind !== 'Name') throw partFault(line)
      if (statement.value === undefined) return
      lowerExpression(code, statement.value)
      lowerTarget(code, statement.target)
      return
    case 'If': {
      const otherwise = code.label()
      const end = code.label()
      lowerExpression(code, statement.test)
      code.add(line, { op: 'branch', when: false, to: otherwise })
      for (const inner of statement.body) lowerStatement(code, inner, loop)
      if (statement.orelse.length > 0) code.add(line, { op: 'jump', to: end })
      code.place(otherwise)
      for (const inner of statement.orelse) lowerStatement(code, inner, loop)
      code.place(end)
      return
    }
    case 'For':
      lowerFor(code, statement, loop)
      return
    case 'Pass':
      return
    case 'Break':
    case 'Continue': {
      const word = statement.kind.toLowerCase()
      if (loop === undefined) {
        const where = word === 'break' ? 'outside loop' : 'not properly in loop'
        throw new PlanFault('syntax', `SyntaxError: '${word}' ${where}`, line)
      }
      if (statement.kind === 'Break') code.add(line, { op: 'pop' })
      code.add(line, { op: 'jump', to: statement.kind === 'Break' ? loop.end : loop.top })
      return
    }
    default:
      throw unsupportedFault(NAMES[statement.kind] ?? 'This statement', line)
  }
}

function lowerFor(
  code: LoweredCode,
  { target, iter, body, orelse, line }: For,
  around: Loop | undefined,
): void {
  const loop = { top: code.label(), end: code.label() }
  const otherwise = code.label()
  lowerIterated(code, iter)
  code.add(line, { op: 'iterate' })
  code.place(loop.top)
  code.add(line, { op: 'next', to: otherwise })
  lowerTarget(code, target)
  for (const inner of body) lowerStatement(code, inner, loop)
  code.add(line, { op: 'jump', to: loop.top })
  code.place(otherwise)
  for (const inner of orelse) lowerStatement(code, inner, around)
  code.place(loop.end)
}

function partFault(line: Expression['line']): PlanFault {
  return unsupportedFault('Assigning to a part or an attribute of a value', line)
}

const NAMES: Readonly<Partial<Record<Statement['kind'], string>>> = {
  AsyncFor: 'async for',
  AsyncFunctionDef: 'async def',
  AsyncWith: 'async with',
  Assert: 'assert',
  ClassDef: 'class',
  Delete: 'del',
  FunctionDef: 'def',
  Global: 'global',
  Match: 'match',
  Nonlocal: 'nonlocal',
  Raise: 'raise',
  Return: 'return',
  Try: 'try',
  TryStar: 'try',
  While: 'while',
  With: 'with',
}
