/**
 * Where the number that begins at `start` ends, by the rules of CPython 3.11.
 *
 * @returns undefined where this is no well-formed number, e.g. `0x`, `1__0`, `012`, `3rd`.
 */
export function numberEnd(source: string, start: number): number | undefined {
  const second = source[start + 1]
  if (source[start] === '0' && second !== undefined && 'xXoObB'.includes(second)) {
    const digit =
      second === 'x' || second === 'X'
        ? isHexDigit
        : second === 'o' || second === 'O'
          ? isOctalDigit
          : isBinaryDigit
    const end = prefixedEnd(source, start + 2, digit)
    return end !== undefined && isNumberOver(source, end) ? end : undefined
  }
  return decimalEnd(source, start)
}

type DigitTest = (code: number) => boolean

function prefixedEnd(source: string, start: number, isOf: DigitTest): number | undefined {
  let at = start
  do {
    if (source[at] === '_') at += 1
    if (!isOf(source.charCodeAt(at))) return undefined
    while (isOf(source.charCodeAt(at))) at += 1
  } while (source[at] === '_')
  return isDigit(source.charCodeAt(at)) ? undefined : at
}

function decimalEnd(source: string, start: number): number | undefined {
  let at = start
  let hasLeadingZero = false
  if (source[at] !== '.') {
    const whole = digitsEnd(source, at)
    if (whole === undefined) return undefined
    hasLeadingZero = source[at] === '0' && /[1-9]/.test(source.slice(at, whole))
    at = whole
  }
  let isInteger = true
  if (source[at] === '.') {
    isInteger = false
    at += 1
    if (isDigit(source.charCodeAt(at))) {
      const fraction = digitsEnd(source, at)
      if (fraction === undefined) return undefined
      at = fraction
    }
  }
  if (source[at] === 'e' || source[at] === 'E') {
    const sign = source[at + 1] === '+' || source[at + 1] === '-' ? 1 : 0
    if (isDigit(source.charCodeAt(at + 1 + sign))) {
      const exponent = digitsEnd(source, at + 1 + sign)
      if (exponent === undefined) return undefined
      at = exponent
      isInteger = false
    } else if (sign === 1) return undefined
  }
  if (source[at] === 'j' || source[at] === 'J') {
    at += 1
    isInteger = false
  }
  if (isInteger && hasLeadingZero) return undefined
  return isNumberOver(source, at) ? at : undefined
}

/** End of digits with single underscores between them; undefined where an underscore has no digit behind it. */
function digitsEnd(source: string, start: number): number | undefined {
  let at = start
  for (;;) {
    while (isDigit(source.charCodeAt(at))) at += 1
    if (source[at] !== '_') return at
    at += 1
    if (!isDigit(source.charCodeAt(at))) return undefined
  }
}

/** Behind a number may stand no name, except a keyword that could follow it: `1if x else 2`. */
function isNumberOver(source: string, at: number): boolean {
  const code = source.charCodeAt(at)
  if (!(code >= 0x80 || code === 0x5f || isDigit(code) || isLetter(code))) return true
  return /^(?:and|else|for|i[fns]|or|not)/.test(source.slice(at, at + 4))
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)
}

function isOctalDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x37
}

function isBinaryDigit(code: number): boolean {
  return code === 0x30 || code === 0x31
}
