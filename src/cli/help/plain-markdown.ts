import { renderTable } from '../../text/table.js'

/** Widest line of running text on a terminal. */
const WIDTH = 100

/**
 * A page of the documentation as it is read on a terminal: links by their words, tables in columns, code indented.
 *
 * @param markdown of the subset that the documentation keeps to: headings, paragraphs, lists, tables, fenced code, comments.
 */
export function plainMarkdown(markdown: string): string {
  const parts: string[] = []
  const lines = markdown.replace(/<!--[^]*?-->\n*/g, '').split('\n')
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const end = blockEnd(lines, at)
    const block = lines.slice(at, end)
    at = end
    if (line.startsWith('```'))
      parts.push(
        block
          .slice(1, -1)
          .map((one) => `    ${one}`)
          .join('\n'),
      )
    else if (line.startsWith('|')) parts.push(tableOf(block).trimEnd())
    else if (line.startsWith('#')) parts.push(heading(line))
    else if (line.trim() !== '') parts.push(paragraphs(block))
  }
  return `${parts.join('\n\n')}\n`
}

/** Where the block that begins at a line is over. */
function blockEnd(lines: readonly string[], start: number): number {
  const first = lines[start] ?? ''
  let end = start + 1
  if (first.startsWith('```')) {
    while (end < lines.length && !(lines[end] ?? '').startsWith('```')) end++
    return Math.min(end + 1, lines.length)
  }
  if (first.startsWith('#') || first.trim() === '') return end
  const isTable = first.startsWith('|')
  while (end < lines.length) {
    const line = lines[end] ?? ''
    if (line.trim() === '' || /^(?:#|```)/.test(line) || line.startsWith('|') !== isTable) break
    end++
  }
  return end
}

function heading(line: string): string {
  const text = inline(line.replace(/^#+ */, ''))
  return line.startsWith('# ') ? text.toUpperCase() : text
}

/** Lines that belong together, wrapped anew; entries of a list stand alone. */
function paragraphs(lines: readonly string[]): string {
  const entries: string[] = []
  for (const line of lines) {
    if (entries.length === 0 || /^\s*(?:[-*]|\d+\.) /.test(line)) entries.push(line)
    else entries[entries.length - 1] += ` ${line.trim()}`
  }
  return entries.map((entry) => wrapped(inline(entry))).join('\n')
}

function wrapped(text: string): string {
  const indent = /^\s*(?:[-*]|\d+\.) /.test(text) ? `${/^\s*/.exec(text)?.[0] ?? ''}  ` : ''
  const lines: string[] = []
  let line = ''
  for (const word of text.trimEnd().split(/(?<=\S) +/)) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = `${indent}${word}`
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}

function tableOf(lines: readonly string[]): string {
  const rows = lines.map((line) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim()).replaceAll('\\|', '|')),
  )
  const [titles = [], ...others] = rows
  const body = others.filter((row) => !row.every((cell) => /^:?-*:?$/.test(cell)))
  return renderTable({ columns: titles.map((title) => ({ title })), rows: body })
}

function inline(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/`([^`]*)`/g, '$1')
}

/** The section under a heading, its own subsections included; undefined where there is none. */
export function sectionOf(markdown: string, title: string): string | undefined {
  const lines = markdown.split('\n')
  const start = lines.findIndex((line) => /^#{1,6} /.test(line) && line.replace(/^#+ */, '').trim() === title)
  if (start === -1) return undefined
  const depth = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 1
  let isCode = false
  let end = start + 1
  for (; end < lines.length; end++) {
    const line = lines[end] ?? ''
    if (line.startsWith('```')) isCode = !isCode
    const level = isCode ? undefined : /^(#+) /.exec(line)?.[1]?.length
    if (level !== undefined && level <= depth) break
  }
  return lines.slice(start, end).join('\n')
}
