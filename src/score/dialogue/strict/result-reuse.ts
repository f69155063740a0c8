import type { ResultMakers } from './data-flow.js'
import type { JudgedCall } from './judged-call.js'
import type { JudgedTurn } from './judged-turn.js'

export interface ReuseCounts {
  /** Calls that gave a result, and those of them whose result was there already and that gold does not make again. */
  readonly made: number
  readonly redundant: number
  /** Results of earlier turns that gold fetches, and those of them that the subject does not. */
  readonly fetchedByGold: number
  readonly missed: number
  /** Fetches, and those of them that feed nothing and that gold does without. */
  readonly fetches: number
  readonly unnecessary: number
}

export function compareReuse(gold: JudgedTurn, subject: JudgedTurn, makers: ResultMakers): ReuseCounts {
  const goldFetched = fetchedBy(gold.calls, makers)
  if (subject.calls.length === 0) {
    const { size } = goldFetched
    return { made: 0, redundant: 0, fetchedByGold: size, missed: size, fetches: 0, unnecessary: 0 }
  }
  const fetched = fetchedBy(subject.calls, makers)
  let missed = 0
  for (const name of goldFetched) if (!fetched.has(name)) missed++
  const fetches = subject.calls.filter(({ role }) => role === 'get')
  const fed = fedNames(subject.calls, makers)
  const unnecessary = fetches.filter(({ result }) => {
    const name = result === undefined ? undefined : makers.nameOf(result)
    return name === undefined || !(fed.has(name) || goldFetched.has(name))
  })
  return {
    ...countRedundant(gold, subject),
    fetchedByGold: goldFetched.size,
    missed,
    fetches: fetches.length,
    unnecessary: unnecessary.length,
  }
}

function countRedundant(
  gold: JudgedTurn,
  { calls, cacheBefore, lost }: JudgedTurn,
): Pick<ReuseCounts, 'made' | 'redundant'> {
  // What was lost on the way has to be made again.
  const there = new Set(cacheBefore.flatMap(({ id }) => (lost.has(id) ? [] : [id])))
  // What gold makes, it may make: each time once.
  const allowed = new Map<string, number>()
  for (const { result, role } of gold.calls) {
    if (result !== undefined && role !== 'get') allowed.set(result, (allowed.get(result) ?? 0) + 1)
  }
  let made = 0
  let redundant = 0
  for (const { result, role } of calls) {
    if (result === undefined || role === 'get') continue
    made++
    const left = allowed.get(result) ?? 0
    if (left > 0) allowed.set(result, left - 1)
    else if (there.has(result)) redundant++
    there.add(result)
  }
  return { made, redundant }
}

/** Results of earlier turns that a `get` gave. */
function fetchedBy(calls: readonly JudgedCall[], makers: ResultMakers): ReadonlySet<string> {
  const made = new Set<string>()
  const names = new Set<string>()
  for (const { result, role } of calls) {
    if (result === undefined) continue
    if (role !== 'get') made.add(result)
    else if (!made.has(result)) names.add(makers.nameOf(result))
  }
  return names
}

/** Who made what calls take; to save a result once more is no use of it. */
function fedNames(calls: readonly JudgedCall[], makers: ResultMakers): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { role, sources } of calls) {
    if (role === 'save') continue
    for (const { from } of sources) {
      const id = typeof from === 'number' ? calls[from]?.result : from
      if (id !== undefined) names.add(makers.nameOf(id))
    }
  }
  return names
}
