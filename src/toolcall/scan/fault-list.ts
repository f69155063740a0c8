import type { CallFault } from '../parsed-call.js'
import type { RawFault } from './block.js'

/** Faults kept for one output; what breaks more often than this is broken everywhere. */
const MAX_FAULTS = 64

/** Faults with their lines and columns, found in one pass as long as they come in the order of the text. */
export class FaultList {
  readonly #text: string
  readonly #list: CallFault[] = []
  #lineStart = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  get list(): readonly CallFault[] {
    return this.#list
  }

  add(fault: RawFault, about: { readonly call?: number; readonly path?: string } = {}): void {
    if (this.#list.length >= MAX_FAULTS) return
    const { code, what, at } = fault
    const { line, column } = this.#locate(at)
    const { call, path } = about
    if (call === undefined) this.#list.push({ code, what, at, line, column })
    else if (path === undefined) this.#list.push({ code, what, at, line, column, call })
    else this.#list.push({ code, what, at, line, column, call, path })
  }

  #locate(at: number): { readonly line: number; readonly column: number } {
    if (at < this.#lineStart) {
      this.#lineStart = 0
      this.#line = 1
    }
    const text = this.#text
    for (
      let next = text.indexOf('\n', this.#lineStart);
      next !== -1 && next < at;
      next = text.indexOf('\n', next + 1)
    ) {
      this.#line++
      this.#lineStart = next + 1
    }
    return { line: this.#line, column: at - this.#lineStart + 1 }
  }
}
