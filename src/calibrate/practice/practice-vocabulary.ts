/** Tokens of the practice model: markers that are one token each, and single characters. */
export class PracticeVocabulary {
  readonly #pieces: readonly string[]
  readonly #ids: ReadonlyMap<string, number>
  /** Ids below are markers. */
  readonly #markers: number

  constructor(markers: readonly string[]) {
    const characters = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
    this.#pieces = [...markers, '\n', ...characters]
    this.#ids = new Map(this.#pieces.map((piece, id) => [piece, id]))
    this.#markers = markers.length
  }

  get size(): number {
    return this.#pieces.length
  }

  /** The id of a marker or a character; what the vocabulary lacks is a space. */
  id(piece: string): number {
    return this.#ids.get(piece) ?? this.#ids.get(' ') ?? 0
  }

  isMarker(id: number): boolean {
    return id < this.#markers
  }

  /** @param readsMarkers whether markers that are written out become themselves; else they are spelled. */
  tokenize(text: string, readsMarkers = true): readonly number[] {
    const ids: number[] = []
    let at = 0
    while (at < text.length) {
      const marker = readsMarkers ? this.#markerAt(text, at) : undefined
      const piece = marker ?? text.charAt(at)
      ids.push(this.id(piece))
      at += piece.length
    }
    return ids
  }

  /** @param writesMarkers whether markers are written out; else they are left out. */
  detokenize(ids: readonly number[], writesMarkers = true): string {
    const kept = writesMarkers ? ids : ids.filter((id) => !this.isMarker(id))
    return kept.map((id) => this.#pieces[id] ?? '').join('')
  }

  #markerAt(text: string, at: number): string | undefined {
    if (text.charAt(at) !== '<') return undefined
    return this.#pieces.slice(0, this.#markers).find((marker) => text.startsWith(marker, at))
  }
}
