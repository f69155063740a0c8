import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { joinedBytes } from '../../numeric/joined-bytes.js'
import type { Hash } from '../../ports.js'

/** Bytes that are kept for the host's hash, which is ten times as fast; larger files are hashed piece by piece. */
const MAX_KEPT = 128 * 1024 * 1024

/** The SHA-256 of a stream that is read for another purpose. */
export class FileFingerprint {
  readonly #hash: Hash
  #kept: Uint8Array[] = []
  #size = 0
  #stream: ReturnType<typeof sha256.create> | undefined

  constructor(hash: Hash) {
    this.#hash = hash
  }

  /** Hands every piece on. */
  async *watch(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      this.#add(piece)
      yield piece
    }
  }

  /** 64 hex digits, once the stream has ended. */
  digest(): string {
    if (this.#stream !== undefined) return bytesToHex(this.#stream.digest())
    return this.#hash(joinedBytes(this.#kept))
  }

  #add(piece: Uint8Array): void {
    this.#size += piece.length
    if (this.#stream !== undefined) {
      this.#stream.update(piece)
      return
    }
    this.#kept.push(piece.slice())
    if (this.#size <= MAX_KEPT) return
    this.#stream = sha256.create()
    for (const kept of this.#kept) this.#stream.update(kept)
    this.#kept = []
  }
}
