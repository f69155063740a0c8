import type { CallGold, GoldCall } from '../../benchmark/call-item.js'
import { bestAssignment } from '../../numeric/assignment.js'
import {
  askedArguments,
  callKey,
  compareArguments,
  type Defaults,
  type EmittedCall,
  givenArguments,
} from './call-comparison.js'

/** What became of one gold call. */
export interface GoldCallVerdict {
  /** Place of its partner among the emitted calls, from 0; undefined where it has none of its name. */
  readonly partner: number | undefined
  /** Whether that partner has the arguments, too. */
  readonly isEqual: boolean
}

/** Emitted calls held against gold, one to one. */
export interface CallMatching {
  /** One entry a gold call. */
  readonly perCall: readonly GoldCallVerdict[]
  /** Gold calls with an equal partner. */
  readonly equal: number
  /** All gold calls have an equal partner, and no call is left over. */
  readonly match: boolean
  /** The names agree, each as often. */
  readonly selection: boolean
  /** Gold calls without a partner of their name. */
  readonly missing: number
  /** Emitted calls without a partner. */
  readonly extra: number
  /** How many of the extra calls only ask once more for what another call asks for. */
  readonly repeated: number
  /** Arguments over all calls: given and right, asked for by gold, given. */
  readonly arguments: { readonly right: number; readonly asked: number; readonly given: number }
}

export interface MatchingRequest {
  readonly gold: CallGold
  readonly calls: readonly EmittedCall[]
  /** Defaults of the arguments of a tool; empty for one that is not known. */
  readonly defaultsOf: (tool: string) => Defaults
}

/**
 * Pairs gold calls and emitted calls of the same name, one to one. With order `any` the pairing has the greatest
 * weight: first as many equal pairs as possible, then as many right arguments; never greedy, and the same whatever the
 * order of the calls. With `sequential` the first is held against the first, and so on.
 */
export function matchCalls({ gold, calls, defaultsOf }: MatchingRequest): CallMatching {
  const partners =
    gold.order === 'sequential' ? pairInOrder(gold.calls, calls) : pairFreely({ gold, calls, defaultsOf })
  const isTaken = new Uint8Array(calls.length)
  const sums = { right: 0, asked: 0, given: 0 }
  const perCall = gold.calls.map((goldCall, index): GoldCallVerdict => {
    const partner = partners[index] ?? NOBODY
    const actual = calls[partner]
    const defaults = defaultsOf(goldCall.name)
    if (actual === undefined) {
      sums.asked += askedArguments(goldCall, defaults)
      return { partner: undefined, isEqual: false }
    }
    isTaken[partner] = 1
    const agreement = compareArguments(goldCall, actual.arguments, defaults)
    sums.right += agreement.right
    sums.asked += agreement.asked
    sums.given += agreement.given
    return { partner, isEqual: agreement.isEqual }
  })
  const left = calls.filter((_call, index) => isTaken[index] === 0)
  for (const call of left) sums.given += givenArguments(call.arguments, defaultsOf(call.name))
  const equal = perCall.filter(({ isEqual }) => isEqual).length
  return {
    perCall,
    equal,
    match: equal === gold.calls.length && left.length === 0,
    selection: haveSameNames(gold.calls, calls),
    missing: perCall.filter(({ partner }) => partner === undefined).length,
    extra: left.length,
    repeated: left.length === 0 ? 0 : Math.min(left.length, countRepeats(calls, defaultsOf)),
    arguments: sums,
  }
}

const NOBODY = -1

function pairInOrder(gold: readonly GoldCall[], calls: readonly EmittedCall[]): readonly number[] {
  return gold.map(({ name }, index) => (calls[index]?.name === name ? index : NOBODY))
}

