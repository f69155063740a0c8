import type { RandomStream } from '../numeric/random.js'

/** Sums of columns under assignments of signs to their units. */
export interface SignedSums {
  /** Of each column, after a call. */
  readonly totals: Float64Array
  /** Signs from the bits of a number, the first unit by the lowest: 1 keeps, 0 flips. For up to 23 units. */
  ofPattern(pattern: number): void
  ofRandom(random: RandomStream): void
}

/** Units whose signs are looked up together: their 16 sums are made once, and stay in the cache. */
const GROUP = 4
const PATTERNS = 2 ** GROUP
/** Signs that are drawn together; a number of 53 random bits gives them twice. */
const CHUNK = 24
const CHUNK_SIZE = 2 ** CHUNK

/**
 * Of units that are all alike only the number of kept ones matters, so many of a kind are drawn by counting bits: items of
 * right and wrong differ by −1, 0 or 1, whatever their number. The others are looked up, four at a time.
 *
 * @param columns of one length: a value a unit.
 */
export function signedSums(columns: readonly ArrayLike<number>[]): SignedSums {
  const { single, kinds } = partUnits(columns)
  const groups = Math.ceil(single.length / GROUP)
  const tables = columns.map((values) => sumTable(single.map((unit) => values[unit] as number)))
  const patterns = new Uint8Array(groups)
  const totals = new Float64Array(columns.length)
  const bits = new BitSource()
  const lookUp = (): void => {
    for (const [column, table] of tables.entries()) {
      let sum = 0
      for (let group = 0; group < groups; group++) {
        sum += table[group * PATTERNS + (patterns[group] as number)] as number // in range by the loop's bound
      }
      totals[column] = sum
    }
  }
  return {
    totals,
    ofPattern: (pattern) => {
      for (let group = 0; group < groups; group++) patterns[group] = (pattern >> (group * GROUP)) % PATTERNS
      lookUp()
    },
    ofRandom: (random) => {
      for (let group = 0; group < groups; ) {
        let chunk = bits.next(random)
        const end = Math.min(groups, group + CHUNK / GROUP)
        for (; group < end; group++) {
          patterns[group] = chunk % PATTERNS
          chunk >>= GROUP
        }
      }
      lookUp()
      for (const { count, values } of kinds) {
        const surplus = 2 * bits.ones(count, random) - count
        for (const [column, value] of values.entries()) {
          totals[column] = (totals[column] as number) + surplus * value
        }
      }
    },
  }
}

/** Units of which there are many alike. */
interface Kind {
  readonly count: number
  /** Of each column. */
  readonly values: readonly number[]
}

function partUnits(columns: readonly ArrayLike<number>[]): {
  readonly single: readonly number[]
  readonly kinds: readonly Kind[]
} {
  const byKind = new Map<string, number[]>()
  const units = columns[0]?.length ?? 0
  for (let unit = 0; unit < units; unit++) {
    const key = columns.map((values) => values[unit]).join()
    const alike = byKind.get(key)
    if (alike === undefined) byKind.set(key, [unit])
    else alike.push(unit)
  }
  const single: number[] = []
  const kinds: Kind[] = []
  for (const alike of byKind.values()) {
    const [first] = alike as [number, ...number[]] // made with one
    if (alike.length < CHUNK) single.push(...alike)
    else kinds.push({ count: alike.length, values: columns.map((values) => values[first] as number) })
  }
  return { single: single.sort((left, right) => left - right), kinds }
}

/** For each group of units its sum under each of the 16 assignments. */
function sumTable(values: readonly number[]): Float64Array {
  const groups = Math.ceil(values.length / GROUP)
  return Float64Array.from({ length: groups * PATTERNS }, (_, index) => {
    const group = Math.floor(index / PATTERNS)
    let sum = 0
    for (let bit = 0; bit < GROUP; bit++) {
      const value = values[group * GROUP + bit] ?? 0
      sum += (index >> bit) & 1 ? value : -value
    }
    return sum
  })
}

/** Random bits, 24 at a time. */
class BitSource {
  /** The half of the last number that is still to be given; below 0 when there is none. */
  #left = -1

  next(random: RandomStream): number {
    const left = this.#left
    if (left >= 0) {
      this.#left = -1
      return left
    }
    const number = random.uniform() * CHUNK_SIZE
    const chunk = Math.floor(number)
    this.#left = Math.floor((number - chunk) * CHUNK_SIZE)
    return chunk
  }

  /** How many of `count` fair coins show heads. */
  ones(count: number, random: RandomStream): number {
    let ones = 0
    let left = count
    for (; left >= CHUNK; left -= CHUNK) ones += countOnes(this.next(random))
    if (left > 0) ones += countOnes(this.next(random) % 2 ** left)
    return ones
  }
}

/** Of a number below 2^32: pairs, then fours, then bytes are added side by side. */
function countOnes(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
