/** Two sides, and which of their members go together. */
export interface PairingRequest {
  readonly left: number
  readonly right: number
  /** Asked at most once for each pair. */
  fits(left: number, right: number): boolean
}

/**
 * Whether every member of the left side can be given a member of the right that fits, no two the same. Never greedy:
 * a flexible member makes room for a strict one (augmenting paths, Hopcroft and Karp's phases).
 *
 * Time: left × right questions, then pairs × √left.
 */
export function canPairAll({ left, right, fits }: PairingRequest): boolean {
  if (left > right) return false
  const neighbours: number[][] = []
  for (let member = 0; member < left; member++) {
    const fitting: number[] = []
    for (let other = 0; other < right; other++) if (fits(member, other)) fitting.push(other)
    if (fitting.length === 0) return false
    neighbours.push(fitting)
  }
  return sizeOfMatching(neighbours, right) === left
}

const FREE = -1

/** The size of a maximum matching. */
function sizeOfMatching(neighbours: readonly (readonly number[])[], right: number): number {
  const ofLeft = new Int32Array(neighbours.length).fill(FREE)
  const ofRight = new Int32Array(right).fill(FREE)
  const layers = new Int32Array(neighbours.length)
  let size = 0
  while (layOut({ neighbours, ofLeft, ofRight, layers })) {
    const nextChoice = new Int32Array(neighbours.length)
    for (let member = 0; member < neighbours.length; member++) {
      if (ofLeft[member] === FREE && augment({ neighbours, ofLeft, ofRight, layers, nextChoice }, member))
        size++
    }
  }
  return size
}

interface Matching {
  readonly neighbours: readonly (readonly number[])[]
  readonly ofLeft: Int32Array
  readonly ofRight: Int32Array
  readonly layers: Int32Array
}

/** Numbers the left side by distance from its free members; whether a free member of the right side can be reached. */
function layOut({ neighbours, ofLeft, ofRight, layers }: Matching): boolean {
  const queue: number[] = []
  layers.fill(FREE)
  for (let member = 0; member < neighbours.length; member++) {
    if (ofLeft[member] !== FREE) continue
    layers[member] = 0
    queue.push(member)
  }
  let isReachable = false
  for (let at = 0; at < queue.length; at++) {
    const member = queue[at] as number
    for (const other of neighbours[member] as readonly number[]) {
      const owner = ofRight[other] as number
      if (owner === FREE) isReachable = true
      else if (layers[owner] === FREE) {
        layers[owner] = (layers[member] as number) + 1
        queue.push(owner)
      }
    }
  }
  return isReachable
}

/** Follows the layers from a free member to a free partner and swaps the pairs on the way. A stack of its own: paths can be long. */
function augment(matching: Matching & { readonly nextChoice: Int32Array }, start: number): boolean {
  const { neighbours, ofLeft, ofRight, layers, nextChoice } = matching
  const path: number[] = [start]
  const taken: number[] = []
  while (path.length > 0) {
    const member = path.at(-1) as number
    const choices = neighbours[member] as readonly number[]
    const choice = nextChoice[member] as number
    if (choice >= choices.length) {
      layers[member] = FREE
      path.pop()
      taken.pop()
      continue
    }
    nextChoice[member] = choice + 1
    const other = choices[choice] as number
    const owner = ofRight[other] as number
    if (owner !== FREE && layers[owner] !== (layers[member] as number) + 1) continue
    taken.push(other)
    if (owner !== FREE) {
      path.push(owner)
      continue
    }
    for (const [step, left] of path.entries()) {
      ofLeft[left] = taken[step] as number
      ofRight[taken[step] as number] = left
    }
    return true
  }
  return false
}
