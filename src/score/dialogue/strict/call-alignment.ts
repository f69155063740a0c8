import { bestAssignment } from '../../../numeric/assignment.js'
import type { JudgedCall } from './judged-call.js'

/** For each call of the subject the place of its partner among gold's, or −1; one to one, of the same tool. */
export type CallAlignment = Int32Array

/**
 * Pairs the calls of one turn with gold's: of each tool as many as possible, with the most equal arguments (as written
 * first, then without regard to case), then with data from the same makers, then in the same order. Never greedy.
 *
 * Makers are the same when they are one cached result or partners themselves; therefore twice: first with makers taken
 * for the same when tool and result agree, then by that first alignment.
 */
export function alignCalls(gold: readonly JudgedCall[], calls: readonly JudgedCall[]): CallAlignment {
  const first = alignOnce(gold, calls, (goldFrom, from) => {
    if (typeof goldFrom === 'string' || typeof from === 'string') return goldFrom === from
    const [left, right] = [gold[goldFrom], calls[from]]
    return left?.tool === right?.tool && left?.result === right?.result
  })
  const hasSources = calls.some(({ sources }) => sources.length > 0)
  if (!hasSources) return first
  return alignOnce(gold, calls, (goldFrom, from) =>
    typeof from === 'string' ? from === goldFrom : first[from] === goldFrom,
  )
}

type IsSameMaker = (goldFrom: number | string, from: number | string) => boolean

function alignOnce(
  gold: readonly JudgedCall[],
  calls: readonly JudgedCall[],
  isSameMaker: IsSameMaker,
): CallAlignment {
  const partners = new Int32Array(calls.length).fill(-1)
  const goldPlaces = placesByTool(gold)
  for (const [tool, places] of placesByTool(calls)) {
    const rivals = goldPlaces.get(tool)
    if (rivals === undefined) continue
    const [onlyGold, onlyCall] = [rivals[0] as number, places[0] as number]
    if (rivals.length === 1 && places.length === 1) {
      partners[onlyCall] = onlyGold
      continue
    }
    const columns = bestAssignment({
      rows: places.length,
      columns: rivals.length,
      weightOf: (row, column) => {
        // Both places lie within their lists.
        const call = calls[places[row] as number] as JudgedCall
        const other = gold[rivals[column] as number] as JudgedCall
        return weightOf(other, call, isSameMaker) + Math.max(0, MOST_ORDER - (row - column) ** 2)
      },
    })
    for (const [row, column] of columns.entries()) {
      if (column !== -1) partners[places[row] as number] = rivals[column] as number
    }
  }
  return partners
}

/** A call that stands where gold has it; one place off costs 1, two cost 4, so that keeping the order costs least. */
const MOST_ORDER = 2 ** 15 - 1
const SOURCE = 2 ** 22
const FOLDED = 2 ** 26
const EXACT = 2 ** 34

function weightOf(gold: JudgedCall, call: JudgedCall, isSameMaker: IsSameMaker): number {
  const { exact, folded } = equalArguments(gold, call)
  let sources = 0
  for (const { parameter, from } of call.sources) {
    if (gold.sources.some((one) => one.parameter === parameter && isSameMaker(one.from, from))) sources++
  }
  return exact * EXACT + folded * FOLDED + Math.min(sources, 15) * SOURCE
}

/** Arguments on which two calls agree. */
export function equalArguments(
  gold: JudgedCall,
  call: JudgedCall,
): { readonly exact: number; readonly folded: number } {
  let exact = 0
  let folded = 0
  for (const argument of call.arguments) {
    const other = gold.arguments.find(({ parameter }) => parameter === argument.parameter)
    if (other === undefined) continue
    if (other.exact === argument.exact) exact++
    if (other.folded === argument.folded) folded++
  }
  return { exact, folded }
}

function placesByTool(calls: readonly JudgedCall[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [place, { tool }] of calls.entries()) {
    const known = places.get(tool)
    if (known === undefined) places.set(tool, [place])
    else known.push(place)
  }
  return places
}