/** Only calls of one name can be partners, so each name is paired by itself. */
function pairFreely({ gold, calls, defaultsOf }: MatchingRequest): Int32Array {
  const partners = new Int32Array(gold.calls.length).fill(NOBODY)
  if (calls.length === 0) return partners
  if (calls.length === 1 && gold.calls.length === 1) {
    if (calls[0]?.name === gold.calls[0]?.name) partners[0] = 0
    return partners
  }
  const emittedByName = placesByName(calls)
  for (const [name, places] of placesByName(gold.calls)) {
    const emitted = emittedByName.get(name)
    if (emitted === undefined) continue
    const wanted = places.map((place) => gold.calls[place] as GoldCall)
    const defaults = defaultsOf(name)
    const candidates = emitted.length === 1 ? emitted : limit({ emitted, wanted, calls, defaults })
    const columns = pairBlock(
      wanted,
      candidates.map((index) => calls[index] as EmittedCall),
      defaults,
    )
    for (const [row, column] of columns.entries()) {
      if (column !== NOBODY) partners[places[row] as number] = candidates[column] as number
    }
  }
  return partners
}

function placesByName(calls: readonly { readonly name: string }[]): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [index, { name }] of calls.entries()) {
    const known = places.get(name)
    if (known === undefined) places.set(name, [index])
    else known.push(index)
  }
  return places
}

/** Equal arguments beyond this number no longer weigh; it keeps every sum of weights a whole number. */
const MAX_WEIGHED_ARGUMENTS = 1000

function pairBlock(
  wanted: readonly GoldCall[],
  emitted: readonly EmittedCall[],
  defaults: Defaults,
): Int32Array {
  const pairs = Math.min(wanted.length, emitted.length)
  if (pairs === 1 && wanted.length === emitted.length) return Int32Array.of(0)
  const perArgument = pairs + 1
  const perEqual = perArgument * (MAX_WEIGHED_ARGUMENTS * pairs + 1)
  return bestAssignment({
    rows: wanted.length,
    columns: emitted.length,
    weightOf(row, column) {
      const given = (emitted[column] as EmittedCall).arguments
      const { isEqual, right } = compareArguments(wanted[row] as GoldCall, given, defaults)
      return (isEqual ? perEqual : 0) + perArgument * Math.min(right, MAX_WEIGHED_ARGUMENTS) + 1
    },
  })
}

/** Comparisons that one name of one output may cost: 1,000 gold calls against 1,000 emitted ones. */
const MAX_COMPARISONS = 1_000_000

interface LimitRequest {
  /** Places of the emitted calls of one name. */
  readonly emitted: readonly number[]
  readonly wanted: readonly GoldCall[]
  readonly calls: readonly EmittedCall[]
  readonly defaults: Defaults
}

/**
 * The emitted calls that may become partners. Of calls that ask for the same, no more than there are gold calls; of
 * the rest, what MAX_COMPARISONS allows, the first first. Others stay without a partner: such an output is wrong
 * anyhow, for it holds more calls than gold does.
 */
function limit({ emitted, wanted, calls, defaults }: LimitRequest): readonly number[] {
  if (emitted.length <= 2 * wanted.length && emitted.length * wanted.length <= MAX_COMPARISONS) return emitted
  const counts = new Map<string, number>()
  const most = Math.max(wanted.length, Math.floor(MAX_COMPARISONS / wanted.length))
  const kept: number[] = []
  for (const index of emitted) {
    const key = callKey(calls[index] as EmittedCall, defaults)
    const count = counts.get(key) ?? 0
    if (count >= wanted.length) continue
    counts.set(key, count + 1)
    if (kept.push(index) === most) break
  }
  return kept
}

function haveSameNames(gold: readonly GoldCall[], calls: readonly EmittedCall[]): boolean {
  if (gold.length !== calls.length) return false
  if (gold.length === 1) return gold[0]?.name === calls[0]?.name
  const counts = new Map<string, number>()
  for (const { name } of gold) counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const { name } of calls) {
    const count = counts.get(name) ?? 0
    if (count === 0) return false
    counts.set(name, count - 1)
  }
  return true
}

/** Emitted calls beyond the first of those that ask for the same. */
function countRepeats(calls: readonly EmittedCall[], defaultsOf: (tool: string) => Defaults): number {
  if (calls.length === 1) return 0
  const keys = new Set(calls.map((call) => callKey(call, defaultsOf(call.name))))
  return calls.length - keys.size
}
