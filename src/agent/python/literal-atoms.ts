import { type FieldParser, readFString } from './f-string.js'
import { JoinedParts } from './joined-parts.js'
import { decodeBytes, decodeText, stringLiteral } from './string-literal.js'
import { SyntaxFault } from './syntax-fault.js'
import type { TokenCursor } from './token-cursor.js'
import type { Token } from './tokens.js'
import type { Bytes, Constant, Imaginary, JoinedStr } from './tree.js'

/** Python reads no longer decimal integers. */
const MAX_DIGITS = 4300

/** @throws {SyntaxFault} where an integer has more than 4,300 decimal digits. */
export function numberAtom(token: Token): Constant | Imaginary {
  const { line, column } = token
  const text = token.text.replaceAll('_', '')
  if (/^0[xXoObB]/.test(text)) return { kind: 'Constant', value: BigInt(text), line, column }
  if (/[jJ]$/.test(text)) return { kind: 'Imaginary', value: Number(text.slice(0, -1)), line, column }
  if (/[.eE]/.test(text)) return { kind: 'Constant', value: Number(text), line, column }
  if (text.length > MAX_DIGITS) throw new SyntaxFault(`an integer has more than ${MAX_DIGITS} digits`, token)
  return { kind: 'Constant', value: BigInt(text), line, column }
}

/**
 * One or more string literals side by side, as one.
 *
 * @throws {SyntaxFault} also where bytes and text stand side by side.
 */
export function stringAtom(cursor: TokenCursor, parseField: FieldParser): Constant | Bytes | JoinedStr {
  const first = cursor.token
  const { line, column } = first
  const { isBytes, isUnicode } = stringLiteral(first.text)
  let isJoined = false
  const parts = new JoinedParts()
  const texts: string[] = []
  for (; cursor.token.type === 'string'; cursor.take()) {
    const { token } = cursor
    const literal = stringLiteral(token.text)
    if (literal.isBytes !== isBytes) throw new SyntaxFault('bytes and text cannot be joined', token)
    if (literal.isFormatted) {
      isJoined = true
      readFString(
        {
          source: cursor.source,
          start: token.start + literal.opening,
          end: token.start + token.text.length - literal.closing,
          isRaw: literal.isRaw,
          place: { line: token.line, column: token.column },
          tokenStart: token.start,
          parseField,
        },
        parts,
      )
      continue
    }
    const body = token.text.slice(literal.opening, token.text.length - literal.closing)
    if (literal.isBytes && /[^\x00-\x7f]/.test(body))
      throw new SyntaxFault('bytes can only hold ASCII characters', token)
    const text = literal.isRaw ? body : literal.isBytes ? decodeBytes(body, token) : decodeText(body, token)
    texts.push(text)
    parts.addText(text, { line: token.line, column: token.column })
  }
  if (isJoined) return parts.finish({ line, column })
  const value = texts.join('')
  if (isBytes) return { kind: 'Bytes', value, line, column }
  return { kind: 'Constant', value, line, column, ...(isUnicode ? { isUnicode } : {}) }
}
