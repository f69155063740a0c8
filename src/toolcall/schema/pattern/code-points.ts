/** Code points from `first` to `last`, both included. */
export interface CodeRange {
  readonly first: number
  readonly last: number
}

export const MAX_CODE_POINT = 0x10ffff

/** A set of code points: ranges in order, apart from each other. */
export type CodeSet = readonly CodeRange[]

export function codeSet(ranges: readonly CodeRange[]): CodeSet {
  const sorted = [...ranges].sort((left, right) => left.first - right.first)
  const merged: { first: number; last: number }[] = []
  for (const { first, last } of sorted) {
    const before = merged.at(-1)
    if (before === undefined || first > before.last + 1) merged.push({ first, last })
    else if (last > before.last) before.last = last
  }
  return merged
}

/** All other code points. */
export function complement(set: CodeSet): CodeSet {
  const others: CodeRange[] = []
  let next = 0
  for (const { first, last } of set) {
    if (first > next) others.push({ first: next, last: first - 1 })
    next = last + 1
  }
  if (next <= MAX_CODE_POINT) others.push({ first: next, last: MAX_CODE_POINT })
  return others
}

export function holdsCode(set: CodeSet, code: number): boolean {
  let low = 0
  let high = set.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = set[middle] as CodeRange // low ≤ middle ≤ high
    if (code < range.first) high = middle - 1
    else if (code > range.last) low = middle + 1
    else return true
  }
  return false
}

const one = (code: number): CodeRange => ({ first: code, last: code })

export const DIGITS: CodeSet = [{ first: 0x30, last: 0x39 }]

/** `\w`: ASCII alone. */
export const WORD: CodeSet = codeSet([
  ...DIGITS,
  { first: 0x41, last: 0x5a },
  one(0x5f),
  { first: 0x61, last: 0x7a },
])

export const LINE_ENDS: CodeSet = codeSet([one(0x0a), one(0x0d), { first: 0x2028, last: 0x2029 }])

/** `\s`: WhiteSpace and LineTerminator of ECMA-262. */
export const SPACE: CodeSet = codeSet([
  { first: 0x09, last: 0x0d },
  one(0x20),
  one(0xa0),
  one(0x1680),
  { first: 0x2000, last: 0x200a },
  { first: 0x2028, last: 0x2029 },
  one(0x202f),
  one(0x205f),
  one(0x3000),
  one(0xfeff),
])
