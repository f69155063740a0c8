import type { CacheRecord } from '../../../agent/turn-record.js'

/** Whether the cache is as gold leaves it; keys do not count unless said. */
export interface CacheComparison {
  /** All entries have the provenance that gold's have. */
  readonly isSameProvenance: boolean
  /** All entries hold the rows that gold's hold. */
  readonly isSameRows: boolean
  /** Entries added, by gold and by the subject. */
  readonly goldAdds: number
  readonly adds: number
  /** The same for the entries that this turn added. */
  readonly isSameAddedProvenance: boolean
  readonly isSameAddedRows: boolean
  /** Added entries have gold's provenance under gold's keys. */
  readonly isSameAddedKeyed: boolean
}

export interface CacheChange {
  readonly cacheBefore: readonly CacheRecord[]
  readonly cacheAfter: readonly CacheRecord[]
}

export function compareCaches(gold: CacheChange, subject: CacheChange): CacheComparison {
  const goldAdded = addedBy(gold)
  const added = addedBy(subject)
  return {
    isSameProvenance: haveSame(gold.cacheAfter, subject.cacheAfter, idOf),
    isSameRows: haveSame(gold.cacheAfter, subject.cacheAfter, rowsOf),
    goldAdds: goldAdded.length,
    adds: added.length,
    isSameAddedProvenance: haveSame(goldAdded, added, idOf),
    isSameAddedRows: haveSame(goldAdded, added, rowsOf),
    isSameAddedKeyed: haveSame(goldAdded, added, keyedIdOf),
  }
}

/** Entries that are new, or whose value is: the others were inherited. */
function addedBy({ cacheBefore, cacheAfter }: CacheChange): readonly CacheRecord[] {
  const before = new Set(cacheBefore.map(keyedIdOf))
  return cacheAfter.filter((record) => !before.has(keyedIdOf(record)))
}

const idOf = ({ id }: CacheRecord): string => id
const rowsOf = ({ rows }: CacheRecord): string => rows
const keyedIdOf = ({ key, id }: CacheRecord): string => `${id}\u0000${key}`

function haveSame(
  left: readonly CacheRecord[],
  right: readonly CacheRecord[],
  markOf: (record: CacheRecord) => string,
): boolean {
  if (left === right) return true
  if (left.length !== right.length) return false
  const [first, other] = [left[0], right[0]]
  if (first === undefined || other === undefined) return true
  if (left.length === 1) return markOf(first) === markOf(other)
  const marks = left.map(markOf).sort()
  const others = right.map(markOf).sort()
  return marks.every((mark, place) => mark === others[place])
}
