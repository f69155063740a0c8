import { markdownText } from '../../text/markdown-text.js'
import type { ReportDocument } from '../document.js'
import { type Block, outlineOf } from '../outline.js'

/** The whole report as GitHub-flavoured Markdown. Texts of strangers stay text: no markup, no HTML, no links. */
export function renderMarkdown(report: ReportDocument): string {
  return `${outlineOf(report, 'full').map(renderBlock).join('\n\n')}\n`
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${markdownText(block.text)}`
    case 'text':
      return markdownText(block.text)
    case 'list':
      return block.entries.map((entry) => `- ${markdownText(entry)}`).join('\n')
    case 'table':
      return [block.columns, block.columns.map(() => '---'), ...block.rows]
        .map(
          (row, index) => `| ${row.map((cell) => (index === 1 ? cell : markdownText(cell))).join(' | ')} |`,
        )
        .join('\n')
    default:
      return block satisfies never
  }
}
