import type { ReportDocument } from '../../src/report/document.js'

/** What stands in the page. A document of another schema is shown as far as its name and what it lacks. */
export type ReportReading =
  | { readonly kind: 'report'; readonly report: ReportDocument }
  | { readonly kind: 'other-schema'; readonly schema: string }
  | { readonly kind: 'unreadable'; readonly why: string }

/** Reads the report that the command line put into the page. Never throws. */
export function embeddedReport(page: Document): ReportReading {
  const text = page.getElementById('assay-report')?.textContent?.trim() ?? ''
  if (text === '' || text.startsWith('__'))
    return { kind: 'unreadable', why: 'This page is a template: no report was put into it.' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { kind: 'unreadable', why: `The report in this page is damaged: ${String(error)}` }
  }
  const schema = schemaOf(value)
  if (schema === undefined) return { kind: 'unreadable', why: 'What stands in this page is not a report.' }
  if (schema !== 'assay.report/1') return { kind: 'other-schema', schema }
  // The command line writes documents of this schema alone into a page; members are only ever added to it.
  return { kind: 'report', report: value as ReportDocument }
}

function schemaOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('schema' in value)) return undefined
  return typeof value.schema === 'string' ? value.schema : undefined
}
