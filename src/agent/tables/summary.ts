import { isResult } from '../canonical-arguments.js'
import type { CheckedValue, ToolParameter } from '../pack.js'
import type { ToolResult } from '../tool-result.js'

/** A given argument as a summary says it. */
export interface Clause {
  readonly parameter: ToolParameter
  readonly value: CheckedValue
}

/** What the rows are called. */
export interface Noun {
  readonly one: string
  readonly many: string
}

/** Longest value that a summary shows whole, in code units: a model may have written a megabyte. */
const LONGEST_VALUE = 200

/**
 * Summary of a search: every condition in the order of the signature, then how many rows were found.
 *
 *     Hotels; city: Boise; stars: [3, 5]; has_sauna: false.
 *     12 hotels found.
 */
export function searchSummary({ many }: Noun, clauses: readonly Clause[], count: string): string {
  const title = many.slice(0, 1).toUpperCase() + many.slice(1)
  return `${[title, ...clauses.map(clauseText)].join('; ')}.\n${count}`
}

/**
 * Summary of a filter: what was known of the rows that it took, and under the fingerprint of that result what was added.
 *
 *     Hotels; city: Boise; stars: [3, 5]; has_sauna: false.
 *     Filter of 1f3a9c02; pool_present: true.
 *     4 hotels found.
 */
export function filterSummary(prior: ToolResult, clauses: readonly Clause[], count: string): string {
  const added = [`Filter of ${fingerprint(prior)}`, ...clauses.map(clauseText)].join('; ')
  return `${withoutCount(prior.summary)}\n${added}.\n${count}`
}

/** The last line of every summary, for none as well. */
export function countLine(count: number, noun: Noun): string {
  return `${count} ${count === 1 ? noun.one : noun.many} found.`
}

/** A summary without its count, which no longer holds of what is made from it. */
export function withoutCount(summary: string): string {
  return summary.replace(/\n\d+ [^\n]* found\.$/, '')
}

/** The count line of a summary, undefined where it has none. */
export function countOfSummary(summary: string): string | undefined {
  return /(?:^|\n)(\d+ [^\n]* found\.)$/.exec(summary)?.[1]
}

/** Eight digits of a result's provenance: enough to tell the entries of a cache apart. */
export function fingerprint({ id }: ToolResult): string {
  return id.slice(0, 8)
}

export function clauseText({ parameter, value }: Clause): string {
  return `${parameter.name}: ${valueText(parameter, value)}`
}

/** Sets sorted and without repetitions, times as HH:MM, results by their fingerprints; other values as they are. */
function valueText({ type, shape }: ToolParameter, value: CheckedValue): string {
  if (!Array.isArray(value)) return scalarText(type, value)
  const texts = value.map((item: unknown) => scalarText(type, item))
  return `[${(shape === 'set' ? [...new Set(texts)].sort(byNumberOrText) : texts).join(', ')}]`
}

function byNumberOrText(left: string, right: string): number {
  const difference = Number(left) - Number(right)
  if (!Number.isNaN(difference) && difference !== 0) return difference
  return left < right ? -1 : left > right ? 1 : 0
}

function scalarText(type: ToolParameter['type'], value: unknown): string {
  if (type === 'time' && typeof value === 'number') {
    return `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`
  }
  if (isResult(value)) return fingerprint(value)
  if (typeof value !== 'string') return short(JSON.stringify(value) ?? 'null')
  // A value must not look like the next clause or the next line.
  return /^[\p{L}\p{N}$][\p{L}\p{N} .'&/:-]*$/u.test(value) ? short(value) : JSON.stringify(short(value))
}

function short(text: string): string {
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`
}
