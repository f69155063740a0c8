import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { ReportDocument } from '../../src/report/document.js'
import type { ReportReading } from './embedded-report.js'
import { type Page, pagesOf } from './pages/pages.js'
import { ForeignText } from './parts/foreign-text.js'
import { OpenItems, openItemsOf } from './parts/item-links.js'
import { PageHead } from './parts/page-head.js'
import { Sources } from './parts/source-name.js'
import { useRoute } from './route.js'

/** The whole page: what was put into it, or why that cannot be shown. */
export function App({ reading }: { readonly reading: ReportReading }): ReactNode {
  switch (reading.kind) {
    case 'report':
      return <Report report={reading.report} />
    case 'other-schema':
      return (
        <Refusal>
          This report has the schema <ForeignText text={reading.schema} />, and this page reads
          assay.report/1.{' '}
          {isNewer(reading.schema) ? (
            'It was made by a newer version of Assay, which can show it.'
          ) : (
            <>
              Make it anew with <code>assay report</code>.
            </>
          )}
        </Refusal>
      )
    case 'unreadable':
      return (
        <Refusal>
          <ForeignText text={reading.why} />
        </Refusal>
      )
    default:
      return reading satisfies never
  }
}

function isNewer(schema: string): boolean {
  return Number(/^assay\.report\/(\d+)$/.exec(schema)?.[1] ?? 0) > 1
}

function Refusal({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <main className="frame">
      <h1>No report to show</h1>
      <p role="alert">{children}</p>
    </main>
  )
}

/** A report with its pages; the live view brings pages of its own and what stands before them. */
export function Report({
  report,
  pages,
  before,
}: {
  readonly report: ReportDocument
  readonly pages?: readonly Page[]
  readonly before?: ReactNode
}): ReactNode {
  const { page, query } = useRoute()
  // The live view has pages of its own, and with them every sample.
  const canOpen = useMemo(
    () => (pages === undefined ? openItemsOf(report.pages?.items?.rows ?? []) : () => true),
    [pages, report],
  )
  const shownPages = useMemo(() => pages ?? pagesOf(report), [pages, report])
  const current = shownPages.find(({ id }) => id === page) ?? shownPages[0]
  const main = useRef<HTMLElement>(null)
  const shown = useRef(current?.id)
  useEffect(() => {
    document.title = `${current?.title ?? 'Overview'} – Assay report`
    // A reader that speaks is taken to the new page; on opening the focus stays where it is.
    if (shown.current !== current?.id) main.current?.focus()
    shown.current = current?.id
  }, [current?.id, current?.title])
  return (
    <div className="frame">
      <button
        type="button"
        className="skip"
        onClick={() => {
          main.current?.focus()
        }}
      >
        Skip to the report
      </button>
      <PageHead pages={shownPages} current={current?.id} />
      <main ref={main} tabIndex={-1}>
        {before}
        <Sources value={report.pages?.sources ?? []}>
          <OpenItems value={canOpen}>{current?.draw(query)}</OpenItems>
        </Sources>
      </main>
    </div>
  )
}
