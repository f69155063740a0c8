import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { ReportDocument } from '../document.js'
import { nextSteps } from '../next-steps.js'
import { type Block, outlineOf } from '../outline.js'

/** The summary that `assay audit` prints. Names and texts of strangers cannot move the cursor or hide. */
export function renderTerminal(report: ReportDocument, { folder }: { readonly folder: string }): string {
  const body = outlineOf(report, 'summary').map(renderBlock).join('\n')
  const page = report.pages === undefined ? '' : ', report.html'
  const steps = nextSteps(report, folder).map(
    ({ what, command }) => `next: ${printable(what)}\n      ${printable(command)}\n`,
  )
  return `${body}\nWritten: ${printable(folder)} (report.json, report.md${page})\n${steps.join('')}`
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return block.level === 3
        ? `${printable(block.text)}\n`
        : `${printable(block.text)}\n${underline(block.text)}\n`
    case 'text':
      return `${printable(block.text)}\n`
    case 'list':
      return block.entries.map((entry) => `  - ${printable(entry)}\n`).join('')
    case 'table':
      return renderTable({
        columns: block.columns.map((title) => ({ title, maxWidth: 48 })),
        rows: block.rows,
      })
    default:
      return block satisfies never
  }
}

function underline(text: string): string {
  return '─'.repeat(Math.min(text.length, 72))
}
