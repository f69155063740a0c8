import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { PackTool } from '../pack.js'
import { readDate } from '../tables/written-date.js'
import { clockText } from './tool-config.js'

/** How a saved result came about: the call, and those that made what went into it. */
export interface ResultOrigin {
  readonly tool: string
  /** Canonical. */
  readonly arguments: JsonObject
}

/** One argument that bounds a result. */
export interface Constraint {
  readonly parameter: string
  readonly type: string
  readonly value: JsonValue
}

/** What a summary does not say, and what it says that is not so. */
export interface SummaryFaults {
  /** As `parameter: value`. */
  readonly missing: readonly string[]
  /** Numbers and dates that stand in no argument, no count and no summary by rules. */
  readonly invented: readonly string[]
}

/** Every argument that a result goes back to, through all that went into it. */
export function constraintsOf(
  id: string,
  {
    origins,
    tools,
  }: { readonly origins: ReadonlyMap<string, ResultOrigin>; readonly tools: readonly PackTool[] },
): readonly Constraint[] {
  const found: Constraint[] = []
  const seen = new Set<string>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const origin = origins.get(next)
    if (origin === undefined || seen.has(next)) continue
    seen.add(next)
    const parameters = tools.find(({ name }) => name === origin.tool)?.parameters ?? []
    for (const [name, value] of Object.entries(origin.arguments)) {
      const results = resultIds(value)
      waiting.push(...results)
      if (results.length > 0) continue
      const type = parameters.find((one) => one.name === name)?.type ?? 'any'
      for (const one of isJsonArray(value) ? value : [value])
        found.push({ parameter: name, type, value: one })
    }
  }
  return found
}

function resultIds(value: JsonValue): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(resultIds)
  const id = isJsonObject(value) ? value.$result : undefined
  return typeof id === 'string' ? [id] : []
}

/**
 * Whether a summary states every constraint and no other number or date. Texts are looked for whatever their case, dates in
 * ISO or written out, flags by the words of their name; a false flag needs a word of denial as well. A summary that turns a
 * constraint round in words alone is not seen.
 *
 * @param rules the summary by rules, whose numbers are known to be true.
 */
export function summaryFaults(
  summary: string,
  {
    constraints,
    count,
    rules,
  }: { readonly constraints: readonly Constraint[]; readonly count: number; readonly rules: string },
): SummaryFaults {
  const text = fold(summary)
  const dates = momentsIn(summary)
  const missing = constraints
    .filter((constraint) => !isStated(constraint, text, dates))
    .map(({ parameter, value }) => `${parameter}: ${String(value)}`)
  const known = new Set([...numbersIn(rules), ...momentsIn(rules), String(count)])
  for (const { type, value } of constraints) {
    const shown = type === 'time' ? clockText(value) : value
    for (const number of numbersIn(String(shown))) known.add(number)
    if (typeof shown === 'string') for (const date of momentsIn(shown)) known.add(date)
  }
  const invented = [...numbersIn(summary), ...dates].filter((number) => !known.has(number))
  return { missing: [...new Set(missing)], invented: [...new Set(invented)] }
}

const DENIAL = /\b(?:no|not|without|none|non|sin|false)\b/

function isStated({ parameter, type, value }: Constraint, text: string, dates: ReadonlySet<string>): boolean {
  if (type === 'date' && typeof value === 'string') return dates.has(value)
  if (type === 'time') return text.includes(String(clockText(value)))
  if (typeof value === 'boolean') {
    const words = fold(parameter)
      .split('_')
      .filter((word) => !FILLING.has(word))
    return words.every((word) => text.includes(word.replace(/s$/, ''))) && (value || DENIAL.test(text))
  }
  if (typeof value === 'number') return numbersIn(text).has(String(value))
  return text.includes(fold(String(value)))
}

const FILLING: ReadonlySet<string> = new Set(['is', 'has', 'present', 'included', 'allowed', ''])

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Numbers outside dates and times, thousands separators left out, as JavaScript writes them. */
function numbersIn(text: string): ReadonlySet<string> {
  const rest = text.replace(DATES, ' ').replace(TIMES, ' ')
  return new Set(
    Array.from(rest.matchAll(/\d+(?:,\d{3})*(?:\.\d+)?/g), ([digits]) =>
      String(Number(digits.replaceAll(',', ''))),
    ),
  )
}

const DATES = /\b\d{4}-\d\d-\d\d\b|\b[A-Z][a-z]{2,8} \d{1,2},? \d{4}\b/g

const TIMES = /\b\d{1,2}:\d{2}\b/g

/** Dates in ISO, and times. */
function momentsIn(text: string): ReadonlySet<string> {
  return new Set([
    ...Array.from(text.matchAll(DATES), ([date]) => readDate(date)?.iso ?? date),
    ...Array.from(text.matchAll(TIMES), ([time]) => time),
  ])
}
