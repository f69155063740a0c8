import { type ReactNode, useEffect, useRef } from 'react'
import type { ReportDocument } from '../../src/report/document.js'
import type { ReportReading } from './embedded-report.js'
import { type Page, pagesOf } from './pages/pages.js'
import { ForeignText } from './parts/foreign-text.js'
import { Sources } from './parts/source-name.js'
import { hrefOf, useRoute } from './route.js'
import { ThemeChoice } from './theme-choice.js'

/** The whole page: what was put into it, or why that cannot be shown. */
export function App({ reading }: { readonly reading: ReportReading }): ReactNode {
  switch (reading.kind) {
    case 'report':
      return <Report report={reading.report} />
    case 'other-schema':
      return (
        <Refusal>
          This report has the schema <ForeignText text={reading.schema} />, and this page reads
          assay.report/1. Make it anew with <code>assay report</code>.
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
  pages = pagesOf(report),
  before,
}: {
  readonly report: ReportDocument
  readonly pages?: readonly Page[]
  readonly before?: ReactNode
}): ReactNode {
  const { page, query } = useRoute()
  const current = pages.find(({ id }) => id === page) ?? pages[0]
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
      <header className="head">
        <span className="brand">Assay</span>
        <nav aria-label="Pages">
          <ul>
            {pages.map(({ id, title }) => (
              <li key={id}>
                <a href={hrefOf(id)} aria-current={id === current?.id ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeChoice />
      </header>
      <main ref={main} tabIndex={-1}>
        {before}
        <Sources value={report.pages?.sources ?? []}>{current?.draw(query)}</Sources>
      </main>
    </div>
  )
}
