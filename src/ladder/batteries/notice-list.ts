import type { BatteryId } from '../ladder-case.js'
import type { BatteryNotice } from './battery.js'

const MOST_NAMED = 20

/** Notices of one battery, those of one kind counted together. */
export class NoticeList {
  readonly #battery: BatteryId
  readonly #notices = new Map<string, { readonly what: string; readonly cases: string[]; count: number }>()

  constructor(battery: BatteryId) {
    this.#battery = battery
  }

  /** Counts one more; the first sentence of a kind stays. */
  add(code: string, what: string, id?: string): void {
    let notice = this.#notices.get(code)
    if (notice === undefined) {
      notice = { what, cases: [], count: 0 }
      this.#notices.set(code, notice)
    }
    notice.count++
    if (id !== undefined && notice.cases.length < MOST_NAMED) notice.cases.push(id)
  }

  get list(): readonly BatteryNotice[] {
    return [...this.#notices].map(([code, notice]) => ({ battery: this.#battery, code, ...notice }))
  }
}
