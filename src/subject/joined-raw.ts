/** Bodies of several exchanges, a line feed between them. */
export function joinedRaw(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, -1))
  let at = 0
  for (const part of parts) {
    if (at > 0) joined[at++] = 0x0a
    joined.set(part, at)
    at += part.length
  }
  return joined
}
