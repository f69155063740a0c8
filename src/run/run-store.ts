import type { Files, Hash, Journal, Journals, Notify } from '../ports.js'
import { RawBodies } from './raw-bodies.js'
import type { Sample } from './sample.js'
import { sampleLine } from './sample-line.js'
import type { SecretBook } from './secret-book.js'

export interface RunStoreOptions {
  /** Of the run. */
  readonly folder: string
  readonly files: Files
  readonly journals: Journals
  readonly hash: Hash
  readonly secrets: SecretBook
  readonly notify: Notify
}

/** Samples that may wait for the disk; a disk that is slower holds up the asking. */
const MOST_WAITING = 512

/** `samples.jsonl` and `raw/` of a run that is being written. */
export class RunStore {
  readonly #journal: Journal
  readonly #raw: RawBodies
  readonly #secrets: SecretBook
  /** Samples that are not on the disk yet. */
  #waiting = 0
  /** Those who wait for room. */
  readonly #queue: (() => void)[] = []
  /** Those who wait until none is left. */
  readonly #settled: (() => void)[] = []
  #failure: { readonly error: unknown } | undefined

  private constructor(journal: Journal, raw: RawBodies, secrets: SecretBook) {
    this.#journal = journal
    this.#raw = raw
    this.#secrets = secrets
  }

  /** @throws {StoreError} `journal-unwritable`. @throws {InputError} `raw-broken`. */
  static async open(options: RunStoreOptions): Promise<RunStore> {
    const { folder, files, journals, notify, secrets } = options
    const raw = await RawBodies.open({ ...options, folder: files.join(folder, 'raw') })
    const path = files.join(folder, 'samples.jsonl')
    const journal = await journals.open(path, (tornBytes) =>
      notify(`${path}: ${tornBytes} bytes of a torn last line cut off; its sample is asked again`),
    )
    return new RunStore(journal, raw, secrets)
  }

  /**
   * Keeps a sample: its body first, then its line, so that no line names a body that is not there. Resolves when there is
   * room for another, not when it is on the disk; `stored` is told of that.
   *
   * @throws whatever an earlier sample failed with.
   */
  async keep(sample: Sample, body: Uint8Array | undefined, stored: () => void): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error
    const kept = body === undefined ? undefined : this.#raw.keep(body)
    const whole = kept === undefined ? sample : { ...sample, raw: { hash: kept.hash } }
    const line = sampleLine(whole, this.#secrets)
    void this.#write(line, { body: kept?.stored, stored })
    if (this.#waiting >= MOST_WAITING) await new Promise<void>((go) => this.#queue.push(go))
  }

  async #write(
    line: string,
    { body, stored }: { readonly body: Promise<void> | undefined; readonly stored: () => void },
  ): Promise<void> {
    this.#waiting++
    try {
      if (body !== undefined) await body
      await this.#journal.append(line)
      stored()
    } catch (error) {
      this.#failure ??= { error }
    }
    this.#waiting--
    this.#queue.shift()?.()
    if (this.#waiting === 0) for (const go of this.#settled.splice(0)) go()
  }

  /** Waits until all is on the disk; what was given before is all there is for now. @throws what a sample failed with. */
  async settle(): Promise<void> {
    await this.#written()
    if (this.#failure !== undefined) throw this.#failure.error
  }

  async close(): Promise<void> {
    await this.#written()
    await Promise.all([this.#raw.close(), this.#journal.close()])
  }

  async #written(): Promise<void> {
    this.#raw.hurry()
    this.#journal.hurry()
    if (this.#waiting > 0) await new Promise<void>((go) => this.#settled.push(go))
  }
}
