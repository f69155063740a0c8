/** What an escape of a Python string stands for, and how many code units it is long. */
export interface PythonEscape {
  readonly characters: string
  readonly length: number
  /** Python has no such escape and keeps the backslash; another reader would not. */
  readonly isUnknown?: boolean
}

/**
 * The escape at a backslash in a Python string that is not raw. An unknown escape stays as it is, backslash included.
 * Undefined for a broken one, and for `\N{…}`, whose names would need the whole Unicode name table.
 */
export function pythonEscape(text: string, at: number): PythonEscape | undefined {
  const letter = text.charAt(at + 1)
  const simple = SIMPLE.get(letter)
  if (simple !== undefined) return { characters: simple, length: 2 }
  switch (letter) {
    case '':
    case 'N':
      return undefined
    case '\r':
      return { characters: '', length: text.charAt(at + 2) === '\n' ? 3 : 2 }
    case 'x':
      return codeEscape(text, at, 2)
    case 'u':
      return codeEscape(text, at, 4)
    case 'U':
      return codeEscape(text, at, 8)
    default:
  }
  if (letter >= '0' && letter <= '7') return octalEscape(text, at)
  const character = String.fromCodePoint(text.codePointAt(at + 1) as number) // the letter is not ''
  return { characters: `\\${character}`, length: 1 + character.length, isUnknown: true }
}

function codeEscape(text: string, at: number, digits: number): PythonEscape | undefined {
  const spelled = text.slice(at + 2, at + 2 + digits)
  if (spelled.length < digits || !/^[0-9a-fA-F]+$/.test(spelled)) return undefined
  const code = Number.parseInt(spelled, 16)
  return code > 0x10ffff ? undefined : { characters: String.fromCodePoint(code), length: 2 + digits }
}

function octalEscape(text: string, at: number): PythonEscape {
  let end = at + 2
  while (end < at + 4 && text.charAt(end) >= '0' && text.charAt(end) <= '7') end++
  const code = Number.parseInt(text.slice(at + 1, end), 8)
  return { characters: String.fromCharCode(code), length: end - at }
}

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\n', ''],
])
