import { printable } from './printable.js'

interface TableColumn {
  readonly title: string
  /** Default `left`. */
  readonly align?: 'left' | 'right'
  /** Widest cell in columns of a terminal; longer ones end in `…`. Default unlimited. */
  readonly maxWidth?: number
}

export interface Table {
  readonly columns: readonly TableColumn[]
  /** Cells left out at the end of a row are empty; a row without cells is a blank line. */
  readonly rows: readonly (readonly string[])[]
}

const GAP = '  '

/**
 * A table as lines of plain text, each ending with a line break: titles, then rows, two spaces between columns, nothing
 * at the end of lines. Cells are a stranger's text: what a terminal would obey is spelled out. Without any title the
 * first line is left out.
 */
export function renderTable({ columns, rows }: Table): string {
  const titles = columns.map(({ title }) => title)
  const lines = titles.every((title) => title === '') ? rows : [titles, ...rows]
  const cells = lines.map((row) =>
    row.map((cell, index) => {
      const shown = printable(cell)
      const { maxWidth } = columns[index] ?? {}
      return maxWidth === undefined ? shown : cutToWidth(shown, maxWidth)
    }),
  )
  const widths = columns.map((_, index) => Math.max(0, ...cells.map((row) => displayWidth(row[index] ?? ''))))
  return cells
    .map((row) => {
      const padded = row.map((cell, index) => {
        const pad = ' '.repeat(Math.max(0, (widths[index] ?? 0) - displayWidth(cell)))
        return columns[index]?.align === 'right' ? pad + cell : cell + pad
      })
      return `${padded.join(GAP).trimEnd()}\n`
    })
    .join('')
}

/**
 * Columns that a terminal gives to a text: 2 for East Asian wide characters and emoji, 0 for marks that sit on the
 * character before them, 1 for the rest. Terminals differ over some emoji.
 */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment)
  return width
}

/** The beginning of a text that fits, `…` included where something is left out. `width` is at least 1. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let cut = ''
  let used = 1
  for (const { segment } of graphemes.segment(text)) {
    used += graphemeWidth(segment)
    if (used > width) break
    cut += segment
  }
  return `${cut}…`
}

const ASCII = /^[\x20-\x7e]*$/
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const INVISIBLE = /^[\p{Mark}\p{Control}\p{Format}]+$/u
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u

/** First and last of each block of wide characters (Unicode 15, East_Asian_Width W and F, emoji left to `EMOJI`). */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1b000, 0x1b2ff],
  [0x20000, 0x3fffd],
]

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0
  const code = grapheme.codePointAt(0) ?? 0
  const isWide = EMOJI.test(grapheme) || WIDE.some(([first, last]) => code >= first && code <= last)
  return isWide ? 2 : 1
}
