import { printable } from '../../text/printable.js'
import type { ReportDocument } from '../document.js'
import { type Block, outlineOf } from '../outline.js'

/** The whole report as GitHub-flavoured Markdown. Texts of strangers stay text: no markup, no HTML, no links. */
export function renderMarkdown(report: ReportDocument): string {
  return `${outlineOf(report, 'full').map(renderBlock).join('\n\n')}\n`
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${plain(block.text)}`
    case 'text':
      return plain(block.text)
    case 'list':
      return block.entries.map((entry) => `- ${plain(entry)}`).join('\n')
    case 'table':
      return [block.columns, block.columns.map(() => '---'), ...block.rows]
        .map((row, index) => `| ${row.map((cell) => (index === 1 ? cell : plain(cell))).join(' | ')} |`)
        .join('\n')
    default:
      return block satisfies never
  }
}

/** Escapes everything that Markdown gives a meaning to, bare addresses and mentions included. */
function plain(text: string): string {
  return printable(text)
    .replace(/[\\`*_{}[\]<>#|~&!:@]/g, '\\$&')
    .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
    .replace(/^(\s*)([-+=])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2')
}
