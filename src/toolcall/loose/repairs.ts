import type { Repair, RepairCode } from '../parsed-call.js'

/** Repairs as they are made, each kind once a call text: what matters is which, not how often. */
export class Repairs {
  #made: Map<string, Repair> | undefined

  add(code: RepairCode, at: number, what?: string): void {
    const key = what === undefined ? code : `${code} ${what}`
    this.#made ??= new Map()
    if (!this.#made.has(key)) this.#made.set(key, what === undefined ? { code, at } : { code, at, what })
  }

  addAll(repairs: readonly Repair[]): void {
    for (const { code, at, what } of repairs) this.add(code, at, what)
  }

  get list(): readonly Repair[] {
    return this.#made === undefined ? [] : [...this.#made.values()]
  }
}
