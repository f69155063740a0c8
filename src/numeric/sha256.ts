import { sha256 } from '@noble/hashes/sha2.js'

const encoder = new TextEncoder()
const START = sha256.create()
/** Wound back before every use: to make a hash anew takes longer than to hash a line. */
const scratch = START.clone()

/** The 32 bytes of the SHA-256 of a text in UTF-8; lone surrogates become U+FFFD. */
export function sha256OfText(text: string): Uint8Array {
  START._cloneInto(scratch)
  return scratch.update(encoder.encode(text)).digest()
}
