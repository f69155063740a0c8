import { invisibleClassOf, mayHoldInvisible } from './invisible.js'

export interface PrintableOptions {
  /** Longest result in characters, `…` included; default unlimited, at least 1. */
  readonly maxLength?: number
}

/**
 * A stranger's text on one line that a terminal shows as it is: control characters (ANSI sequences among them), line
 * breaks, bidirectional controls, zero-width and tag characters and lone surrogates are spelled out as `\n` or
 * `\u{202e}`. Emoji and other writing stay. Not reversible: a backslash is not doubled.
 */
export function printable(text: string, options: PrintableOptions = {}): string {
  const { maxLength = Number.POSITIVE_INFINITY } = options
  // A text of any length is cut before it is looked at; one code unit more than fits tells that something is left out.
  const head = text.length > maxLength ? text.slice(0, maxLength + 1) : text
  const shown = mayHoldInvisible(head) || /[\t\n\r]/.test(head) ? escaped(head) : head
  return shown.length > maxLength ? `${cut(shown, maxLength - 1)}…` : shown
}

/** The same in quotation marks, as a sentence names what is a stranger's; by default at most 60 characters of it. */
export function quoted(text: string, maxLength = 60): string {
  return JSON.stringify(printable(text, { maxLength }))
}

/** The same for a message of several lines: its own line breaks are the only ones that are kept. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
}

function escaped(text: string): string {
  let shown = ''
  for (const character of text) {
    const code = character.codePointAt(0) as number // an iterated character is never empty
    const short = SHORT_ESCAPES.get(code)
    if (short !== undefined) shown += short
    // Joiners and selectors shape emoji and letters and are harmless in print.
    else if (code === 0x200c || code === 0x200d || code === 0xfe0e || code === 0xfe0f) shown += character
    else if (invisibleClassOf(code) !== undefined) shown += `\\u{${code.toString(16)}}`
    else shown += character
  }
  return shown
}

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
])

/** Never leaves half of a surrogate pair at the end. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}
