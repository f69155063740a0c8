import { type Escaped, type PropertyOf, readClass, readEscape } from './class-reader.js'
import { complement, LINE_ENDS } from './code-points.js'
import { PatternGap } from './pattern-gap.js'
import {
  alternatives,
  type Count,
  END,
  grouped,
  joined,
  NO_WORD_EDGE,
  NOTHING,
  type Piece,
  repeated,
  type SetRun,
  START,
  setPiece,
  WORD_EDGE,
} from './pattern-pieces.js'
import { PatternText } from './pattern-text.js'

/** A pattern of ECMA-262 in the syntax of RE2, for the question whether a text holds a match. */
export interface TranslatedPattern {
  readonly text: string
  /** About how many states it makes. */
  readonly size: number
  /** Set when the whole pattern is `^[set]{least,most}$`, the most frequent kind in schemas; its text may be missing. */
  readonly run?: SetRun
}

export interface TranslateOptions {
  readonly propertyOf: PropertyOf
  /** Greatest size. */
  readonly maxSize: number
}

/** Groups inside groups. */
const MAX_NESTING = 100

/**
 * Translates a pattern read with the `u` flag, as JSON Schema asks; where that flag is stricter than the language
 * without it (`\-`, a lone brace), the laxer reading is taken. Captures and laziness do not change whether a text
 * matches and are dropped.
 *
 * @throws {PatternGap} for look-arounds, back references, what is no pattern and what is too large.
 */
export function translatePattern(source: string, options: TranslateOptions): TranslatedPattern {
  const reader = new PatternReader(source, options)
  return reader.whole()
}

class PatternReader {
  readonly #text: PatternText
  readonly #options: TranslateOptions
  #nesting = 0

  constructor(source: string, options: TranslateOptions) {
    this.#text = new PatternText(source)
    this.#options = options
  }

  whole(): TranslatedPattern {
    const branches = this.#branches()
    if (!this.#text.isAtEnd) throw new PatternGap('pattern-syntax', 'A parenthesis closes nothing.')
    const { text, size } = alternatives(branches.map(joined))
    const run = branches.length === 1 ? runOf(branches[0] ?? []) : undefined
    if (run !== undefined) return { text, size: 1 + (run.set.length >> 4), run }
    if (size > this.#options.maxSize) throw tooLarge()
    return { text, size }
  }

  #branches(): readonly (readonly Piece[])[] {
    const branches: Piece[][] = [[]]
    while (!this.#text.isAtEnd && !this.#text.stands(')')) {
      if (this.#text.takes('|')) branches.push([])
      else branches.at(-1)?.push(this.#counted(this.#atom()))
    }
    return branches
  }

  #atom(): Piece {
    const text = this.#text
    if (text.takes('^')) return START
    if (text.takes('$')) return END
    if (text.takes('.')) return setPiece(complement(LINE_ENDS))
    if (text.takes('[')) return setPiece(readClass(text, this.#options.propertyOf))
    if (text.takes('(')) return this.#group()
    if (text.takes('\\')) return this.#escape()
    if (text.stands('*') || text.stands('+') || text.stands('?') || text.match(COUNT) !== undefined) {
      throw new PatternGap('pattern-syntax', 'A quantifier in the pattern repeats nothing.')
    }
    const code = text.next() as number // the text is not at its end
    return setPiece([{ first: code, last: code }])
  }

  #group(): Piece {
    const text = this.#text
    if (text.stands('?=') || text.stands('?!') || text.stands('?<=') || text.stands('?<!')) {
      throw new PatternGap('pattern-look-around', 'The pattern looks ahead or behind.')
    }
    const isOpened = text.takes('?:') || text.match(GROUP_NAME) !== undefined || !text.stands('?')
    if (!isOpened)
      throw new PatternGap('pattern-syntax', 'A group in the pattern begins as none of ECMA-262 does.')
    if (++this.#nesting > MAX_NESTING) throw tooLarge()
    const inner = alternatives(this.#branches().map(joined))
    if (!text.takes(')')) throw new PatternGap('pattern-syntax', 'A group in the pattern is not closed.')
    this.#nesting--
    return grouped(inner)
  }

  #escape(): Piece {
    const text = this.#text
    if (text.takes('b')) return WORD_EDGE
    if (text.takes('B')) return NO_WORD_EDGE
    if (text.match(BACK_REFERENCE) !== undefined) {
      throw new PatternGap('pattern-back-reference', 'The pattern refers back to a group.')
    }
    const escaped: Escaped = readEscape(text, this.#options.propertyOf)
    return setPiece(escaped.kind === 'set' ? escaped.set : [{ first: escaped.code, last: escaped.code }])
  }

  #counted(piece: Piece): Piece {
    const count = this.#count()
    if (count === undefined) return piece
    if (isEdge(piece))
      throw new PatternGap('pattern-syntax', 'A quantifier in the pattern repeats an assertion.')
    this.#text.takes('?')
    return repeated(piece, count, this.#options.maxSize)
  }

  #count(): Count | undefined {
    const text = this.#text
    if (text.takes('*')) return { least: 0, most: Number.POSITIVE_INFINITY }
    if (text.takes('+')) return { least: 1, most: Number.POSITIVE_INFINITY }
    if (text.takes('?')) return { least: 0, most: 1 }
    const count = text.match(COUNT)
    if (count === undefined) return undefined
    const [first = '', second] = count.split(',')
    const least = Number(first)
    const most = second === undefined ? least : second === '' ? Number.POSITIVE_INFINITY : Number(second)
    if (least > most) throw new PatternGap('pattern-syntax', 'A count in the pattern runs backwards.')
    return { least, most }
  }
}

const COUNT = /\{([0-9]+(?:,[0-9]*)?)\}/y
const GROUP_NAME = /\?<([\p{L}_$][\p{L}\p{N}_$]*)>/uy
const BACK_REFERENCE = /([1-9]|k<[^>]*>)/y

function isEdge(piece: Piece): boolean {
  return piece === START || piece === END || piece === WORD_EDGE || piece === NO_WORD_EDGE
}

function tooLarge(): PatternGap {
  return new PatternGap('pattern-too-large', 'The pattern is too large.')
}

function runOf(pieces: readonly Piece[]): TranslatedPattern['run'] {
  const [start, middle = NOTHING, end, ...others] = pieces
  if (start !== START || end !== END || others.length > 0) return undefined
  if (middle.run !== undefined) return middle.run
  return middle.set === undefined ? undefined : { set: middle.set, count: { least: 1, most: 1 } }
}
