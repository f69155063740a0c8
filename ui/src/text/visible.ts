/** A run of text as it stands, or one character that no reader would see, spelled out. */
export interface TextPart {
  readonly kind: 'plain' | 'hidden'
  readonly text: string
}

/** Control and bidirectional characters, zero-width and tag characters, halves of surrogate pairs. Tabs and line ends stay. */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu

/** Splits a stranger's text so that what is invisible, or turns text around, can be shown as `\u{202e}`. */
export function visibleParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > end) parts.push({ kind: 'plain', text: text.slice(end, match.index) })
    parts.push({ kind: 'hidden', text: `\\u{${match[0].codePointAt(0)?.toString(16)}}` })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ kind: 'plain', text: text.slice(end) })
  return parts
}

/** The same as one text, for pictures and attributes, which hold no elements. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('')
}
