import { childrenOf } from '../python/children.js'
import type {
  Call,
  Compare,
  Comprehension,
  Dict,
  DictComp,
  Expression,
  GeneratorExp,
  JoinedStr,
  Keyword,
  ListComp,
  Subscript,
  TreeNode,
} from '../python/tree.js'
import { comprehensionNames } from './assigned-names.js'
import { BUILTINS, LAZY_BUILTINS } from './builtins.js'
import { lowerTarget } from './lower-target.js'
import type { LoweredCode } from './lowered-code.js'
import { isArithmetic } from './operators.js'
import { OTHER_FUNCTIONS } from './other-functions.js'
import { PlanFault, unsupportedFault } from './plan-fault.js'

/** Instructions that leave the value of the expression on the stack. */
export function lowerExpression(code: LoweredCode, node: Expression): void {
  const { line } = node
  switch (node.kind) {
    case 'Constant':
      code.add(line, { op: 'constant', value: node.value })
      return
    case 'Name':
      lowerName(code, node.id, line)
      return
    case 'NamedExpr':
      lowerExpression(code, node.value)
      code.add(line, { op: 'copy' })
      code.add(line, { op: 'store', slot: code.scopes.slotOfNamed(node.target.id, line) })
      return
    case 'UnaryOp':
      if (node.op === '~') throw unsupportedFault('The operator ~', line)
      lowerExpression(code, node.operand)
      code.add(line, { op: 'unary', operator: node.op })
      return
    case 'BinOp':
      if (!isArithmetic(node.op)) throw unsupportedFault(`The operator ${node.op}`, line)
      lowerExpression(code, node.left)
      lowerExpression(code, node.right)
      code.add(line, { op: 'binary', operator: node.op })
      return
    case 'BoolOp': {
      const end = code.label()
      node.values.forEach((value, index) => {
        if (index > 0) code.add(line, { op: 'keep', when: node.op === 'or', to: end })
        lowerExpression(code, value)
      })
      code.place(end)
      return
    }
    case 'IfExp': {
      const otherwise = code.label()
      const end = code.label()
      lowerExpression(code, node.test)
      code.add(line, { op: 'branch', when: false, to: otherwise })
      lowerExpression(code, node.body)
      code.add(line, { op: 'jump', to: end })
      code.place(otherwise)
      lowerExpression(code, node.orelse)
      code.place(end)
      return
    }
    case 'Compare':
      lowerCompare(code, node)
      return
    case 'List':
    case 'Tuple':
      lowerItems(code, node.elts, line)
      if (node.kind === 'Tuple') code.add(line, { op: 'to-tuple' })
      return
    case 'Dict':
      lowerDict(code, node)
      return
    case 'JoinedStr':
      lowerJoined(code, node)
      return
    case 'Subscript':
      lowerSubscript(code, node)
      return
    case 'Attribute':
      lowerExpression(code, node.value)
      code.add(line, { op: 'attribute', name: node.attr })
      return
    case 'Call':
      lowerCall(code, node, false)
      return
    case 'ListComp':
      lowerList(code, node)
      return
    case 'DictComp':
      lowerDictComp(code, node)
      return
    case 'Starred':
      throw syntaxFault("can't use starred expression here", line)
    default:
      throw unsupportedFault(NAMES[node.kind] ?? 'This expression', line)
  }
}

/** The same where its items are gone through at once, so that ranges and their like may stand there. */
export function lowerIterated(code: LoweredCode, node: Expression): void {
  if (node.kind === 'Call') lowerCall(code, node, true)
  else lowerExpression(code, node)
}

function lowerName(code: LoweredCode, name: string, line: number): void {
  const { slot, isLocal } = code.scopes.find(name)
  if (isLocal) code.add(line, { op: 'load-local', slot, name })
  else {
    if (slot === -1 && (BUILTINS.has(name) || OTHER_FUNCTIONS.has(name))) {
      throw unsupportedFault(`${name} as a value`, line)
    }
    code.add(line, { op: 'load', slot, name, isCalled: false })
  }
}

function lowerCompare(code: LoweredCode, { left, ops, comparators, line }: Compare): void {
  const end = code.label()
  const operands = [left, ...comparators]
  lowerExpression(code, left)
  ops.forEach((operator, index) => {
    if (operator === 'is' || operator === 'is not') checkIs(operands.slice(index, index + 2), line)
    const right = comparators[index]
    if (right !== undefined) lowerExpression(code, right)
    const isLast = index === ops.length - 1
    if (!isLast) code.add(line, { op: 'tuck' })
    code.add(line, { op: 'compare', operator })
    // A chain that ends early leaves its last operand under the answer.
    if (!isLast) code.add(line, { op: 'keep', when: false, to: end })
  })
  if (ops.length === 1) return
  const done = code.label()
  code.add(line, { op: 'jump', to: done })
  code.place(end)
  code.add(line, { op: 'drop-under' })
  code.place(done)
}

