import { checkArguments } from '../../../src/agent/check-arguments.js'
import type {
  ArgumentFault,
  CheckedArguments,
  GivenArgument,
  PackTool,
  ToolOutcome,
} from '../../../src/agent/pack.js'
import { TableRows } from '../../../src/agent/tables/table-rows.js'
import { type FilterRule, PRIOR_RESULTS, resultOf } from '../../../src/agent/tables/table-tools.js'

/** A tool that refuses times with seconds before it reads its arguments. */
export function refusingSeconds(tool: PackTool): PackTool {
  const plain = { ...tool }
  return { ...tool, check: (given) => secondsIn(tool, given) ?? checkArguments(plain, given) }
}

function secondsIn(
  { parameters }: PackTool,
  given: ReadonlyMap<string, GivenArgument>,
): ArgumentFault | undefined {
  for (const { name, type } of parameters) {
    const value = given.get(name)
    if (type !== 'time' || value?.kind !== 'list') continue
    if (!value.items.some((item) => item.kind === 'text' && /^\s*\d+:\d+:\d+/.test(item.value))) continue
    return {
      kind: 'fault',
      parameter: name,
      reason: 'format',
      message: `"${name}" takes times without seconds.`,
    }
  }
  return undefined
}

/** Lists of bounds of which one alone is not seen before the tool looks for the second. */
export function refuseSingleBounds(values: CheckedArguments['values']): ToolOutcome | undefined {
  for (const name of ['rating', 'stars', 'departure_time', 'arrival_time']) {
    const bounds = values[name]
    if (!Array.isArray(bounds) || bounds.length > 1) continue
    return { kind: 'error', error: 'failed', parameter: name, message: 'list index out of range' }
  }
  return undefined
}

/** Restaurants want exactly two bounds. */
export function refuseUnpairedRating({ rating }: CheckedArguments['values']): ToolOutcome | undefined {
  if (!Array.isArray(rating) || rating.length === 2) return undefined
  return {
    kind: 'error',
    error: 'validation',
    parameter: 'rating',
    message: '"rating" takes exactly two values.',
  }
}

/** Rules by which rating and stars are two values, not bounds, where hotels stand beside something else. */
export function boundsAsSetInPairs(rules: readonly FilterRule[]): readonly FilterRule[] {
  return rules.map((rule) => {
    const { by, parameter } = rule
    if (by.kind !== 'between' || !['rating', 'stars'].includes(parameter.name)) return rule
    return {
      parameter,
      by: {
        kind: 'test',
        columns: [by.column],
        test: (value, values, table) => {
          const bounds: readonly unknown[] = Array.isArray(value) ? value : []
          const [low, high] = bounds.map(Number)
          const prior = resultOf(values[PRIOR_RESULTS])
          const isPair = prior?.rows instanceof TableRows && prior.rows.sides.length > 1
          return (row) => {
            const found = Number(table.value(row, by.column))
            return isPair ? bounds.includes(found) : found >= (low ?? 0) && found <= (high ?? 0)
          }
        },
      },
    }
  })
}
