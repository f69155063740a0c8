import { PackedTexts } from '../text/packed-texts.js'

/** Requests by id, as text, for batches whose answers stand in another file. */
export class QuestionBook {
  readonly #places = new Map<string, number>()
  readonly #texts = new PackedTexts()

  /** The first of two with one id counts. @returns whether it was new. */
  add(id: string, request: string): boolean {
    if (this.#places.has(id)) return false
    this.#places.set(id, this.#texts.add(request))
    return true
  }

  get(id: string): string | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.#texts.at(place)
  }
}
