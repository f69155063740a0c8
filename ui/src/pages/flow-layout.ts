import type { TracedCall } from '../../../src/agent/turn-record.js'
import type { FlowEdge } from '../../../src/report/pages/dialogues-page.js'

/** A line of the drawing: what holds a value, or the parameter of a call that takes one. */
export interface FlowRow {
  readonly kind: 'cached' | 'call' | 'parameter'
  readonly text: string
  /** Of a parameter: whether a value comes to it that the other side does not hand on. */
  readonly isOnlyHere: boolean
}

/** A value on its way: down a lane beside the rows, from the row of its maker to that of the parameter. */
export interface FlowWire {
  readonly from: number
  readonly to: number
  /** From 0, the nearest to the rows. Values of one maker share theirs. */
  readonly lane: number
  readonly isOnlyHere: boolean
}

export interface FlowLayout {
  readonly rows: readonly FlowRow[]
  readonly wires: readonly FlowWire[]
  readonly lanes: number
}

/** Calls that are drawn; the list beside the drawing holds all. */
export const DRAWN_CALLS = 40

/**
 * Cached results first, then the calls in the order of running, below each the parameters that take a value from one of them.
 *
 * @param isOnlyHere by the place of the edge.
 */
export function flowLayout(
  trace: readonly TracedCall[],
  flow: readonly FlowEdge[],
  isOnlyHere: readonly boolean[],
): FlowLayout {
  const edges = flow
    .map((edge, at) => ({ ...edge, isOnlyHere: isOnlyHere[at] ?? false }))
    .filter(({ to }) => to < Math.min(DRAWN_CALLS, trace.length))
  const rows: FlowRow[] = []
  const cached = new Map<string, number>()
  for (const { from } of edges) {
    if (from.kind === 'call' || cached.has(from.id)) continue
    const text = `cache: ${from.key ?? from.id}`
    cached.set(from.id, rows.push({ kind: 'cached', text, isOnlyHere: false }) - 1)
  }
  const calls: number[] = []
  const ways: Omit<FlowWire, 'lane'>[] = []
  for (const [place, { tool }] of trace.slice(0, DRAWN_CALLS).entries()) {
    calls.push(rows.push({ kind: 'call', text: `${place + 1} ${tool}`, isOnlyHere: false }) - 1)
    const taken = new Map<string, (typeof edges)[number][]>()
    for (const edge of edges) {
      if (edge.to === place) taken.set(edge.parameter, [...(taken.get(edge.parameter) ?? []), edge])
    }
    for (const [parameter, into] of taken) {
      const here = into.some((edge) => edge.isOnlyHere)
      const to = rows.push({ kind: 'parameter', text: parameter, isOnlyHere: here }) - 1
      for (const { from, isOnlyHere: isAlone } of into) {
        const maker = from.kind === 'call' ? calls[from.call] : cached.get(from.id)
        if (maker !== undefined) ways.push({ from: maker, to, isOnlyHere: isAlone })
      }
    }
  }
  const lanes = lanesOf(ways)
  return {
    rows,
    wires: ways.map((way) => ({ ...way, lane: lanes.get(way.from) ?? 0 })),
    lanes: 1 + Math.max(-1, ...lanes.values()),
  }
}

/** The lane of each maker: the shortest ways next to the rows, and no two on one stretch of a lane. */
function lanesOf(
  ways: readonly { readonly from: number; readonly to: number }[],
): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  for (const { from, to } of ways) ends.set(from, Math.max(to, ends.get(from) ?? 0))
  const stretches = [...ends].sort(([a, endA], [b, endB]) => endA - a - (endB - b) || a - b)
  const taken: (readonly [start: number, end: number])[][] = []
  const lanes = new Map<number, number>()
  for (const [start, end] of stretches) {
    const free = taken.findIndex((lane) => lane.every(([from, to]) => end < from || to < start))
    const lane = free === -1 ? taken.length : free
    taken[lane] = [...(taken[lane] ?? []), [start, end]]
    lanes.set(start, lane)
  }
  return lanes
}
