import type { McqItem, QaItem } from '../benchmark/item.js'
import { type MainShowing, type Showing, showingsOf } from './showing.js'
import type { ToolDisplay, ToolDisplays } from './tool-display.js'

/** What a probe run keeps in `run.json`: how items were shown, and which could not be. */
export interface ProbeFacts {
  /** Rises whenever the same item gives another prompt. */
  readonly version: 1
  /** What is examined. */
  readonly show: MainShowing
  /** It and the controls that are asked, in the order of tables. */
  readonly showings: readonly Showing[]
  /** Controls that no item can be asked by, with the reason. */
  readonly leftOut: Readonly<Partial<Record<Showing, string>>>
  /** Items that lack a showing others have: ids by showing, with the reason. They are unmeasured there. */
  readonly unshown: Readonly<Partial<Record<Showing, readonly UnshownItem[]>>>
  readonly tokens?: ProbeTokens
}

export interface UnshownItem {
  readonly item: string
  readonly why: string
}

/** The token map that tools were shown by. */
export interface ProbeTokens {
  readonly spec: string
  readonly layout: string
  /** Shown tokens that are meant to be one and that the subject's tokenizer writes as several; all are counted. */
  readonly split?: { readonly shown: number; readonly split: number; readonly first: readonly string[] }
}

/** How the items of a run are shown. */
export interface ProbePlan {
  readonly facts: ProbeFacts
  /** The showings that this item can be asked by. */
  showingsOf(item: McqItem | QaItem): readonly Showing[]
  display(item: McqItem | QaItem, showing: Showing): ToolDisplay
}

export interface ProbePlanOptions {
  readonly show: MainShowing
  readonly hasTokens: boolean
  readonly items: readonly (McqItem | QaItem)[]
  readonly displays: ToolDisplays
  readonly tokens?: ProbeTokens
}

/** Looks at every item once, so that what cannot be shown is known before anything is asked. */
export function planProbe({ show, hasTokens, items, displays, tokens }: ProbePlanOptions): ProbePlan {
  const leftOut: Partial<Record<Showing, string>> = {}
  const unshown: Partial<Record<Showing, readonly UnshownItem[]>> = {}
  const showings: Showing[] = []
  const missing = new Map<Showing, ReadonlySet<string>>()
  for (const showing of showingsOf(show, hasTokens)) {
    const absent = items.flatMap((item): readonly UnshownItem[] => {
      const display = displays.show(item, showing)
      return display.kind === 'absent' ? [{ item: item.id, why: display.why }] : []
    })
    if (absent.length === items.length && absent.length > 0) {
      leftOut[showing] = commonest(absent)
      continue
    }
    showings.push(showing)
    if (absent.length === 0) continue
    unshown[showing] = absent
    missing.set(showing, new Set(absent.map(({ item }) => item)))
  }
  return {
    facts: { version: 1, show, showings, leftOut, unshown, ...(tokens === undefined ? {} : { tokens }) },
    showingsOf: ({ id }) => showings.filter((showing) => missing.get(showing)?.has(id) !== true),
    display: (item, showing) => displays.show(item, showing),
  }
}

function commonest(absent: readonly UnshownItem[]): string {
  const counts = new Map<string, number>()
  for (const { why } of absent) counts.set(why, (counts.get(why) ?? 0) + 1)
  const [first] = [...counts].sort(([, left], [, right]) => right - left)
  return first?.[0] ?? ''
}
