import type { Parcel } from './queue.js'

/** Parcels that no question uses for the moment are kept for the next ones, so many. */
const MOST_IDLE = 64

/** Which parcels lie in the queue for several questions, and which of them are not needed any more. */
export class SharedParcels {
  /** Questions under way, by hash of the parcel; in the order in which parcels were last used. */
  #uses = new Map<string, number>()
  #sent = new Set<string>()

  /** Counts a use; gives the parcels that are to be sent. */
  use(parcels: readonly Parcel[]): readonly Parcel[] {
    const unsent: Parcel[] = []
    for (const parcel of parcels) {
      const { hash } = parcel
      const uses = this.#uses.get(hash) ?? 0
      this.#uses.delete(hash)
      this.#uses.set(hash, uses + 1)
      if (this.#sent.has(hash)) continue
      this.#sent.add(hash)
      unsent.push(parcel)
    }
    return unsent
  }

  /** Those that are not there yet. */
  unsent(parcels: readonly Parcel[]): readonly Parcel[] {
    return parcels.filter(({ hash }) => !this.#sent.has(hash))
  }

  done(parcels: readonly Parcel[]): void {
    for (const { hash } of parcels) this.#uses.set(hash, Math.max(0, (this.#uses.get(hash) ?? 0) - 1))
  }

  /** Parcels to be dropped: those that were not used for longest. */
  spare(): readonly string[] {
    const idle = [...this.#uses].filter(([, uses]) => uses === 0).map(([hash]) => hash)
    const spare = idle.slice(0, Math.max(0, idle.length - MOST_IDLE))
    for (const hash of spare) {
      this.#uses.delete(hash)
      this.#sent.delete(hash)
    }
    return spare
  }

  all(): readonly string[] {
    return [...this.#uses.keys()]
  }

  /** The queue may have lost some: each is sent again with its next use. */
  forget(): void {
    this.#sent = new Set()
  }
}
