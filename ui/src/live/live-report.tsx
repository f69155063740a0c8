import { type ReactNode, useState } from 'react'
import type { ReportDocument } from '../../../src/report/document.js'
import type { LiveRuns } from '../../../src/report/live/live-view.js'
import { Report } from '../app.js'
import { type Page, pagesOf } from '../pages/pages.js'
import { useRoute } from '../route.js'
import { countText } from '../text/number-text.js'
import { FaultNote } from './fault.js'
import { type ItemsRun, LiveItems } from './live-items.js'
import { useAnswer } from './use-answer.js'

const EVERY_MS = 5000

/**
 * The report of one run or several, made when one of its pages is opened; runs that have grown since are told, and read anew
 * when asked. Samples come in parts and need no report.
 */
export function LiveReport({ runs }: { readonly runs: readonly string[] }): ReactNode {
  const { page } = useRoute()
  const [version, setVersion] = useState(0)
  const [isWanted, setWanted] = useState(false)
  if (page !== 'items' && !isWanted) setWanted(true)
  const query = new URLSearchParams(runs.map((id) => ['run', id])).toString()
  const { value: report, error } = useAnswer<ReportDocument>(
    isWanted ? `api/report?${query}&version=${version}` : undefined,
  )
  const { value: list } = useAnswer<LiveRuns>('api/runs', EVERY_MS)
  const mine = (list?.runs ?? []).filter(({ id }) => runs.includes(id))
  const done = mine.reduce((sum, { progress }) => sum + (progress?.done ?? 0), 0)
  const shown = report?.pages?.sources.reduce((sum, { counts }) => sum + (counts?.samples ?? 0), 0)
  const items: Page = {
    id: 'items',
    title: 'Items',
    draw: (asked) => <LiveItems runs={itemsRuns(runs, list)} query={asked} />,
  }
  return (
    <Report
      report={report ?? NO_REPORT}
      pages={report === undefined ? [waiting(error), items] : livePages(report, items)}
      before={
        <p className="live-line">
          <a href="./">All runs</a>
          {mine.some(({ state }) => state === 'running') && <span className="quiet"> In progress.</span>}
          {shown !== undefined && done > shown && (
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

/** Stands for the report while it is made; the page is then the one of `waiting`. */
const NO_REPORT: ReportDocument = {
  schema: 'assay.report/1',
  assay: '',
  createdAt: '',
  seed: 0,
  benchmarks: [],
  subjects: [],
  sections: [],
  notMeasured: [],
}

function waiting(error: unknown): Page {
  return {
    id: 'overview',
    title: 'Overview',
    draw: () => (
      <>
        <h1>Report</h1>
        {error === undefined ? <p role="status">Reading the samples…</p> : <FaultNote error={error} />}
      </>
    ),
  }
}

/** The same pages; only samples come in parts. */
function livePages(report: ReportDocument, items: Page): readonly Page[] {
  return pagesOf(report).map((page) => (page.id === 'items' ? items : page))
}

function itemsRuns(runs: readonly string[], list: LiveRuns | undefined): readonly ItemsRun[] {
  return runs.map((run, at) => {
    const found = list?.runs.find(({ id }) => id === run)
    return {
      id: `s${at + 1}`,
      run,
      name: found?.name ?? run,
      isGrowing: found?.state === 'running',
    }
  })
}
