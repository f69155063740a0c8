import type { CheckedValue, PackWorld } from '../../../src/agent/pack.js'
import type { ResultCell } from '../../../src/agent/tool-result.js'
import { BugError } from '../../../src/errors.js'
import type { Domain } from './constraint.js'

/** A row that might be what somebody is after. */
export type CandidateRow = (column: string) => ResultCell

const kept = new WeakMap<PackWorld, Map<string, readonly CandidateRow[]>>()

/**
 * What a search finds with nothing but its mandatory arguments, in the form that tools take them.
 * @param isKept whether it is remembered: for the searches that come up again and again.
 */
export function candidateRows(
  world: PackWorld,
  {
    domain,
    values,
    isKept,
  }: {
    readonly domain: Domain
    readonly values: Readonly<Record<string, CheckedValue>>
    readonly isKept: boolean
  },
): readonly CandidateRow[] {
  if (!isKept) return found(world, domain, values)
  let rowsByKey = kept.get(world)
  if (rowsByKey === undefined) {
    rowsByKey = new Map()
    kept.set(world, rowsByKey)
  }
  const key = `${domain} ${JSON.stringify(values)}`
  let rows = rowsByKey.get(key)
  if (rows === undefined) {
    rows = found(world, domain, values)
    rowsByKey.set(key, rows)
  }
  return rows
}

function found(
  world: PackWorld,
  domain: Domain,
  values: Readonly<Record<string, CheckedValue>>,
): readonly CandidateRow[] {
  const name = `search_${domain}`
  const tool = world.tools.find((one) => one.name === name)
  const outcome = tool?.run({ kind: 'checked', values })
  if (outcome === undefined || outcome instanceof Promise || outcome.kind !== 'rows') {
    throw new BugError({
      code: 'grammar-search',
      what: `"${name}" does not search.`,
      where: 'the travel grammar',
      fix: 'Open the travel pack.',
    })
  }
  const { rows } = outcome
  return Array.from({ length: rows.count }, (_, at) => (column: string) => rows.value(at, column))
}
