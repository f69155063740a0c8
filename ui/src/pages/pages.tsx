import type { ReactNode } from 'react'
import type { ReportDocument } from '../../../src/report/document.js'
import type { PageId } from '../../../src/report/pages/overview-page.js'
import { Calls } from './calls.js'
import { Compare } from './compare.js'
import { Dialogues } from './dialogues.js'
import { Items } from './items.js'
import { Ladder } from './ladder.js'
import { Overview } from './overview.js'
import { Probes } from './probes.js'
import { Retrieval } from './retrieval.js'

/** One page of the report, drawn from the part of the address behind its name. */
export interface Page {
  readonly id: PageId
  readonly title: string
  readonly draw: (query: URLSearchParams) => ReactNode
}

/** The pages that a report has something for, in reading order. The overview comes first and is always there. */
export function pagesOf(report: ReportDocument): readonly Page[] {
  const overview: Page = { id: 'overview', title: 'Overview', draw: () => <Overview report={report} /> }
  const { pages } = report
  if (pages === undefined) return [overview]
  const { sources, retrieval, probes, calls, ladder, dialogues, compare, items } = pages
  return [
    overview,
    ...(retrieval
      ? [page('retrieval', 'Retrieval', (query) => <Retrieval page={retrieval} query={query} />)]
      : []),
    ...(probes ? [page('probes', 'Probes', () => <Probes page={probes} />)] : []),
    ...(calls ? [page('calls', 'Calls', () => <Calls page={calls} />)] : []),
    ...(ladder ? [page('ladder', 'Ladder', () => <Ladder page={ladder} />)] : []),
    ...(dialogues
      ? [page('dialogues', 'Dialogues', (query) => <Dialogues page={dialogues} query={query} />)]
      : []),
    ...(compare ? [page('compare', 'Compare', () => <Compare page={compare} sources={sources} />)] : []),
    ...(items
      ? [page('items', 'Items', (query) => <Items page={items} sources={sources} query={query} />)]
      : []),
  ]
}

function page(id: PageId, title: string, draw: Page['draw']): Page {
  return { id, title, draw }
}
