import type { CallsPage } from './calls-page.js'
import type { ComparePage } from './compare-page.js'
import type { DialoguesPage } from './dialogues-page.js'
import type { ItemsPage } from './items-page.js'
import type { LadderPage } from './ladder-page.js'
import type { OverviewPage } from './overview-page.js'
import type { ProbesPage } from './probes-page.js'
import type { ReportSource } from './report-source.js'
import type { RetrievalPage } from './retrieval-page.js'

/** What each page of a report shows. A page that has nothing to show is absent; the overview says why. */
export interface ReportPages {
  readonly sources: readonly ReportSource[]
  readonly overview: OverviewPage
  readonly retrieval?: RetrievalPage
  readonly probes?: ProbesPage
  readonly calls?: CallsPage
  readonly ladder?: LadderPage
  readonly dialogues?: DialoguesPage
  readonly compare?: ComparePage
  readonly items?: ItemsPage
}
