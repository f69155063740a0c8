import type { ReportDocument } from '../document.js'

/** The document as it is written to `report.json`. */
export function renderJson(report: ReportDocument): string {
  return `${JSON.stringify(report, null, 1)}\n`
}
