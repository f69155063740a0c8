import type { GivenArgument } from '../../agent/pack.js'
import type { PlanValue } from '../../agent/plan-value.js'
import type { ToolResult } from '../../agent/tool-result.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'

/** Results that went into a plan, each under the number by which it comes back. */
export class ResultNumbers {
  readonly #results: ToolResult[] = []

  numberOf(result: ToolResult): number {
    const known = this.#results.indexOf(result)
    return known === -1 ? this.#results.push(result) - 1 : known
  }

  result(number: number): ToolResult | undefined {
    return this.#results[number]
  }
}

/** What cannot be an argument of a tool: a set, bytes, a function. */
export interface ForeignValue {
  readonly kind: 'foreign'
  readonly type: string
}

/** An argument as it came out of Monty, which does not tell 2.0 from 2. */
export function givenFrom(wire: JsonValue, numbers: ResultNumbers): GivenArgument | ForeignValue {
  if (wire === null) return { kind: 'none' }
  if (typeof wire === 'boolean') return { kind: 'boolean', value: wire }
  if (typeof wire === 'string') return { kind: 'text', value: wire }
  if (typeof wire === 'number') {
    return Number.isInteger(wire) ? { kind: 'integer', value: BigInt(wire) } : { kind: 'float', value: wire }
  }
  if (isJsonArray(wire)) return listFrom(wire, numbers)
  if (!isJsonObject(wire)) return { kind: 'foreign', type: 'number' }
  const { i, f, t, d, r, x } = wire
  if (typeof i === 'string') return { kind: 'integer', value: BigInt(i) }
  if (typeof f === 'string') return { kind: 'float', value: Number(f) }
  if (isJsonArray(t)) return listFrom(t, numbers)
  if (isJsonArray(d)) return dictFrom(d, numbers)
  const result = typeof r === 'number' ? numbers.result(r) : undefined
  if (result !== undefined) return { kind: 'result', result }
  return { kind: 'foreign', type: typeof x === 'string' ? x : 'object' }
}

function listFrom(wire: readonly JsonValue[], numbers: ResultNumbers): GivenArgument | ForeignValue {
  const items: GivenArgument[] = []
  for (const item of wire) {
    const given = givenFrom(item, numbers)
    if (given.kind === 'foreign') return given
    items.push(given)
  }
  return { kind: 'list', items }
}

function dictFrom(wire: readonly JsonValue[], numbers: ResultNumbers): GivenArgument | ForeignValue {
  const entries: [GivenArgument, GivenArgument][] = []
  for (const entry of wire) {
    const [key = null, value = null] = isJsonArray(entry) ? entry : []
    const given = [givenFrom(key, numbers), givenFrom(value, numbers)] as const
    const [givenKey, givenValue] = given
    if (givenKey.kind === 'foreign') return givenKey
    if (givenValue.kind === 'foreign') return givenValue
    entries.push([givenKey, givenValue])
  }
  return { kind: 'dict', entries }
}

/** Cells that may go into a plan at once; about the memory that a plan may use. */
const MOST_CELLS = 500_000

/**
 * A value as it goes into Monty.
 * @param hasRows whether the plan looks at rows at all: most do not, and rows of a large table take long to send.
 * @returns undefined for more rows than fit.
 */
export function wireOf(value: PlanValue, numbers: ResultNumbers, hasRows: boolean): JsonValue | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'bigint') return { i: value.toString() }
  if (typeof value === 'number') return Number.isFinite(value) ? value : { f: String(value) }
  switch (value.kind) {
    case 'result':
      return resultWire(value, numbers, hasRows)
    case 'list':
    case 'tuple': {
      const items = value.items.map((item) => wireOf(item, numbers, hasRows))
      const sent = items.filter((item) => item !== undefined)
      if (sent.length < items.length) return undefined
      return value.kind === 'tuple' ? { t: sent } : sent
    }
    case 'dict': {
      const entries: JsonValue[] = []
      for (const [key, item] of value.entries) {
        const sentKey = wireOf(key, numbers, hasRows)
        const sentItem = wireOf(item, numbers, hasRows)
        if (sentKey === undefined || sentItem === undefined) return undefined
        entries.push([sentKey, sentItem])
      }
      return { d: entries }
    }
    default:
      return value satisfies never
  }
}

function resultWire(result: ToolResult, numbers: ResultNumbers, hasRows: boolean): JsonValue | undefined {
  const { rows, summary } = result
  const count = hasRows ? rows.count : 0
  if (count * rows.columns.length > MOST_CELLS) return undefined
  const sent = Array.from({ length: count }, (_, row) =>
    rows.columns.map((column): JsonValue => {
      const cell = rows.value(row, column) ?? null
      return [column, Number.isSafeInteger(cell) ? { i: String(cell) } : cell]
    }),
  )
  return { r: numbers.numberOf(result), rows: sent, summary }
}
