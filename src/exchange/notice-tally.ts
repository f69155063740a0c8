import type { LogNotice } from './exchange.js'

export interface NoticeCount {
  readonly code: string
  readonly count: number
  /** Of the first case. */
  readonly what: string
  readonly where: string
}

/** Far above the codes that there are; a reader of somebody else's may give one to every line. */
const MOST_CODES = 1000

/** What was left out or changed, counted by reason, the first case of each as an example. */
export class NoticeTally {
  readonly #counts = new Map<string, { count: number; readonly first: LogNotice }>()

  add(notice: LogNotice): void {
    const known = this.#counts.get(notice.code)
    if (known !== undefined) known.count++
    else if (this.#counts.size < MOST_CODES) this.#counts.set(notice.code, { count: 1, first: notice })
  }

  /** In order of first appearance. */
  counts(): readonly NoticeCount[] {
    return Array.from(this.#counts, ([code, { count, first }]) => ({
      code,
      count,
      what: first.what,
      where: first.where,
    }))
  }
}
