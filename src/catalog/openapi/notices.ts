import type { SourceNotice } from '../source.js'

/** Told of what a description loses on its way to tools. */
export interface Notices {
  /** @param place Inside the document, e.g. `paths./users/{id}.get.parameters[2]`. */
  add(code: string, what: string, place: string): void
}

/** Notices of one kind that are shown singly; one more says how many others there were. */
const SHOWN_PER_CODE = 10

/**
 * Passes a description's notices on, at most ten of one code: a single habit of an author can show in thousands of
 * places. `finish` tells the number of the rest.
 */
export class NoticeBook implements Notices {
  readonly #emit: (notice: SourceNotice) => void
  readonly #address: string
  readonly #counts = new Map<string, number>()

  constructor(options: { readonly emit: (notice: SourceNotice) => void; readonly address: string }) {
    this.#emit = options.emit
    this.#address = options.address
  }

  add(code: string, what: string, place: string): void {
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    if (count <= SHOWN_PER_CODE) this.#emit({ code, what, where: `${this.#address}, ${place}` })
  }

  finish(): void {
    for (const [code, count] of this.#counts) {
      const rest = count - SHOWN_PER_CODE
      if (rest <= 0) continue
      const what = `${rest} more of this kind ${rest === 1 ? 'was' : 'were'} found.`
      this.#emit({ code, what, where: this.#address })
    }
  }
}
