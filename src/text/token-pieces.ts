/**
 * How o200k_base cuts a text before it merges bytes (its published split expression):
 *
 *     word:         [^\r\n\p{L}\p{N}]? upper* lower+ contraction?   |   [^\r\n\p{L}\p{N}]? upper+ lower* contraction?
 *     digits:       \p{N}{1,3}
 *     punctuation:   ?[^\s\p{L}\p{N}]+ [\r\n/]*
 *     white space:  \s*[\r\n]+   |   \s+(?!\S)   |   \s+
 *
 * with upper = Lu Lt Lm Lo M, lower = Ll Lm Lo M.
 */
const CONTRACTION = "(?:'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE]))?"
const UPPER = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]'
const LOWER = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]'
const PIECE = new RegExp(
  `[^\\r\\n\\p{L}\\p{N}]?${UPPER}*${LOWER}+${CONTRACTION}|[^\\r\\n\\p{L}\\p{N}]?${UPPER}+${LOWER}*${CONTRACTION}` +
    `|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
  'uy',
)

const OTHER = 0
const UPPERCASE = 1
const LOWERCASE = 2
const DIGIT = 3
const SPACE = 4
const LINE_BREAK = 5
/** Beyond ASCII: only the expression knows. */
const UNKNOWN = 6
const END = 7

const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Z]/.test(character)) return UPPERCASE
  if (/[a-z]/.test(character)) return LOWERCASE
  if (/[0-9]/.test(character)) return DIGIT
  if (/[\r\n]/.test(character)) return LINE_BREAK
  return /\s/.test(character) ? SPACE : OTHER
})

/**
 * Longer pieces are cut here, so that no text costs more than its length: the expression would overflow the stack on
 * megabytes of one kind of character. The longest piece of 125,000 real tools has fewer than 1,000 characters.
 */
const MAX_PIECE_LENGTH = 4096

function classAt(text: string, at: number, limit: number): number {
  if (at >= limit) return END
  const code = text.charCodeAt(at)
  return code < 128 ? (CLASSES[code] as number) : UNKNOWN // 128 classes
}

/**
 * Where the piece that starts at `at` ends; always beyond `at`. ASCII is cut by hand, five times as fast as the
 * expression; a piece that touches any other character is left to the expression.
 */
export function nextPieceEnd(text: string, at: number): number {
  const limit = Math.min(text.length, at + MAX_PIECE_LENGTH)
  return asciiPieceEnd(text, at, limit) ?? expressionPieceEnd(text, at, limit)
}

function expressionPieceEnd(text: string, at: number, limit: number): number {
  const isCut = limit < text.length
  // Half a surrogate pair at the cut would be counted as a character of its own.
  const end = isCut && limit > at + 1 && isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit
  const window = isCut ? text.slice(at, end) : text
  PIECE.lastIndex = isCut ? 0 : at
  // Every character is in one of the alternatives, so the expression cannot fail; half a pair counts as one.
  if (!PIECE.test(window)) return at + 1
  return isCut ? at + PIECE.lastIndex : PIECE.lastIndex
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

/** Undefined when a character beyond ASCII has a say. */
function asciiPieceEnd(text: string, at: number, limit: number): number | undefined {
  const first = classAt(text, at, limit)
  switch (first) {
    case UPPERCASE:
    case LOWERCASE:
      return wordEnd(text, at, limit)
    case DIGIT: {
      let end = at + 1
      while (end < at + 3 && classAt(text, end, limit) === DIGIT) end++
      return end < at + 3 && classAt(text, end, limit) === UNKNOWN ? undefined : end
    }
    case LINE_BREAK:
      return spaceEnd(text, at, limit)
    case SPACE:
    case OTHER: {
      const second = classAt(text, at + 1, limit)
      if (second === UPPERCASE || second === LOWERCASE) return wordEnd(text, at + 1, limit)
      if (second === UNKNOWN) return undefined
      if (first === OTHER) return punctuationEnd(text, at, limit)
      return second === OTHER && text.charCodeAt(at) === 0x20
        ? punctuationEnd(text, at + 1, limit)
        : spaceEnd(text, at, limit)
    }
    default:
      return undefined
  }
}

function wordEnd(text: string, from: number, limit: number): number | undefined {
  let end = from
  while (classAt(text, end, limit) === UPPERCASE) end++
  while (classAt(text, end, limit) === LOWERCASE) end++
  if (classAt(text, end, limit) === UNKNOWN) return undefined
  return end < limit && text.charCodeAt(end) === 0x27 ? end + contractionLength(text, end) : end
}

/** Length of `'s`, `'d`, `'m`, `'t`, `'ll`, `'ve` or `'re`, in either case, at an apostrophe; 0 when it is none. */
function contractionLength(text: string, at: number): number {
  // Bit 0x20 lowers an ASCII letter, and turns nothing else into one of these letters.
  const first = text.charCodeAt(at + 1) | 0x20
  if (first === 0x73 || first === 0x64 || first === 0x6d || first === 0x74) return 2
  const second = text.charCodeAt(at + 2) | 0x20
  const isPair =
    (first === 0x6c && second === 0x6c) || ((first === 0x76 || first === 0x72) && second === 0x65)
  return isPair ? 3 : 0
}

function punctuationEnd(text: string, from: number, limit: number): number | undefined {
  let end = from
  while (classAt(text, end, limit) === OTHER) end++
  if (classAt(text, end, limit) === UNKNOWN) return undefined
  while (end < limit && (classAt(text, end, limit) === LINE_BREAK || text.charCodeAt(end) === 0x2f)) end++
  return end
}

function spaceEnd(text: string, from: number, limit: number): number | undefined {
  let end = from
  let afterBreak = -1
  for (;;) {
    const kind = classAt(text, end, limit)
    if (kind === LINE_BREAK) afterBreak = end + 1
    else if (kind === UNKNOWN) return undefined
    else if (kind !== SPACE) break
    end++
  }
  if (afterBreak !== -1) return afterBreak
  // The last space before a word belongs to that word.
  return end < limit && end - from > 1 ? end - 1 : end
}
