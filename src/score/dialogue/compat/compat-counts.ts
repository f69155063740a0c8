import type { CompatCall } from './compat-calls.js'
import type { LiteralValue } from './literal-value.js'
import { isEqualValue, sortedValues } from './value-order.js'

export interface CompatCounts {
  readonly truePositives: number
  readonly falsePositives: number
  readonly falseNegatives: number
  /** Of gold, and of what was generated. */
  readonly actual: number
  readonly predicted: number
}

/** Names as multisets. */
export function countTools(gold: readonly CompatCall[], generated: readonly CompatCall[]): CompatCounts {
  const left = new Map<string, number>()
  for (const { name } of gold) left.set(name, (left.get(name) ?? 0) + 1)
  let truePositives = 0
  for (const { name } of generated) {
    const count = left.get(name) ?? 0
    if (count === 0) continue
    truePositives += 1
    left.set(name, count - 1)
  }
  return {
    truePositives,
    falsePositives: generated.length - truePositives,
    falseNegatives: gold.length - truePositives,
    actual: gold.length,
    predicted: generated.length,
  }
}

/** Values that show where data come from, which the released evaluator does not judge. */
const IGNORED_KEYS: ReadonlySet<string> = new Set([
  'key',
  'value',
  'hotels',
  'restaurants',
  'attractions',
  'prior_results',
  'results',
  'no_key',
])

const SKIPPED_TOOLS: ReadonlySet<string> = new Set([
  'seek_information',
  'save_to_cache',
  'get_results_from_cache',
])

interface Judged {
  readonly name: string
  readonly values: ReadonlyMap<string, LiteralValue>
}

/**
 * Pairs of key and value. Each call of gold takes the unused call of that name with the most equal pairs, the first of
 * equally good ones, in the order of gold.
 */
export function countParameters(gold: readonly CompatCall[], generated: readonly CompatCall[]): CompatCounts {
  const wanted = judgedCalls(gold)
  const unused = judgedCalls(generated)
  const actual = pairCount(wanted)
  const predicted = pairCount(unused)
  let truePositives = 0
  for (const { name, values } of wanted) {
    let best: { readonly index: number; readonly equal: number } | undefined
    for (const [index, candidate] of unused.entries()) {
      if (candidate.name !== name) continue
      const equal = equalPairs(values, candidate.values)
      if (best === undefined || equal > best.equal) best = { index, equal }
      if (equal === values.size) break
    }
    if (best === undefined) continue
    truePositives += best.equal
    unused.splice(best.index, 1)
  }
  return {
    truePositives,
    falsePositives: predicted - truePositives,
    falseNegatives: actual - truePositives,
    actual,
    predicted,
  }
}

function judgedCalls(calls: readonly CompatCall[]): Judged[] {
  return calls
    .filter(({ name }) => !SKIPPED_TOOLS.has(name))
    .map((call) => ({
      name: call.name,
      values: new Map(
        [...call.arguments]
          .filter(([key]) => !IGNORED_KEYS.has(key))
          .map(([key, value]) => [key, normalised(value)]),
      ),
    }))
}

/** Lists sorted; of dicts the values alike, without the ignored keys. Nothing within lists, tuples and sets. */
function normalised(value: LiteralValue): LiteralValue {
  if (typeof value !== 'object' || value === null) return value
  if (value.kind === 'list') return { kind: 'list', items: sortedValues(value.items) }
  if (value.kind !== 'dict') return value
  const kept = value.entries.filter(([key]) => typeof key !== 'string' || !IGNORED_KEYS.has(key))
  return { kind: 'dict', entries: kept.map(([key, member]) => [key, normalised(member)]) }
}

function pairCount(calls: readonly Judged[]): number {
  let count = 0
  for (const { values } of calls) count += values.size
  return count
}

function equalPairs(
  left: ReadonlyMap<string, LiteralValue>,
  right: ReadonlyMap<string, LiteralValue>,
): number {
  let equal = 0
  for (const [key, value] of left) {
    const other = right.get(key)
    if (other !== undefined && isEqualValue(value, other)) equal += 1
  }
  return equal
}