function checkIs(operands: readonly Expression[], line: number): void {
  const isSingle = (node: Expression): boolean =>
    node.kind === 'Constant' && (node.value === null || typeof node.value === 'boolean')
  if (!operands.some(isSingle))
    throw unsupportedFault('"is" between values other than None, True and False', line)
}

/** A list on the stack. */
function lowerItems(code: LoweredCode, items: readonly Expression[], line: number): void {
  code.add(line, { op: 'new-list' })
  for (const item of items) {
    if (item.kind === 'Starred') {
      lowerIterated(code, item.value)
      code.add(item.line, { op: 'extend' })
    } else {
      lowerExpression(code, item)
      code.add(item.line, { op: 'append', depth: 0 })
    }
  }
}

function lowerDict(code: LoweredCode, { keys, values, line }: Dict): void {
  code.add(line, { op: 'new-dict' })
  values.forEach((value, index) => {
    const key = keys[index]
    if (key !== undefined) lowerExpression(code, key)
    lowerExpression(code, value)
    code.add(value.line, key === undefined ? { op: 'merge' } : { op: 'put', depth: 0 })
  })
}

function lowerJoined(code: LoweredCode, { values, line }: JoinedStr): void {
  for (const part of values) {
    if (part.kind === 'Constant') code.add(part.line, { op: 'constant', value: part.value })
    else {
      lowerExpression(code, part.value)
      if (part.format_spec !== undefined) lowerJoined(code, part.format_spec)
      code.add(part.line, {
        op: 'format',
        conversion: part.conversion,
        hasSpec: part.format_spec !== undefined,
      })
    }
  }
  code.add(line, { op: 'join', count: values.length })
}

function lowerSubscript(code: LoweredCode, { value, slice, line }: Subscript): void {
  lowerExpression(code, value)
  if (slice.kind !== 'Slice') {
    lowerExpression(code, slice)
    code.add(line, { op: 'subscript' })
    return
  }
  for (const bound of [slice.lower, slice.upper, slice.step]) {
    if (bound === undefined) code.add(line, { op: 'constant', value: null })
    else lowerExpression(code, bound)
  }
  code.add(line, { op: 'slice' })
}

function lowerList(code: LoweredCode, { elt, generators, line }: ListComp | GeneratorExp): void {
  code.add(line, { op: 'new-list' })
  lowerClauses(code, generators, () => {
    lowerExpression(code, elt)
    code.add(elt.line, { op: 'append', depth: generators.length })
  })
}

function lowerDictComp(code: LoweredCode, { key, value, generators, line }: DictComp): void {
  code.add(line, { op: 'new-dict' })
  lowerClauses(code, generators, () => {
    lowerExpression(code, key)
    lowerExpression(code, value)
    code.add(key.line, { op: 'put', depth: generators.length })
  })
}

/** The loops of a comprehension around what is done for each item. Its first iterable belongs to the scope around it. */
function lowerClauses(code: LoweredCode, generators: readonly Comprehension[], lowerEach: () => void): void {
  const lowerFrom = (index: number): void => {
    const generator = generators[index]
    if (generator === undefined) {
      lowerEach()
      return
    }
    const { iter, ifs, is_async, line, target } = generator
    if (is_async) throw unsupportedFault('async for', line)
    if (holdsNamed(iter)) {
      throw syntaxFault('assignment expression cannot be used in a comprehension iterable expression', line)
    }
    lowerIterated(code, iter)
    code.add(line, { op: 'iterate' })
    if (index === 0)
      code.add(line, { op: 'unbind', slots: code.scopes.enter(comprehensionNames(generators)) })
    const top = code.label()
    const end = code.label()
    code.place(top)
    code.add(line, { op: 'next', to: end })
    lowerTarget(code, target)
    for (const test of ifs) {
      lowerExpression(code, test)
      code.add(test.line, { op: 'branch', when: false, to: top })
    }
    lowerFrom(index + 1)
    code.add(line, { op: 'jump', to: top })
    code.place(end)
  }
  lowerFrom(0)
  code.scopes.leave()
}

function holdsNamed(root: Expression): boolean {
  const waiting: TreeNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === 'NamedExpr') return true
    for (const child of childrenOf(node)) waiting.push(child)
  }
  return false
}

/** Functions that go through their positional arguments at once. */
const ITERATING: ReadonlySet<string> = new Set(
  'list tuple dict sorted sum min max any all enumerate zip reversed len'.split(' '),
)

