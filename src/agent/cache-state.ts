import type { Hash } from '../ports.js'
import type { PlanValue } from './plan-value.js'
import type { ResultRows, ToolResult } from './tool-result.js'
import type { CacheRecord } from './turn-record.js'

/** Where a saved value comes from: what `ToolResult` knows of itself, and plain values do not. */
export interface ValueOrigin {
  /** Provenance, as `ToolResult.id`. */
  readonly id: string
  /** Tool that made it; empty: the plan itself wrote it. */
  readonly tool: string
  readonly summary: string
}

export interface CacheEntry extends ValueOrigin {
  readonly key: string
  readonly value: PlanValue
}

/**
 * What an agent has saved, by key, in order of insertion. A value: saving gives another state, so that any turn can be
 * resumed. Saving under a key that is there takes the place of its value, as a dictionary of Python does.
 */
export class CacheState {
  static readonly empty = new CacheState(new Map())

  readonly #entries: ReadonlyMap<string, CacheEntry>

  private constructor(entries: ReadonlyMap<string, CacheEntry>) {
    this.#entries = entries
  }

  /** Undefined when there is no such key. A saved `None` is null. */
  get(key: string): PlanValue | undefined {
    return this.#entries.get(key)?.value
  }

  entry(key: string): CacheEntry | undefined {
    return this.#entries.get(key)
  }

  get keys(): readonly string[] {
    return [...this.#entries.keys()]
  }

  get entries(): readonly CacheEntry[] {
    return [...this.#entries.values()]
  }

  /** @param origin of a value that is no result; a result knows its own. */
  with(key: string, value: PlanValue, origin?: ValueOrigin): CacheState {
    const { id, tool, summary } = origin ?? (isResult(value) ? value : { id: '', tool: '', summary: '' })
    return new CacheState(new Map(this.#entries).set(key, { key, value, id, tool, summary }))
  }

  /** The state without a key; itself when there is no such key. */
  without(key: string): CacheState {
    if (!this.#entries.has(key)) return this
    const entries = new Map(this.#entries)
    entries.delete(key)
    return new CacheState(entries)
  }

  /** As it is written down. A plain value counts as one row, which is its id. */
  records(hash: Hash): readonly CacheRecord[] {
    return this.entries.map(({ key, value, id, tool, summary }) => {
      if (isResult(value))
        return { key, id, tool, summary, count: value.rows.count, rows: rowsHash(value.rows, hash) }
      return { key, id, tool, summary, count: 1, rows: hash(id) }
    })
  }
}

/** Rows never change, and the same ones are looked at turn after turn. */
const hashes = new WeakMap<ResultRows, string>()

/** Hash over the sorted ids of the rows, one a line: equal for the same rows in whatever order. */
export function rowsHash(rows: ResultRows, hash: Hash): string {
  const known = hashes.get(rows)
  if (known !== undefined) return known
  const ids: string[] = []
  for (let row = 0; row < rows.count; row++) ids.push(rows.rowId(row))
  const made = hash(ids.sort().join('\n'))
  hashes.set(rows, made)
  return made
}

function isResult(value: PlanValue): value is ToolResult {
  return typeof value === 'object' && value !== null && value.kind === 'result'
}
