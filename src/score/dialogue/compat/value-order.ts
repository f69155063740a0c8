import { type DictValue, hashText, type LiteralValue, type SequenceValue } from './literal-value.js'

/** Python's `==`: numbers by value across types, lists, tuples and sets apart. */
export function isEqualValue(left: LiteralValue, right: LiteralValue): boolean {
  const leftNumber = numberPair(left)
  const rightNumber = numberPair(right)
  if (leftNumber !== undefined && rightNumber !== undefined) {
    return leftNumber[1] === rightNumber[1] && isSameReal(leftNumber[0], rightNumber[0])
  }
  if (!isObject(left) || !isObject(right)) return left === right
  switch (left.kind) {
    case 'bytes':
      return right.kind === 'bytes' && left.value === right.value
    case 'ellipsis':
      return right.kind === 'ellipsis'
    case 'complex':
      return false
    case 'dict':
      return right.kind === 'dict' && isEqualDict(left, right)
    case 'set':
      return right.kind === 'set' && left.items.length === right.items.length && isSubset(left, right)
    default:
      return (
        right.kind === left.kind &&
        left.items.length === right.items.length &&
        left.items.every((item, index) => isEqualValue(item, right.items[index] as LiteralValue))
      )
  }
}

type ObjectValue = Exclude<LiteralValue, null | boolean | bigint | number | string>

function isObject(value: LiteralValue): value is ObjectValue {
  return typeof value === 'object' && value !== null
}

/** Real and imaginary part of whatever counts as a number. */
function numberPair(value: LiteralValue): readonly [bigint | number, number] | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return [value, 0]
  if (typeof value === 'boolean') return [value ? 1n : 0n, 0]
  return isObject(value) && value.kind === 'complex' ? [value.real, value.imaginary] : undefined
}

function isSameReal(left: bigint | number, right: bigint | number): boolean {
  // JavaScript, too, compares a bigint and a number by exact value with `==`.
  // biome-ignore lint/suspicious/noDoubleEquals: strict equality is never true across the two types
  return left == right
}

function isEqualDict(left: DictValue, right: DictValue): boolean {
  if (left.entries.length !== right.entries.length) return false
  const values = new Map(right.entries.map(([key, value]) => [hashText(key), value]))
  return left.entries.every(([key, value]) => {
    const other = values.get(hashText(key))
    return other !== undefined && isEqualValue(value, other)
  })
}

function isSubset(left: SequenceValue, right: SequenceValue): boolean {
  const keys = new Set(right.items.map(hashText))
  return left.items.every((item) => keys.has(hashText(item)))
}

/**
 * The list sorted as Python's `sorted` does it; a list of what cannot be compared stays as it is.
 *
 * Sets are ordered in part only, and the result depends on the algorithm: that of CPython is followed up to 63 items,
 * beyond which its merges are not.
 */
export function sortedValues(items: readonly LiteralValue[]): readonly LiteralValue[] {
  const sorted = [...items]
  return insertionSort(sorted) ? sorted : items
}

/** CPython sorts shorter lists by binary insertion alone. */
const MIN_MERGE = 64

/** @returns whether all comparisons were possible. */
function insertionSort(items: LiteralValue[]): boolean {
  try {
    if (items.length >= MIN_MERGE)
      items.sort((left, right) => (isLess(left, right) ? -1 : isLess(right, left) ? 1 : 0))
    else binaryInsertion(items)
    return true
  } catch (error) {
    if (error instanceof Incomparable) return false
    throw error
  }
}

function binaryInsertion(items: LiteralValue[]): void {
  const at = (index: number): LiteralValue => items[index] as LiteralValue // within the list
  let run = Math.min(items.length, 1)
  if (items.length > 1) {
    run = 2
    const isFalling = isLess(at(1), at(0))
    while (run < items.length && isLess(at(run), at(run - 1)) === isFalling) run += 1
    if (isFalling) items.splice(0, run, ...items.slice(0, run).reverse())
  }
  for (let start = run; start < items.length; start += 1) {
    const pivot = at(start)
    let left = 0
    let right = start
    while (left < right) {
      const middle = left + ((right - left) >> 1)
      if (isLess(pivot, at(middle))) right = middle
      else left = middle + 1
    }
    items.splice(start, 1)
    items.splice(left, 0, pivot)
  }
}

class Incomparable extends Error {}

/** Python's `<`. @throws {Incomparable} where Python raises. */
function isLess(left: LiteralValue, right: LiteralValue): boolean {
  const leftReal = real(left)
  const rightReal = real(right)
  if (leftReal !== undefined && rightReal !== undefined) return leftReal < rightReal
  if (typeof left === 'string' && typeof right === 'string') return isLessText(left, right)
  if (!isObject(left) || !isObject(right)) throw new Incomparable()
  if (left.kind === 'bytes' && right.kind === 'bytes') return left.value < right.value
  if (left.kind === 'set' && right.kind === 'set') {
    return left.items.length < right.items.length && isSubset(left, right)
  }
  if ((left.kind === 'list' || left.kind === 'tuple') && right.kind === left.kind) {
    for (const [index, item] of left.items.entries()) {
      const other = right.items[index]
      if (other === undefined) return false
      if (!isEqualValue(item, other)) return isLess(item, other)
    }
    return left.items.length < right.items.length
  }
  throw new Incomparable()
}

function real(value: LiteralValue): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value
  return typeof value === 'boolean' ? (value ? 1n : 0n) : undefined
}

/** By code points, where JavaScript's own `<` goes by UTF-16. */
function isLessText(left: string, right: string): boolean {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index += 1) {
    const one = left.charCodeAt(index)
    const other = right.charCodeAt(index)
    if (one === other) continue
    const isHigh = isSurrogate(one)
    return isHigh === isSurrogate(other) ? one < other : !isHigh
  }
  return left.length < right.length
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}
