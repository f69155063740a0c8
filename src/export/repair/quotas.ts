import type { RepairPart } from './repair-row.js'

/**
 * Shares of the rows, in [0, 1]. No recipe is published that says them; the published repair mixed general chat, its tool
 * corpus and traces of its domain. A third of these rows mention what calls take and need none, because a corpus without
 * such rows teaches to call at the sight of an entity.
 */
const SHARES: Readonly<Record<RepairPart, number>> = {
  call: 0.45,
  'multi-call': 0.05,
  pair: 0.1,
  'no-call': 0.25,
  chat: 0.15,
}

/** Rows of one tool may be as many times its equal share of the call rows. */
export const MOST_OF_ONE_TOOL = 1.5
const LEAST_ROWS = 1000
/** However large the corpus is; more with --rows. */
const MOST_DEFAULT_ROWS = 20_000

/** Shares of the parts that the corpus can have; those of the others go to them in proportion. */
export function sharesOf(parts: ReadonlySet<RepairPart>): ReadonlyMap<RepairPart, number> {
  const all = [...parts].reduce((sum, part) => sum + SHARES[part], 0)
  return new Map([...parts].map((part) => [part, SHARES[part] / all]))
}

/** What the corpus brings, without repeats. */
export interface OwnCounts {
  readonly byPart: ReadonlyMap<RepairPart, number>
  /** Rows with one call. */
  readonly byTool: ReadonlyMap<string, number>
}

/**
 * Rows by default: a thousand, or as many as hold every row of the corpus within its part and, unless one tool has more
 * than five times as many as would fit, within its tool's share; in steps of 50, at most 20,000.
 */
export function defaultRows(own: OwnCounts, shares: ReadonlyMap<RepairPart, number>): number {
  let rows = LEAST_ROWS
  for (const [part, count] of own.byPart) rows = Math.max(rows, count / (shares.get(part) ?? 1))
  const tools = [...own.byTool.values()]
  const share = shares.get('call')
  if (tools.length > 0 && share !== undefined) {
    const calls = (Math.max(...tools) * tools.length) / MOST_OF_ONE_TOOL
    rows = Math.max(rows, Math.min(calls / share, 5 * rows))
  }
  return Math.min(MOST_DEFAULT_ROWS, Math.ceil(rows / 50) * 50)
}

/**
 * How many rows each tool gets: those it has, and of `more` as many as bring the tools with least up to one level.
 *
 * @param more rows to hand out.
 */
export function levelled(has: ReadonlyMap<string, number>, more: number): ReadonlyMap<string, number> {
  const given = new Map([...has.keys()].map((tool) => [tool, 0]))
  const tools = [...has].sort(([left, few], [right, many]) => few - many || (left < right ? -1 : 1))
  let rest = more
  for (let count = 1; count <= tools.length && rest > 0; count++) {
    const raised = tools.slice(0, count)
    const level = has.get(raised.at(-1)?.[0] ?? '') ?? 0
    const next = tools[count]?.[1]
    const room = next === undefined ? rest : Math.min(rest, (next - level) * count)
    for (const [at, [tool]] of raised.entries()) {
      const part = Math.floor(room / count) + (at < room % count ? 1 : 0)
      given.set(tool, (given.get(tool) ?? 0) + part)
    }
    rest -= room
  }
  return given
}
