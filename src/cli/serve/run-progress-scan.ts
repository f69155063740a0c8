import type { Clock, Files, Journals } from '../../ports.js'
import { GrowthRate } from '../../report/live/growth-rate.js'
import type { LiveProgress } from '../../report/live/live-view.js'
import { ProgressScan } from '../../report/live/progress-scan.js'
import { growingLines } from './growing-lines.js'

export interface RunProgressScanOptions {
  /** Of samples.jsonl. */
  readonly path: string
  readonly files: Pick<Files, 'facts'>
  readonly journals: Pick<Journals, 'readPart'>
  readonly clock: Clock
}

/** Follows the samples of one run; a file that is shorter than before is read anew. */
export class RunProgressScan {
  readonly #options: RunProgressScanOptions
  #scan = new ProgressScan()
  #rate = new GrowthRate()
  #offset = 0
  #reading: Promise<void> | undefined
  /** The file was read to its end once; before that, its growth is our reading. */
  #isCurrent = false

  constructor(options: RunProgressScanOptions) {
    this.#options = options
  }

  /** Reads what has come since; a second call while the first reads waits for the same. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  /** Undefined before anything was read. */
  progress(planned: number | undefined): LiveProgress | undefined {
    if (!this.#isCurrent) return undefined
    const { counts } = this.#scan
    const { perSecond } = this.#rate
    const left = planned === undefined ? undefined : planned - counts.done
    return {
      ...counts,
      ...(planned === undefined ? {} : { planned }),
      ...(perSecond === undefined ? {} : { perSecond }),
      ...(perSecond === undefined || perSecond === 0 || left === undefined || left <= 0
        ? {}
        : { secondsLeft: left / perSecond }),
    }
  }

  async #read(): Promise<void> {
    const { path, files, journals, clock } = this.#options
    const facts = await files.facts(path)
    const sizeBytes = facts?.kind === 'file' && facts.isSpecial !== true ? facts.sizeBytes : 0
    if (sizeBytes < this.#offset) {
      this.#scan = new ProgressScan()
      this.#rate = new GrowthRate()
      this.#offset = 0
      this.#isCurrent = false
    }
    if (sizeBytes > this.#offset) {
      for await (const { start, bytes } of growingLines({ path, from: this.#offset, journals })) {
        this.#scan.take(bytes)
        this.#offset = start + bytes.length
        // Requests must get their turn.
        await clock.sleep(0)
      }
    }
    this.#rate.mark(clock.now(), this.#scan.lines)
    this.#isCurrent = true
  }
}
