import type { Expression } from '../../../agent/python/tree.js'

/** A value as `ast.literal_eval` gives it: `int` is a bigint, `float` a number. */
export type LiteralValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | { readonly kind: 'bytes'; readonly value: string }
  | ComplexValue
  | { readonly kind: 'ellipsis' }
  | SequenceValue
  | DictValue

export interface ComplexValue {
  readonly kind: 'complex'
  readonly real: number
  readonly imaginary: number
}

export interface SequenceValue {
  readonly kind: 'list' | 'tuple' | 'set'
  /** Of a set: no two are equal, and their order means nothing. */
  readonly items: readonly LiteralValue[]
}

export interface DictValue {
  readonly kind: 'dict'
  /** In order of insertion, no two keys equal. */
  readonly entries: readonly (readonly [key: LiteralValue, value: LiteralValue])[]
}

/**
 * The value of a literal, by the rules of `ast.literal_eval` in CPython 3.11.
 *
 * @returns undefined for anything else, and where Python raises: a list within a set, a list as a key.
 */
export function literalValue(node: Expression): LiteralValue | undefined {
  switch (node.kind) {
    case 'Constant':
      return node.value
    case 'Bytes':
      return { kind: 'bytes', value: node.value }
    case 'Imaginary':
      return { kind: 'complex', real: 0, imaginary: node.value }
    case 'Ellipsis':
      return { kind: 'ellipsis' }
    case 'List':
    case 'Tuple': {
      const items = valuesOf(node.elts)
      return items && { kind: node.kind === 'List' ? 'list' : 'tuple', items }
    }
    case 'Set': {
      const items = valuesOf(node.elts)
      return items && setOf(items)
    }
    case 'Dict': {
      const keys = valuesOf(node.keys)
      const values = valuesOf(node.values)
      return keys && values && dictOf(keys, values)
    }
    case 'Call':
      return isEmptySet(node) ? { kind: 'set', items: [] } : undefined
    case 'UnaryOp':
      return signedNumber(node)
    case 'BinOp': {
      const left = signedNumber(node.left)
      const right = plainNumber(node.right)
      return sumOf(left, node.op, right)
    }
    default:
      return undefined
  }
}

function valuesOf(nodes: readonly (Expression | undefined)[]): readonly LiteralValue[] | undefined {
  const values: LiteralValue[] = []
  for (const node of nodes) {
    const value = node && literalValue(node)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

function setOf(items: readonly LiteralValue[]): SequenceValue | undefined {
  const kept = new Map<string, LiteralValue>()
  for (const item of items) {
    const key = hashText(item)
    if (key === undefined) return undefined
    if (!kept.has(key)) kept.set(key, item)
  }
  return { kind: 'set', items: [...kept.values()] }
}

function dictOf(keys: readonly LiteralValue[], values: readonly LiteralValue[]): DictValue | undefined {
  const entries = new Map<string, [LiteralValue, LiteralValue]>()
  for (const [index, key] of keys.entries()) {
    const text = hashText(key)
    if (text === undefined) return undefined
    const value = values[index] as LiteralValue // as many values as keys
    const known = entries.get(text)
    if (known === undefined) entries.set(text, [key, value])
    else known[1] = value
  }
  return { kind: 'dict', entries: [...entries.values()] }
}

/** A text that two values share exactly when Python calls them equal; undefined for what it cannot hash. */
export function hashText(value: LiteralValue): string | undefined {
  switch (typeof value) {
    case 'boolean':
      return value ? 'n1' : 'n0'
    case 'bigint':
      return `n${value}`
    case 'number':
      return `n${Number.isInteger(value) ? BigInt(value) : value}`
    case 'string':
      return `s${value}`
    default:
  }
  if (value === null) return 'None'
  switch (value.kind) {
    case 'bytes':
      return `b${value.value}`
    case 'ellipsis':
      return '...'
    case 'complex':
      return value.imaginary === 0 ? hashText(value.real) : `c${value.real},${value.imaginary}`
    case 'tuple': {
      const items = value.items.map(hashText)
      return items.includes(undefined) ? undefined : `t${JSON.stringify(items)}`
    }
    default:
      return undefined
  }
}

function isEmptySet({ func, args, keywords }: Extract<Expression, { kind: 'Call' }>): boolean {
  return func.kind === 'Name' && func.id === 'set' && args.length === 0 && keywords.length === 0
}

type NumberValue = bigint | number | ComplexValue

function signedNumber(node: Expression): NumberValue | undefined {
  if (node.kind !== 'UnaryOp') return plainNumber(node)
  const operand = plainNumber(node.operand)
  if (operand === undefined || node.op === '+') return operand
  if (node.op !== '-') return undefined
  if (typeof operand !== 'object') return -operand
  return { kind: 'complex', real: -operand.real, imaginary: -operand.imaginary }
}

function plainNumber(node: Expression): NumberValue | undefined {
  if (node.kind === 'Imaginary') return { kind: 'complex', real: 0, imaginary: node.value }
  if (node.kind !== 'Constant') return undefined
  return typeof node.value === 'bigint' || typeof node.value === 'number' ? node.value : undefined
}

/** `1 + 2j`: a real number and an imaginary one, nothing else. */
function sumOf(
  left: NumberValue | undefined,
  op: string,
  right: NumberValue | undefined,
): ComplexValue | undefined {
  if (left === undefined || typeof left === 'object' || typeof right !== 'object') return undefined
  const real = Number(left)
  // An integer beyond all floats cannot be added in Python.
  if (typeof left === 'bigint' && !Number.isFinite(real)) return undefined
  if (op === '+') return { kind: 'complex', real: real + right.real, imaginary: right.imaginary }
  if (op === '-') return { kind: 'complex', real: real - right.real, imaginary: 0 - right.imaginary }
  return undefined
}
