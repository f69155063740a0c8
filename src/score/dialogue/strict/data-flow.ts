import type { CallAlignment } from './call-alignment.js'
import type { JudgedCall } from './judged-call.js'

/** Makers of results in a dialogue so far, by id of the result: each named after its gold call where it has a partner. */
export class ResultMakers {
  readonly #byGold = new Map<string, string>()
  readonly #bySubject = new Map<string, string>()

  /** Name of who made a result of an earlier turn; its id where nobody is known to have made it. */
  nameOf(id: string): string {
    return this.#byGold.get(id) ?? this.#bySubject.get(id) ?? id
  }

  /** Adds what a turn made; the first to make a result keeps it. */
  addTurn(turn: number, { gold, calls, partners }: AlignedCalls): void {
    for (const [place, { result, role }] of gold.entries()) {
      if (result !== undefined && role !== 'get') addFirst(this.#byGold, result, `${turn}.${place}`)
    }
    for (const [place, { result, role }] of calls.entries()) {
      if (result === undefined || role === 'get') continue
      const partner = partners[place] as number
      addFirst(this.#bySubject, result, partner === -1 ? `${turn}.extra.${place}` : `${turn}.${partner}`)
    }
  }
}

function addFirst(makers: Map<string, string>, id: string, name: string): void {
  if (!makers.has(id)) makers.set(id, name)
}

export interface AlignedCalls {
  readonly gold: readonly JudgedCall[]
  readonly calls: readonly JudgedCall[]
  readonly partners: CallAlignment
}

export interface FlowCounts {
  /** Edges on both sides. */
  readonly right: number
  readonly asked: number
  readonly given: number
}

/**
 * Compares who feeds whom. An edge runs from the call that made a value to the call that takes it, and bears the name of
 * the parameter; what lies between (variables, keys of the cache) does not show. Calls are named after their gold
 * partners, so that a call without one shares no edge.
 */
export function compareFlow({ gold, calls, partners }: AlignedCalls, makers: ResultMakers): FlowCounts {
  const expected = new Map<string, number>()
  let asked = 0
  for (const [place, { sources }] of gold.entries()) {
    for (const { parameter, from } of sources) {
      const maker = typeof from === 'number' ? `here.${from}` : makers.nameOf(from)
      const edge = `${maker}>${place}:${parameter}`
      expected.set(edge, (expected.get(edge) ?? 0) + 1)
      asked++
    }
  }
  let right = 0
  let given = 0
  for (const [place, { sources }] of calls.entries()) {
    const consumer = partners[place] as number
    for (const { parameter, from } of sources) {
      given++
      if (consumer === -1) continue
      const maker = typeof from === 'number' ? `here.${partners[from] ?? -1}` : makers.nameOf(from)
      const edge = `${maker}>${consumer}:${parameter}`
      const left = expected.get(edge) ?? 0
      if (left === 0) continue
      expected.set(edge, left - 1)
      right++
    }
  }
  return { right, asked, given }
}
