import { type ReactNode, useState } from 'react'
import type { ReportDocument } from '../../../src/report/document.js'
import type { LiveRuns } from '../../../src/report/live/live-view.js'
import { Report } from '../app.js'
import { type Page, pagesOf } from '../pages/pages.js'
import { countText } from '../text/number-text.js'
import { FaultNote } from './fault.js'
import { LiveItems } from './live-items.js'
import { useAnswer } from './use-answer.js'

const EVERY_MS = 5000

/** The report of one run or several, made when it is opened; runs that have grown since are told, and read anew when asked. */
export function LiveReport({ runs }: { readonly runs: readonly string[] }): ReactNode {
  const [version, setVersion] = useState(0)
  const query = new URLSearchParams(runs.map((id) => ['run', id])).toString()
  const { value: report, error } = useAnswer<ReportDocument>(`api/report?${query}&version=${version}`)
  const { value: list } = useAnswer<LiveRuns>('api/runs', EVERY_MS)
  if (report === undefined) {
    return (
      <main className="frame">
        <h1>Report</h1>
        <p>
          <a href="./">All runs</a>
        </p>
        {error === undefined ? <p role="status">Reading the samples…</p> : <FaultNote error={error} />}
      </main>
    )
  }
  const mine = (list?.runs ?? []).filter(({ id }) => runs.includes(id))
  const done = mine.reduce((sum, { progress }) => sum + (progress?.done ?? 0), 0)
  const shown = report.pages?.sources.reduce((sum, { counts }) => sum + (counts?.samples ?? 0), 0) ?? 0
  return (
    <Report
      report={report}
      pages={livePages(report, runs)}
      before={
        <p className="live-line">
          <a href="./">All runs</a>
          {mine.some(({ state }) => state === 'running') && <span className="quiet"> In progress.</span>}
          {done > shown && (
            <>
              <span role="status" className="quiet">
                {' '}
                {countText(done - shown)} more samples than this report was made from.
              </span>{' '}
              <button
                type="button"
                onClick={() => {
                  setVersion(version + 1)
                }}
              >
                Read them
              </button>
            </>
          )}
        </p>
      }
    />
  )
}

/** The same pages; only samples come in parts. */
function livePages(report: ReportDocument, runs: readonly string[]): readonly Page[] {
  const sources = report.pages?.sources ?? []
  return pagesOf(report).map((page) =>
    page.id === 'items'
      ? { ...page, draw: (query) => <LiveItems runs={runs} sources={sources} query={query} /> }
      : page,
  )
}
