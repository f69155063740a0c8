import { joinedBytes } from '../numeric/joined-bytes.js'

const LINE_FEED = Uint8Array.of(0x0a)

/** Bodies of several exchanges, a line feed between them. */
export function joinedRaw(parts: readonly Uint8Array[]): Uint8Array {
  return joinedBytes(parts.flatMap((part, place) => (place === 0 ? [part] : [LINE_FEED, part])))
}
