import { type CodeSet, complement, MAX_CODE_POINT } from './code-points.js'

/** A part of a pattern in RE2's syntax. */
export interface Piece {
  readonly text: string
  /** About how many states it makes. */
  readonly size: number
  /** Greatest count within, counts inside counts multiplied. RE2 allows 1,000. */
  readonly count: number
  /** Whether a count may follow directly. */
  readonly isAtom: boolean
  /** The code points that it stands for, when it is one character. */
  readonly set?: CodeSet
  /** When it is one character so many times. */
  readonly run?: SetRun
}

/** So many characters of a set, one after the other. */
export interface SetRun {
  readonly set: CodeSet
  readonly count: Count
}

const MAX_COUNT = 1000

export const START: Piece = { text: '\\A', size: 1, count: 1, isAtom: false }
export const END: Piece = { text: '\\z', size: 1, count: 1, isAtom: false }
export const WORD_EDGE: Piece = { text: '\\b', size: 1, count: 1, isAtom: false }
export const NO_WORD_EDGE: Piece = { text: '\\B', size: 1, count: 1, isAtom: false }
export const NOTHING: Piece = { text: '', size: 0, count: 1, isAtom: false }

/** One character out of a set. A set of hundreds of ranges costs as much as a few states. */
export function setPiece(set: CodeSet): Piece {
  const size = 1 + (set.length >> 4)
  const [only] = set
  if (set.length === 1 && only !== undefined && only.first === only.last) {
    return { text: codeText(only.first), size, count: 1, isAtom: true, set }
  }
  const ranges = set.length === 0 ? '^\\x{0}-\\x{10FFFF}' : rangesText(set)
  return { text: `[${ranges}]`, size, count: 1, isAtom: true, set }
}

/** Large sets are often the complement of a smaller text. */
function rangesText(set: CodeSet): string {
  const others = set.at(-1)?.last === MAX_CODE_POINT ? complement(set) : set
  const isShorter = others.length > 0 && others.length < set.length
  const [sign, ranges] = isShorter ? ['^', others] : ['', set]
  let text = sign
  for (const { first, last } of ranges) {
    text += first === last ? codeText(first) : `${codeText(first)}-${codeText(last)}`
  }
  return text
}

function codeText(code: number): string {
  const isPlain =
    (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
  return isPlain ? String.fromCharCode(code) : `\\x{${code.toString(16)}}`
}

export function joined(pieces: readonly Piece[]): Piece {
  const [only] = pieces
  if (pieces.length === 1 && only !== undefined) return only
  return {
    text: pieces.map(({ text }) => text).join(''),
    size: sizeOf(pieces),
    count: Math.max(1, ...pieces.map(({ count }) => count)),
    isAtom: false,
  }
}

export function alternatives(pieces: readonly Piece[]): Piece {
  const [only] = pieces
  if (pieces.length === 1 && only !== undefined) return only
  return {
    ...joined(pieces),
    text: pieces.map(({ text }) => text).join('|'),
    size: sizeOf(pieces) + pieces.length,
  }
}

export function grouped(piece: Piece): Piece {
  return { ...piece, text: `(?:${piece.text})`, isAtom: true }
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { size }) => sum + size, 0)
}

export interface Count {
  readonly least: number
  /** Infinity for `{n,}`. */
  readonly most: number
}

/**
 * What may be matched `least` to `most` times. Counts beyond those of RE2 are written one after the other. What is too
 * large has a size beyond the limit and no text.
 */
export function repeated(piece: Piece, count: Count, maxSize: number): Piece {
  const { least, most } = count
  const isOpen = most === Number.POSITIVE_INFINITY
  const size = Math.max(1, piece.size) * Math.max(1, isOpen ? least : most) + 1
  const parts = {
    size,
    count: Math.min(MAX_COUNT, piece.count * Math.max(1, isOpen ? least : most)),
    isAtom: true,
    ...(piece.set === undefined ? {} : { run: { set: piece.set, count } }),
  }
  return { text: size > maxSize ? '' : countedText(piece, count), ...parts }
}

function countedText(piece: Piece, { least, most }: Count): string {
  const atom = piece.isAtom ? piece.text : `(?:${piece.text})`
  if (most === Number.POSITIVE_INFINITY && least <= 1) return `(?:${atom}${least === 0 ? '*' : '+'})`
  const chunk = Math.max(1, Math.floor(MAX_COUNT / piece.count))
  let text = ''
  for (let left = least; left > 0; left -= chunk) text += `${atom}{${Math.min(left, chunk)}}`
  if (most === Number.POSITIVE_INFINITY) return `(?:${text}${atom}*)`
  for (let left = most - least; left > 0; left -= chunk) text += `${atom}{0,${Math.min(left, chunk)}}`
  return `(?:${text})`
}
