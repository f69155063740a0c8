/**
 * MurmurHash3 (x86, 32 bits) over whole 32-bit words: quick, well mixed, not secure. For checksums and for numbers that
 * look random but depend only on their input.
 */
export function murmur3(words: ArrayLike<number>, seed: number): number {
  let hash = seed | 0
  for (let index = 0; index < words.length; index++) {
    // In range by the loop's bound; checksums run over hundreds of megabytes.
    let word = Math.imul(words[index] as number, 0xcc9e2d51)
    word = (word << 15) | (word >>> 17)
    hash ^= Math.imul(word, 0x1b873593)
    hash = (hash << 13) | (hash >>> 19)
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0
  }
  return mix32(hash ^ (4 * words.length))
}

/** Spreads every bit of a 32-bit number over all bits of the result, one to one; 0 upward. */
export function mix32(value: number): number {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
