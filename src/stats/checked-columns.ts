interface Columns {
  /** One value an item; all of one length. */
  readonly columns: readonly ArrayLike<number>[]
  readonly clusters?: readonly number[] | undefined
}

/**
 * Refuses columns of which no statistic could be taken, before NaN spreads from them.
 *
 * @returns the number of items; 0 only where there is no column.
 * @throws {RangeError} when there is no item, a value is not finite, columns differ in length, or clusters are not
 * numbered from 0 without gaps, one number an item.
 */
export function checkColumns({ columns, clusters }: Columns): number {
  const [first] = columns
  const items = first?.length ?? 0
  if (first !== undefined && items === 0) throw new RangeError('No items have no spread.')
  for (const values of columns) {
    if (values.length !== items) {
      throw new RangeError(`One column has ${items} values, and another ${values.length}.`)
    }
    for (let item = 0; item < items; item++) {
      if (!Number.isFinite(values[item])) {
        throw new RangeError(`The value ${values[item]} of item ${item} is no finite number.`)
      }
    }
  }
  if (clusters !== undefined && first !== undefined) checkClusters(clusters, items)
  return items
}

function checkClusters(clusters: readonly number[], items: number): void {
  if (clusters.length !== items) {
    throw new RangeError(`There are ${items} items, and ${clusters.length} numbers of clusters.`)
  }
  const isMet = new Uint8Array(items)
  let count = 0
  let most = -1
  for (const cluster of clusters) {
    // A number from `items` on leaves a gap below it.
    if (!(Number.isInteger(cluster) && cluster >= 0 && cluster < items)) {
      throw new RangeError(`${cluster} is no number of a cluster among ${items} items.`)
    }
    if (isMet[cluster] === 0) count++
    isMet[cluster] = 1
    most = Math.max(most, cluster)
  }
  if (count <= most) throw new RangeError(`Of clusters 0 to ${most} only ${count} have an item.`)
}

/** @throws {RangeError} when `times` is not a whole number above 0. */
export function checkTimes(times: number, what: 'resamples' | 'permutations'): void {
  if (!(Number.isSafeInteger(times) && times > 0)) {
    throw new RangeError(`${times} is no number of ${what}.`)
  }
}
