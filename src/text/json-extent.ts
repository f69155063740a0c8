/** How far a text that begins with a bracket goes, whatever else is wrong with it. */
export type BracketExtent =
  | {
      readonly kind: 'complete'
      /** Just past the bracket that closes the first one. */
      readonly end: number
    }
  | {
      readonly kind: 'open'
      /** Brackets still open at the end. */
      readonly depth: number
      /** Whether the text ends inside a string. */
      readonly inString: boolean
    }

/**
 * Whether the bracket at `from` (one of `{`, `[` and `(`) is closed before `to`. Brackets inside strings in double quotes do
 * not count, a backslash hides the character after it, and a closing bracket of the wrong kind closes all the same: the
 * question is whether the writer had finished, not whether the text is right. One pass.
 */
export function bracketExtent(text: string, from: number, to = text.length): BracketExtent {
  let depth = 0
  let at = from
  while (at < to) {
    switch (text.charCodeAt(at)) {
      case 0x7b:
      case 0x5b:
      case 0x28:
        depth++
        break
      case 0x7d:
      case 0x5d:
      case 0x29:
        depth--
        if (depth <= 0) return { kind: 'complete', end: at + 1 }
        break
      case 0x22: {
        at++
        while (at < to && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1
        if (at >= to) return { kind: 'open', depth, inString: true }
        break
      }
      default:
    }
    at++
  }
  return { kind: 'open', depth, inString: false }
}
