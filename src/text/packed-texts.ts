/** Bytes of a block; a longer text gets one of its own. */
const BLOCK = 1024 * 1024

/** Many texts as UTF-8 in few blocks, outside the heap that the host has to search for what is in use. */
export class PackedTexts {
  readonly #blocks: Uint8Array[] = []
  /** By place: block, first byte, byte after the last. */
  #index = new Uint32Array(3 * 1024)
  #count = 0
  #end = BLOCK
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  /** @returns the place of the text. A lone surrogate, which JSON writes as an escape, is not kept. */
  add(text: string): number {
    const bytes = this.#encoder.encode(text)
    if (this.#end + bytes.length > (this.#blocks.at(-1)?.length ?? 0)) {
      this.#blocks.push(new Uint8Array(Math.max(BLOCK, bytes.length)))
      this.#end = 0
    }
    const block = this.#blocks.length - 1
    this.#blocks[block]?.set(bytes, this.#end)
    const place = this.#count++
    if (3 * this.#count > this.#index.length) {
      const longer = new Uint32Array(2 * this.#index.length)
      longer.set(this.#index)
      this.#index = longer
    }
    this.#index.set([block, this.#end, this.#end + bytes.length], 3 * place)
    this.#end += bytes.length
    return place
  }

  at(place: number): string {
    const [block = 0, start, end] = this.#index.subarray(3 * place, 3 * place + 3)
    return this.#decoder.decode(this.#blocks[block]?.subarray(start, end))
  }
}
