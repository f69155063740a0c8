import type { ReactNode } from 'react'
import type { ReportDocument } from '../../../src/report/document.js'
import { Overview } from './overview.js'

/** One page of the report, drawn from the part of the address behind its name. */
export interface Page {
  readonly id: string
  readonly title: string
  readonly draw: (query: URLSearchParams) => ReactNode
}

/** The pages that a report has something for, in reading order. The overview comes first and is always there. */
export function pagesOf(report: ReportDocument): readonly Page[] {
  return [{ id: 'overview', title: 'Overview', draw: () => <Overview report={report} /> }]
}
