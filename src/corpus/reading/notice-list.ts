import type { CorpusNotice } from '../tool-corpus.js'

/** Lines that a notice lists. */
const MAX_LINES = 20

/** Gathers what a reader left out or changed, one notice for each code. */
export class NoticeList {
  readonly #notices = new Map<string, { readonly what: string; readonly lines: number[]; count: number }>()

  /** The first text of a code stands for all. */
  add(code: string, what: string, line: number): void {
    const known = this.#notices.get(code)
    if (known === undefined) {
      this.#notices.set(code, { what, lines: [line], count: 1 })
      return
    }
    known.count++
    if (known.lines.length < MAX_LINES) known.lines.push(line)
  }

  get list(): readonly CorpusNotice[] {
    return [...this.#notices].map(([code, { what, lines, count }]) => ({ code, what, lines, count }))
  }
}
