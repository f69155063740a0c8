import type { Files, Hash, Journal, Journals, Notify } from '../../ports.js'
import { RawBodies } from '../raw-bodies.js'
import type { Sample } from '../sample.js'
import { sampleLine } from '../sample-line.js'
import type { SecretBook } from '../secret-book.js'
import type { TurnLine } from './turn-line.js'

export interface ConverseStoreOptions {
  /** Of the run. */
  readonly folder: string
  readonly files: Files
  readonly journals: Journals
  readonly hash: Hash
  readonly secrets: SecretBook
  readonly notify: Notify
}

/** Lines that may wait for the disk; a disk that is slower holds up the asking. */
const MOST_WAITING = 256

/** `turns.jsonl`, `samples.jsonl` and `raw/` of a run of dialogues that is being written. Append-only, every line synced. */
export class ConverseStore {
  readonly #turns: Journal
  readonly #samples: Journal
  readonly #raw: RawBodies
  readonly #secrets: SecretBook
  readonly #waiting = new Set<Promise<void>>()
  /** Those who wait for room. */
  readonly #queue: (() => void)[] = []
  #failure: { readonly error: unknown } | undefined

  private constructor(
    turns: Journal,
    samples: Journal,
    { raw, secrets }: { raw: RawBodies; secrets: SecretBook },
  ) {
    this.#turns = turns
    this.#samples = samples
    this.#raw = raw
    this.#secrets = secrets
  }

  /** @throws {StoreError} `journal-unwritable`. @throws {InputError} `raw-broken`. */
  static async open(options: ConverseStoreOptions): Promise<ConverseStore> {
    const { folder, files, journals, notify, secrets } = options
    const raw = await RawBodies.open({ ...options, folder: files.join(folder, 'raw') })
    const openJournal = (name: string, what: string): Promise<Journal> => {
      const path = files.join(folder, name)
      return journals.open(path, (bytes) =>
        notify(`${path}: ${bytes} bytes of a torn last line cut off; its ${what} is asked again`),
      )
    }
    const turns = await openJournal('turns.jsonl', 'turn')
    return new ConverseStore(turns, await openJournal('samples.jsonl', 'dialogue'), { raw, secrets })
  }

  /** Keeps a body as it came, under the hash that is given back. */
  body(bytes: Uint8Array): string {
    const { hash, stored } = this.#raw.keep(bytes)
    void this.#track(stored)
    return hash
  }

  /**
   * Keeps a turn. Resolves when there is room for more, not when the line is on the disk: that is `stored`, which never fails.
   *
   * @throws whatever an earlier line failed with.
   */
  async turn(line: TurnLine): Promise<{ readonly stored: Promise<void> }> {
    const text = this.#secrets.clean(JSON.stringify(line))
    return this.#append(() => this.#turns.append(text))
  }

  /** The sample of a dialogue, once its own turns are on the disk. Waits and throws as `turn` does. */
  async dialogue(
    sample: Sample,
    { turns, stored }: { readonly turns: readonly Promise<void>[]; readonly stored: () => void },
  ): Promise<void> {
    const text = sampleLine(sample, this.#secrets)
    await this.#append(async () => {
      await Promise.all(turns)
      // Of a turn that is lost, no sample says that its dialogue is done.
      if (this.#failure !== undefined) return
      await this.#samples.append(text)
      stored()
    })
  }

  async #append(write: () => Promise<void>): Promise<{ readonly stored: Promise<void> }> {
    if (this.#failure !== undefined) throw this.#failure.error
    const stored = this.#track(write())
    if (this.#waiting.size >= MOST_WAITING) await new Promise<void>((go) => this.#queue.push(go))
    return { stored }
  }

  #track(writing: Promise<void>): Promise<void> {
    const kept: Promise<void> = writing
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .then(() => {
        this.#waiting.delete(kept)
        this.#queue.shift()?.()
      })
    this.#waiting.add(kept)
    return kept
  }

  /** Waits until all is on the disk. @throws what a line failed with. */
  async settle(): Promise<void> {
    await Promise.all(this.#waiting)
    if (this.#failure !== undefined) throw this.#failure.error
  }

  async close(): Promise<void> {
    await Promise.all(this.#waiting)
    await this.#raw.close()
    await this.#turns.close()
    await this.#samples.close()
  }
}
