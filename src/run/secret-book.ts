/** Shorter values are words and numbers that texts hold by chance; replacing them would spoil texts and hide nothing. */
const MIN_LENGTH = 6
/** Base64 of a shorter value is cut so short by its neighbours that it may stand anywhere by chance. */
const MIN_BASE64_LENGTH = 12

interface Spelling {
  /** The whole spelling, or with a pattern a part that stands in every text that the pattern finds. */
  readonly find: string
  readonly pattern?: RegExp
  readonly mark: string
  /** Of the secret. */
  readonly length: number
}

/**
 * The secret values that a run knows, replaced by `«secret:NAME»` in everything that it writes: as they are, escaped as
 * inside JSON inside JSON, percent-encoded, and in base64 at any offset.
 */
export class SecretBook {
  readonly #known = new Set<string>()
  #spellings: readonly Spelling[] = []
  /** The values with every character escaped or not. */
  #escaped: readonly { readonly pattern: RegExp; readonly mark: string; readonly length: number }[] = []

  /** Every value read as a key; addresses are read the same way and are none. */
  learn(name: string, value: string): void {
    const isAddress = /^https?:\/\/[^@\s]*$/.test(value)
    if (value.trim().length < MIN_LENGTH || isAddress || this.#known.has(value)) return
    this.#known.add(value)
    const mark = `«secret:${name.replace(/[^\w.-]/g, '')}»`
    const { length } = value
    const found: Spelling[] = []
    // A backslash at the end would take the escape of what follows with it, and hides nothing.
    for (const one of new Set([value, value.trim()].map((text) => text.replace(/\\+$/, '')))) {
      const pattern = escapedPattern(one)
      found.push(
        pattern === undefined ? { find: one, mark, length } : { find: plainPart(one), pattern, mark, length },
      )
      for (const find of encodingsOf(one)) found.push({ find, mark, length })
    }
    // Longer ones first: one secret may be a part of another.
    this.#spellings = [...this.#spellings, ...found].sort((left, right) => right.length - left.length)
    const pattern = new RegExp(unitsOf(value.trim().replace(/\\+$/, ''), escapableUnit), 'g')
    this.#escaped = [...this.#escaped, { pattern, mark, length }].sort(
      (left, right) => right.length - left.length,
    )
  }

  /** The text without secrets; the same text when it holds none. */
  clean(text: string): string {
    let result = text
    for (const { find, mark, pattern } of this.#spellings) {
      if (pattern !== undefined) {
        if (result.includes(find)) result = result.replace(pattern, mark)
      } else if (result.includes(find)) result = result.replaceAll(find, mark)
    }
    if (!result.includes('\\u00') || !ESCAPED_LETTER.test(result)) return result
    for (const { pattern, mark } of this.#escaped) result = result.replace(pattern, mark)
    return result
  }

  /** Whether anything is to be looked for. */
  get isEmpty(): boolean {
    return this.#spellings.length === 0
  }
}

function encodingsOf(value: string): ReadonlySet<string> {
  const encodings = percentSpellings(value).filter((spelling) => spelling !== value)
  return new Set([...encodings, ...(value.length >= MIN_BASE64_LENGTH ? base64Spellings(value) : [])])
}

/** Letters by which JSON escapes control characters. */
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\b', 'b'],
  ['\f', 'f'],
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
])
/** JSON inside JSON doubles the backslashes each time; five times is 31. */
const BACKSLASHES = '\\\\{0,31}'

/**
 * How a value that JSON may escape stands inside JSON inside JSON, whoever wrote it: slashes escaped or not, in ASCII
 * alone or not, for HTML or not. Undefined where it holds nothing of the kind.
 */
function escapedPattern(value: string): RegExp | undefined {
  if (/^[\w\-.:,;~ @#$%*()[\]{}|^!?`]*$/.test(value)) return undefined
  return new RegExp(unitsOf(value, unitPattern), 'g')
}

function unitsOf(value: string, patternOf: (unit: string) => string): string {
  let pattern = ''
  for (let at = 0; at < value.length; at++) pattern += patternOf(value.charAt(at))
  return pattern
}

/** No writer of JSON escapes letters and digits but one that means to hide something. */
const ESCAPED_LETTER = /\\u00(?:3\d|[4-7][\da-fA-F])/

function escapableUnit(unit: string): string {
  if (!/[\w ]/.test(unit)) return unitPattern(unit)
  const code = unit.charCodeAt(0).toString(16)
  return `(?:${unit}|\\\\{1,31}u00${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
}

function unitPattern(unit: string): string {
  if (/[\w ]/.test(unit)) return unit
  if (unit === '\\') return '(?:\\\\{1,31}(?:u005[cC])?)'
  const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
  const digits = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  const short = SHORT_ESCAPES.get(unit)
  const literal = /[\^$\\.*+?()[\]{}|/]/.test(unit) ? `\\${unit}` : unit
  return `(?:${BACKSLASHES}${literal}|\\\\{1,31}u${digits}${short === undefined ? '' : `|\\\\{1,31}${short}`})`
}

/** The longest part of a value that every spelling shows as it is. */
function plainPart(value: string): string {
  return value.split(/[^\w ]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}

function percentSpellings(value: string): readonly string[] {
  try {
    const encoded = encodeURIComponent(value)
    const strict = encoded.replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    const form = strict.replaceAll('%20', '+')
    const lower = encoded.replace(/%[0-9A-F]{2}/g, (found) => found.toLowerCase())
    return [encoded, strict, form, lower]
  } catch {
    return [] // a lone surrogate has no percent-encoding
  }
}

/**
 * The characters of base64 that the value decides alone, whatever stands before and after it. Half a character at either
 * end is decided together with a neighbour, and stays.
 */
function base64Spellings(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value)
  return [0, 1, 2].flatMap((offset) => {
    const padded = new Uint8Array(offset + bytes.length)
    padded.set(bytes, offset)
    const text = base64Of(padded).slice(
      Math.ceil((offset * 8) / 6),
      Math.floor(((offset + bytes.length) * 8) / 6),
    )
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Base64 of bytes. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  // Arguments of a call are limited, and a body may have megabytes.
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  }
  return btoa(text)
}
