import type { DriftDocument } from '../../checkpoint/drift-document.js'
import type { LadderDocument } from '../../ladder/ladder-document.js'
import type { TrajectoryRow } from '../../ladder/trajectory/trajectory-rows.js'

export interface LadderPage {
  readonly ladders: readonly LadderView[]
  /** Drift that was measured by itself. */
  readonly drifts: readonly { readonly source: string; readonly drift: DriftView }[]
}

export interface LadderView {
  readonly source: string
  /** Cases of findings are items of this source: benchmark = battery, item = case. */
  readonly ladder: LadderDocument
  /** Probability of the trigger as first token, a point a prompt. Empty where it was not looked at. */
  readonly openings: readonly OpeningStrip[]
  readonly trajectory?: readonly TrajectoryRow[]
  readonly drift?: DriftView
}

export interface OpeningStrip {
  /** Battery of the prompts. */
  readonly battery: string
  /** Where it was looked at: the first token, or the first one of visible content. */
  readonly position: string
  /** Whether the prompts need a call; absent where nothing is right. */
  readonly needsCall?: boolean
  readonly points: readonly { readonly item: string; readonly logprob: number; readonly isBound: boolean }[]
}

/** A drift document, its rows and tensors cut to what a page holds; counts are whole. */
export interface DriftView extends Omit<DriftDocument, 'tensors' | 'rows' | 'groups'> {
  /** At most 2,000. */
  readonly tensors: DriftDocument['tensors']
  /** At most 500. */
  readonly rows: DriftDocument['rows']
  /** At most 500. */
  readonly groups: DriftDocument['groups']
  readonly left: { readonly tensors: number; readonly rows: number; readonly groups: number }
}
