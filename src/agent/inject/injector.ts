import { randomStream } from '../../numeric/random.js'
import { canonicalJson } from '../../text/json.js'
import type { CallInterceptor, Injection, InterceptedCall } from '../call-tool.js'
import type { ToolOutcome, ToolRole } from '../pack.js'
import type { ResultRows } from '../tool-result.js'

/**
 * Failures that can be put into calls. `timeout`: the first call fails, the same call once more succeeds. `empty`: a search
 * or filter finds nothing, however often. `sold-out`: what a search would find is gone. `schema-drift`: the columns of a
 * result are called otherwise. `stale-cache`: a saved result is out of date and must be made again.
 */
export const injectionKinds = ['timeout', 'empty', 'sold-out', 'schema-drift', 'stale-cache'] as const

export type InjectionKind = (typeof injectionKinds)[number]

const ROLES: Readonly<Record<InjectionKind, readonly ToolRole[]>> = {
  timeout: ['search', 'filter', 'nearest', 'sort', 'date', 'call'],
  empty: ['search', 'filter', 'nearest'],
  'sold-out': ['search'],
  'schema-drift': ['search', 'filter', 'nearest'],
  'stale-cache': ['get'],
}

export interface InjectionPlan {
  readonly kinds: readonly InjectionKind[]
  /** Share of the calls that are hit, in [0, 1]. */
  readonly rate: number
  readonly seed: number
}

/**
 * Puts failures into the calls of one turn. Which calls are hit follows from the seed, the turn, the tool and its canonical
 * arguments: the same call is hit again when a run goes on, and whoever plans otherwise meets other failures.
 *
 * @param turn names the turn among all of the run, e.g. by dialogue and place.
 */
export function injector({ kinds, rate, seed }: InjectionPlan, turn: string): CallInterceptor {
  /** How often each call was made. */
  const made = new Map<string, number>()
  const drawn = new Map<string, InjectionKind | undefined>()
  const kindOf = (
    call: InterceptedCall,
  ): { readonly kind: InjectionKind | undefined; readonly key: string } => {
    const key = canonicalJson([call.tool.name, call.canonical])
    if (!drawn.has(key)) {
      const fitting = kinds.filter((kind) => ROLES[kind].includes(call.tool.role))
      const random = randomStream(seed, `inject ${turn} ${key}`)
      const isHit = fitting.length > 0 && random.uniform() < rate
      drawn.set(key, isHit ? fitting[random.below(fitting.length)] : undefined)
    }
    return { kind: drawn.get(key), key }
  }
  return {
    before(call) {
      const { kind, key } = kindOf(call)
      const count = made.get(key) ?? 0
      made.set(key, count + 1)
      if (kind === 'timeout' && count === 0) return failed(kind, `${call.tool.name} did not answer in time.`)
      if (kind === 'sold-out') {
        return failed(kind, 'Sold out: nothing of what was searched for is available any more.')
      }
      if (kind === 'stale-cache') {
        return failed(kind, 'The saved result is out of date and was thrown away: make it again.')
      }
      return undefined
    },
    after(call, outcome) {
      const { kind } = kindOf(call)
      if (outcome.kind !== 'rows') return undefined
      if (kind === 'empty') return { kind, outcome: emptied(outcome) }
      if (kind === 'schema-drift') {
        return { kind, outcome: { ...outcome, rows: new DriftedRows(outcome.rows) } }
      }
      return undefined
    },
  }
}

function failed(kind: InjectionKind, message: string): Injection {
  return { kind, outcome: { kind: 'error', error: 'failed', message }, fault: 'tool-failed' }
}

type RowsOutcome = Extract<ToolOutcome, { kind: 'rows' }>

/** The same request with nothing found; the line that told how much was found tells the truth. */
function emptied({ rows, summary }: RowsOutcome): RowsOutcome {
  const lines = summary.split('\n')
  const asked = lines.length > 1 ? lines.slice(0, -1) : lines
  return { kind: 'rows', rows: new NoRows(rows.columns), summary: [...asked, 'Nothing found.'].join('\n') }
}

class NoRows implements ResultRows {
  readonly count = 0
  readonly columns: readonly string[]

  constructor(columns: readonly string[]) {
    this.columns = columns
  }

  value(): undefined {
    return undefined
  }

  rowId(row: number): string {
    return `none:${row}`
  }
}

/** Put behind the name of every column. */
const DRIFT = '_v2'

/** The same rows after a change of their schema that nobody announced. */
class DriftedRows implements ResultRows {
  readonly #rows: ResultRows
  readonly columns: readonly string[]

  constructor(rows: ResultRows) {
    this.#rows = rows
    this.columns = rows.columns.map((column) => `${column}${DRIFT}`)
  }

  get count(): number {
    return this.#rows.count
  }

  value(row: number, column: string): ReturnType<ResultRows['value']> {
    return column.endsWith(DRIFT) ? this.#rows.value(row, column.slice(0, -DRIFT.length)) : undefined
  }

  rowId(row: number): string {
    return this.#rows.rowId(row)
  }
}
