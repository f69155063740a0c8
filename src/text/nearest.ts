/**
 * The known word that is closest to a mistyped one by edit distance (insertions, deletions, substitutions, swaps of
 * neighbours; case ignored), when it differs in at most two fifths of its letters.
 */
export function nearestWord(typed: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const word of known) {
    const distance = editDistance(typed.toLowerCase(), word.toLowerCase())
    if (distance >= bestDistance || distance > Math.max(1, 0.4 * Math.max(word.length, typed.length)))
      continue
    best = word
    bestDistance = distance
  }
  return best
}

/** Optimal string alignment distance; words of the command line are short. */
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      let distance = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isSame ? 0 : 1),
      )
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (row > 1 && column > 1 && isSwap) distance = Math.min(distance, at(beforePrevious, column - 2) + 1)
      current.push(distance)
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, right.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
