export interface AssignmentRequest {
  readonly rows: number
  readonly columns: number
  /** Weight of giving a column to a row: a whole number from 0, the sum over all rows at most 2^50. */
  weightOf(row: number, column: number): number
}

/**
 * A one-to-one assignment of rows to columns with the greatest possible sum of weights, as large as the smaller side
 * (Kuhn's Hungarian method by shortest augmenting paths, exact for whole weights).
 *
 * Time: smaller² × larger, at worst; 1,000 × 1,000 take about a second. Memory: rows × columns × 8 bytes.
 *
 * @returns for each row its column, or −1.
 */
export function bestAssignment({ rows, columns, weightOf }: AssignmentRequest): Int32Array {
  const isTurned = rows > columns
  const height = isTurned ? columns : rows
  const width = isTurned ? rows : columns
  const costs = new Float64Array(height * width)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      costs[row * width + column] = -(isTurned ? weightOf(column, row) : weightOf(row, column))
    }
  }
  const owners = assign(costs, height, width)
  const result = new Int32Array(rows).fill(-1)
  for (const [column, row] of owners.entries()) {
    if (row === -1) continue
    if (isTurned) result[column] = row
    else result[row] = column
  }
  return result
}

/** For each of `width` columns the row that owns it, or −1; needs height ≤ width. Least total cost. */
function assign(costs: Float64Array, height: number, width: number): Int32Array {
  // Column `width` is where each new row starts from; it belongs to nobody in the end.
  const owners = new Int32Array(width + 1).fill(-1)
  const rowPrices = new Float64Array(height)
  const columnPrices = new Float64Array(width + 1)
  const cameFrom = new Int32Array(width)
  const distances = new Float64Array(width)
  const isSettled = new Uint8Array(width + 1)
  for (let newRow = 0; newRow < height; newRow++) {
    owners[width] = newRow
    distances.fill(Number.POSITIVE_INFINITY)
    isSettled.fill(0)
    let column = width
    do {
      isSettled[column] = 1
      const row = owners[column] as number
      const rowPrice = rowPrices[row] as number
      let nearest = -1
      let least = Number.POSITIVE_INFINITY
      const from = row * width
      for (let next = 0; next < width; next++) {
        if (isSettled[next] === 1) continue
        const through = (costs[from + next] as number) - rowPrice - (columnPrices[next] as number)
        if (through < (distances[next] as number)) {
          distances[next] = through
          cameFrom[next] = column
        }
        if ((distances[next] as number) < least) {
          least = distances[next] as number
          nearest = next
        }
      }
      for (let settled = 0; settled <= width; settled++) {
        if (isSettled[settled] === 1) {
          const owner = owners[settled] as number
          rowPrices[owner] = (rowPrices[owner] as number) + least
          columnPrices[settled] = (columnPrices[settled] as number) - least
        } else if (settled < width) {
          distances[settled] = (distances[settled] as number) - least
        }
      }
      column = nearest
    } while (owners[column] !== -1)
    while (column !== width) {
      const before = cameFrom[column] as number
      owners[column] = owners[before] as number
      column = before
    }
    owners[width] = -1
  }
  return owners.subarray(0, width)
}
