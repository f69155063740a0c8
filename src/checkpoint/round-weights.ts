/**
 * Rounds a word of float32 to one of bfloat16, to nearest with ties to even, as PyTorch does. A NaN stays a NaN: what it
 * carries in the lower half is lost, and a quiet bit keeps it from becoming infinite.
 */
export function bf16Of(word: number): number {
  if ((word & 0x7fffffff) > 0x7f800000) return (word >>> 16) | 0x40
  return ((word + 0x7fff + ((word >>> 16) & 1)) >>> 16) & 0xffff
}
