/**
 * Characters that a reader does not see but a model does, or that move what a reader sees. Each class is a reason of
 * its own, because each has its own honest uses: a joiner inside an emoji is no fault, a tag character always hides.
 */
export type InvisibleClass =
  /** C0 and C1 controls and DEL; tab, line feed and carriage return are not among them. */
  | 'control'
  /** U+202A–202E, U+2066–2069, U+200E, U+200F, U+061C: they reorder what is shown. */
  | 'bidi'
  /** U+E0000–E007F: they spell ASCII that nothing displays. */
  | 'tag'
  /** Zero-width spaces and joiners, word joiner, soft hyphen, byte-order mark, fillers, stray variation selectors. */
  | 'zero-width'
  /** Half of a surrogate pair: the text cannot be written as UTF-8. */
  | 'surrogate'
  /** Private use and unassigned "noncharacters": what they show differs by font. */
  | 'private'

export interface InvisibleCharacter {
  readonly class: InvisibleClass
  readonly codePoint: number
  /** Offset in UTF-16 code units. */
  readonly at: number
}

/** Anything outside the ranges of ordinary writing: cheap, and true of a few harmless texts. */
const SUSPECT =
  /[^\t\n\r -~\u00a0-\u00ac\u00ae-\u034e\u0370-\u0600\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3000-\u312f\u3200-\ud7ff]/

/** False when a text holds no invisible character for certain. */
export function mayHoldInvisible(text: string): boolean {
  return SUSPECT.test(text)
}

/**
 * Every such character of a text, in order. Joiners and selectors where writing needs them are left out: U+200C and
 * U+200D between letters of joining scripts, U+200D and U+FE0F inside emoji.
 */
export function invisibleCharacters(text: string): readonly InvisibleCharacter[] {
  if (!mayHoldInvisible(text)) return []
  const found: InvisibleCharacter[] = []
  let previous = 0
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) as number // `at` lies within the text
    const size = codePoint > 0xffff ? 2 : 1
    const flag = codePoint === BLACK_FLAG ? flagTailAt(text, at + size) : ''
    if (flag !== '') {
      previous = BLACK_FLAG
      at += size + flag.length
      continue
    }
    const kind = classOf(codePoint)
    if (kind !== undefined && !isHonest(codePoint, previous, text.codePointAt(at + size))) {
      found.push({ class: kind, codePoint, at })
    }
    previous = codePoint
    at += size
  }
  return found
}

/** Undefined for a character that is seen, or is ordinary white space. */
export function invisibleClassOf(codePoint: number): InvisibleClass | undefined {
  return classOf(codePoint)
}

/** The text without its invisible characters. */
export function withoutInvisible(text: string): string {
  const found = invisibleCharacters(text)
  if (found.length === 0) return text
  let result = ''
  let from = 0
  for (const { at, codePoint } of found) {
    result += text.slice(from, at)
    from = at + (codePoint > 0xffff ? 2 : 1)
  }
  return result + text.slice(from)
}

/** What tag characters spell, `undefined` when a text holds none outside flag emoji. */
export function tagText(text: string): string | undefined {
  let spelled = ''
  for (const { class: kind, codePoint } of invisibleCharacters(text)) {
    if (kind === 'tag' && codePoint >= 0xe0020 && codePoint <= 0xe007e) {
      spelled += String.fromCharCode(codePoint - 0xe0000)
    }
  }
  return spelled === '' ? undefined : spelled
}

function classOf(code: number): InvisibleClass | undefined {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d ? undefined : 'control'
  if (code < 0x7f) return undefined
  if (code <= 0x9f) return 'control'
  if (code < 0x2000) return ZERO_WIDTH_LOW.has(code) ? 'zero-width' : code === 0x061c ? 'bidi' : undefined
  if (code === 0x200e || code === 0x200f) return 'bidi'
  if (code >= 0x200b && code <= 0x200d) return 'zero-width'
  if (code === 0x2028 || code === 0x2029) return 'control'
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return 'bidi'
  if (code >= 0x2060 && code <= 0x206f) return 'zero-width'
  if (code >= 0xd800 && code <= 0xdfff) return 'surrogate'
  if (code === 0x3164 || code === 0xffa0 || code === 0xfeff) return 'zero-width'
  if (code >= 0xfe00 && code <= 0xfe0f) return 'zero-width'
  if (code >= 0xfff0 && code <= 0xfffb) return 'zero-width'
  if (code >= 0xe000 && code <= 0xf8ff) return 'private'
  if (code >= 0xe0000 && code <= 0xe007f) return 'tag'
  if (code >= 0xe0080 && code <= 0xe0fff) return 'zero-width'
  if (code >= 0xf0000 || (code & 0xfffe) === 0xfffe) return 'private'
  return undefined
}

/** Soft hyphen, grapheme joiner, Hangul fillers, Khmer inherent vowels, Mongolian selectors. */
const ZERO_WIDTH_LOW = new Set([
  0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180c, 0x180d, 0x180e, 0x180f,
])

const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u{1f1e6}-\u{1f1ff}]/u
const KEYCAP_BASE = /[0-9#*]/
/** Scripts whose spelling uses joiners: Arabic to Thaana, the Indic scripts, Sinhala, Myanmar, Khmer, Mongolian. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Mongolian}]/u
const IDEOGRAPH = /\p{Script=Han}/u

function isHonest(code: number, previous: number, next: number | undefined): boolean {
  const before = previous === 0 ? '' : String.fromCodePoint(previous)
  if (code === 0xfe0f || code === 0xfe0e) {
    // Text and emoji style belong to any symbol; after a letter or a space they hide.
    return (
      before !== '' && (PICTOGRAPH.test(before) || KEYCAP_BASE.test(before) || /\p{S}|\p{P}/u.test(before))
    )
  }
  if (code === 0x200d) {
    if (next === undefined || before === '') return false
    const after = String.fromCodePoint(next)
    const joinsEmoji = (PICTOGRAPH.test(before) || previous === 0xfe0f) && PICTOGRAPH.test(after)
    return joinsEmoji || JOINING.test(before)
  }
  if (code === 0x200c) return before !== '' && JOINING.test(before)
  if (code >= 0xe0100 && code <= 0xe01ef) return before !== '' && IDEOGRAPH.test(before)
  if (code >= 0x180b && code <= 0x180f) return before !== '' && JOINING.test(before)
  return false
}

const BLACK_FLAG = 0x1f3f4

/** England, Scotland and Wales: a black flag, their letters as tags, and a cancel tag. Any other tail hides a text. */
const FLAG_TAILS = ['gbeng', 'gbsct', 'gbwls'].map((letters) => {
  const codes = [...letters].map((letter) => 0xe0000 + letter.charCodeAt(0))
  return String.fromCodePoint(...codes, 0xe007f)
})

function flagTailAt(text: string, at: number): string {
  return FLAG_TAILS.find((tail) => text.startsWith(tail, at)) ?? ''
}
