import { pythonRepr } from '../../benchmark/readers/bfcl/python-value.js'

const QUOTES = ["'", '"', '"""', "'''"] as const
type Quotes = readonly string[]

const UNPRINTABLE = /[\p{C}\p{Z}]/u

/** A string literal with as few backslashes as can be. */
export function quoteString(text: string): string {
  const { escaped, quotes } = escapeFor(text, { quotes: QUOTES, escapesWhite: false })
  const quote = quotes[0] ?? ''
  return `${quote}${escaped}${quote}`
}

/** The quoted text of an f-string, of its parts: texts may hold escapes, fields may not. */
export function writeJoined(parts: readonly { readonly text: string; readonly isText: boolean }[]): string {
  let quotes: Quotes = QUOTES
  let written = ''
  for (const { text, isText } of parts) {
    const escaped = escapeFor(text, { quotes, escapesWhite: isText })
    written += escaped.escaped
    if (!escaped.quotes.some((quote) => quotes.includes(quote))) {
      return `'''${parts.map((part) => pythonRepr(`"${part.text}`).slice(2, -1)).join('')}'''`
    }
    quotes = escaped.quotes
  }
  const quote = quotes[0] ?? ''
  return `${quote}${written}${quote}`
}

/** The text with escapes, and the quotes that may stand around it, best first. */
function escapeFor(
  text: string,
  { quotes, escapesWhite }: { readonly quotes: Quotes; readonly escapesWhite: boolean },
): { readonly escaped: string; readonly quotes: Quotes } {
  let escaped = ''
  for (const character of text) {
    if (!escapesWhite && (character === '\n' || character === '\t')) escaped += character
    else if (character === '\\' || (character !== ' ' && UNPRINTABLE.test(character)))
      escaped += unicodeEscape(character)
    else escaped += character
  }
  const possible = quotes
    .filter((quote) => !escaped.includes('\n') || quote.length === 3)
    .filter((quote) => !escaped.includes(quote))
  if (possible.length === 0) {
    const repr = pythonRepr(text)
    const first = repr[0] ?? ''
    return { escaped: repr.slice(1, -1), quotes: [quotes.find((quote) => quote.includes(first)) ?? first] }
  }
  const last = escaped.at(-1)
  if (last === undefined) return { escaped, quotes: possible }
  // Quotes that the text ends with come last.
  const sorted = [
    ...possible.filter((quote) => quote[0] !== last),
    ...possible.filter((quote) => quote[0] === last),
  ]
  if (sorted[0]?.[0] === last) escaped = `${escaped.slice(0, -1)}\\${last}`
  return { escaped, quotes: sorted }
}

function unicodeEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0
  switch (character) {
    case '\\':
      return '\\\\'
    case '\n':
      return '\\n'
    case '\r':
      return '\\r'
    case '\t':
      return '\\t'
    default:
  }
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`
  return `\\U${code.toString(16).padStart(8, '0')}`
}
