/** The bytes of all pieces, one after the other. */
export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  let sizeBytes = 0
  for (const piece of pieces) sizeBytes += piece.length
  const whole = new Uint8Array(sizeBytes)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
