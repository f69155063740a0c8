import { type ReactNode, useEffect, useRef } from 'react'
import type { LiveView } from '../../../src/report/live/live-view.js'
import { PageHead } from '../parts/page-head.js'
import { useRoute } from '../route.js'
import { Agreement } from './agreement.js'
import { Annotate } from './annotate.js'
import { FaultNote } from './fault.js'
import { LiveReport } from './live-report.js'
import { RunList } from './run-list.js'
import { useAnswer } from './use-answer.js'

/** The page of `assay serve`: `?run=…` is the report of runs; without it their list, and annotation. */
export function LiveApp(): ReactNode {
  const runs = new URLSearchParams(window.location.search).getAll('run')
  return runs.length > 0 ? <LiveReport runs={runs} /> : <Hall />
}

interface HallPage {
  readonly id: string
  readonly title: string
  readonly draw: (query: URLSearchParams) => ReactNode
}

function Hall(): ReactNode {
  const { value: view, error } = useAnswer<LiveView>('api/view')
  const { page, query } = useRoute()
  const pages = view === undefined ? [] : pagesOf(view)
  const current = pages.find(({ id }) => id === page) ?? pages[0]
  const main = useRef<HTMLElement>(null)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    document.title = `${current?.title ?? 'Assay'} – Assay`
    // A reader that speaks is taken to the new page; on opening the focus stays where it is.
    if (shown.current !== undefined && shown.current !== current?.id) main.current?.focus()
    shown.current = current?.id
  }, [current?.id, current?.title])
  return (
    <div className="frame">
      <PageHead pages={pages} current={current?.id} />
      <main ref={main} tabIndex={-1}>
        <FaultNote error={error} />
        {current?.draw(query)}
      </main>
    </div>
  )
}

function pagesOf({ hasRuns, annotates }: LiveView): readonly HallPage[] {
  return [
    ...(annotates === undefined
      ? []
      : [
          { id: 'annotate', title: 'Annotate', draw: (query: URLSearchParams) => <Annotate query={query} /> },
          { id: 'agreement', title: 'Agreement', draw: () => <Agreement /> },
        ]),
    ...(hasRuns ? [{ id: 'runs', title: 'Runs', draw: () => <RunList /> }] : []),
  ]
}