/** Of these, those to whom a generator may be given: all its items are made before they begin. */
const GATHERING: ReadonlySet<string> = new Set('list tuple dict sorted sum min max'.split(' '))

/** What `key=` may name. */
const KEYS: ReadonlySet<string> = new Set('len abs str int float'.split(' '))

function lowerCall(code: LoweredCode, call: Call, isIterated: boolean): void {
  const { func, args, keywords, line } = call
  if (func.kind === 'Attribute') throw unsupportedFault(`The method ${func.attr}`, line)
  if (func.kind !== 'Name') throw unsupportedFault('Calling anything but a name', line)
  const { slot, isLocal } = code.scopes.find(func.id)
  const builtin = slot === -1 && BUILTINS.has(func.id) ? func.id : undefined
  if (slot === -1 && OTHER_FUNCTIONS.has(func.id)) throw unsupportedFault(`${func.id}()`, line)
  if (builtin !== undefined && LAZY_BUILTINS.has(builtin) && !isIterated) {
    throw unsupportedFault(`${builtin}() where it is not gone through at once`, line)
  }
  const [first] = args
  if ((builtin === 'any' || builtin === 'all') && first?.kind === 'GeneratorExp' && args.length === 1) {
    lowerShortened(code, first, builtin === 'any')
    return
  }
  if (isLocal) code.add(line, { op: 'load-local', slot, name: func.id })
  else code.add(line, { op: 'load', slot, name: func.id, isCalled: true })
  code.add(line, { op: 'new-arguments' })
  for (const argument of args) lowerArgument(code, argument, { builtin, isOnly: args.length === 1 })
  lowerKeywords(code, keywords, builtin)
  code.add(line, { op: 'call', isIterated })
}

function lowerArgument(
  code: LoweredCode,
  argument: Expression,
  { builtin, isOnly }: { readonly builtin: string | undefined; readonly isOnly: boolean },
): void {
  const { line } = argument
  if (argument.kind === 'Starred') {
    lowerIterated(code, argument.value)
    code.add(line, { op: 'pass-all' })
    return
  }
  if (argument.kind === 'GeneratorExp' && isOnly && builtin !== undefined && GATHERING.has(builtin)) {
    lowerList(code, argument)
  } else if (builtin !== undefined && ITERATING.has(builtin)) lowerIterated(code, argument)
  else lowerExpression(code, argument)
  code.add(line, { op: 'pass' })
}

function lowerKeywords(code: LoweredCode, keywords: readonly Keyword[], builtin: string | undefined): void {
  const names = new Set<string>()
  for (const { arg, value, line } of keywords) {
    if (arg === undefined) {
      lowerExpression(code, value)
      code.add(line, { op: 'pass-all-named' })
      continue
    }
    if (names.has(arg)) throw syntaxFault(`keyword argument repeated: ${arg.slice(0, 60)}`, line)
    names.add(arg)
    const isKey = arg === 'key' && (builtin === 'sorted' || builtin === 'min' || builtin === 'max')
    const isNone = value.kind === 'Constant' && value.value === null
    if (isKey && !isNone) {
      const isKnown = value.kind === 'Name' && KEYS.has(value.id) && code.scopes.find(value.id).slot === -1
      if (!isKnown) throw unsupportedFault('key= other than len, abs, str, int and float', line)
      code.add(line, { op: 'constant', value: { kind: 'tool', name: value.id } })
    } else lowerExpression(code, value)
    code.add(line, { op: 'pass-named', name: arg })
  }
}

/** `any` and `all` over a generator end at the first item that decides. */
function lowerShortened(code: LoweredCode, { elt, generators, line }: GeneratorExp, isAny: boolean): void {
  const found = code.label()
  const done = code.label()
  lowerClauses(code, generators, () => {
    lowerExpression(code, elt)
    code.add(elt.line, { op: 'branch', when: isAny, to: found })
  })
  code.add(line, { op: 'constant', value: !isAny })
  code.add(line, { op: 'jump', to: done })
  code.place(found)
  for (let count = 0; count < generators.length; count++) code.add(line, { op: 'pop' })
  code.add(line, { op: 'constant', value: isAny })
  code.place(done)
}

function syntaxFault(message: string, line: number): PlanFault {
  return new PlanFault('syntax', `SyntaxError: ${message}`, line)
}

const NAMES: Readonly<Partial<Record<Expression['kind'], string>>> = {
  Await: 'await',
  Bytes: 'A literal of bytes',
  Ellipsis: 'An ellipsis',
  GeneratorExp: 'A generator that is not gone through at once',
  Imaginary: 'A complex number',
  Lambda: 'lambda',
  Set: 'A set',
  SetComp: 'A set',
  Slice: 'A slice of several dimensions',
  Yield: 'yield',
  YieldFrom: 'yield',
}
