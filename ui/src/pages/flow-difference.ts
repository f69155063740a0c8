import type { TracedCall } from '../../../src/agent/turn-record.js'
import type { FlowEdge } from '../../../src/report/pages/dialogues-page.js'

/** Calls with the values that go between them. */
export interface Flow {
  readonly trace: readonly TracedCall[]
  readonly flow: readonly FlowEdge[]
}

/**
 * Which edges of a flow have no partner in the other side's, by their places. Edges are paired where tool, parameter and
 * the very result are the same, then, of those that are left, where the tool that made the value is. A cached result is told
 * by its id, which is its provenance. Of several that are alike, as many have a partner as the other side holds. This is
 * for the eye: the scorer pairs calls before it counts.
 */
export function onlyHere(flow: Flow, others: readonly Flow[]): readonly boolean[] {
  const theirs = others.flatMap((other) => other.flow.map((edge) => ({ edge, other })))
  const isPaired = flow.flow.map(() => false)
  const isTaken = theirs.map(() => false)
  for (const nameOf of [byResult, byTool]) {
    const left = new Map<string, number[]>()
    for (const [place, { edge, other }] of theirs.entries()) {
      if (isTaken[place]) continue
      const name = nameOf(edge, other)
      left.set(name, [...(left.get(name) ?? []), place])
    }
    for (const [place, edge] of flow.flow.entries()) {
      const partner = isPaired[place] ? undefined : left.get(nameOf(edge, flow))?.shift()
      if (partner === undefined) continue
      isPaired[place] = true
      isTaken[partner] = true
    }
  }
  return isPaired.map((one) => !one)
}

function byResult({ from, to, parameter }: FlowEdge, { trace }: Flow): string {
  if (from.kind === 'cached') return JSON.stringify([from.id, trace[to]?.tool, parameter])
  const { tool, outcome } = trace[from.call] ?? {}
  return JSON.stringify([tool, outcome, trace[to]?.tool, parameter])
}

function byTool({ from, to, parameter }: FlowEdge, { trace }: Flow): string {
  const origin = from.kind === 'cached' ? from.id : ['call', trace[from.call]?.tool]
  return JSON.stringify([origin, trace[to]?.tool, parameter])
}
