/**
 * Whether two texts are at most `limit` insertions, deletions and substitutions of characters apart (Levenshtein). Only a
 * band of that width around the diagonal is computed.
 */
export function isWithinEdits(left: string, right: string, limit: number): boolean {
  const distance = editsBetween(left, right, limit)
  return distance !== undefined
}

/** How many edits lie between them; undefined when more than `limit`. */
export function editsBetween(left: string, right: string, limit: number): number | undefined {
  if (Math.abs(left.length - right.length) > limit) return undefined
  if (left === right) return 0
  const beyond = limit + 1
  let previous = Array.from({ length: right.length + 1 }, (_, column) => Math.min(column, beyond))
  for (let row = 1; row <= left.length; row++) {
    const from = Math.max(1, row - limit)
    const to = Math.min(right.length, row + limit)
    const current = new Array<number>(right.length + 1).fill(beyond)
    if (row <= limit) current[0] = row
    let least = current[0] as number
    for (let column = from; column <= to; column++) {
      const isSame = left.charCodeAt(row - 1) === right.charCodeAt(column - 1)
      const best = Math.min(
        (previous[column - 1] as number) + (isSame ? 0 : 1),
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
      )
      current[column] = Math.min(best, beyond)
      least = Math.min(least, best)
    }
    if (least > limit) return undefined
    previous = current
  }
  const distance = previous[right.length] as number
  return distance > limit ? undefined : distance
}
