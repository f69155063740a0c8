export interface EvenPlacesRequest {
  /** For each item the places that it can take, from 0; several, one or none. */
  readonly allowed: readonly (readonly number[])[]
  readonly places: number
  /** Items to be placed at most. */
  readonly size: number
}

/**
 * Gives items to places so that all places get alike many, as far as the items allow: each item goes, or moves another
 * on, to the emptiest place that can be reached so. With more items than `size`, those are passed over that would make
 * a place fuller than the others, unless too few were left.
 *
 * @returns for each item its place; undefined where it has none.
 */
export function evenPlaces({ allowed, places, size }: EvenPlacesRequest): readonly (number | undefined)[] {
  const table = new PlaceTable(allowed, places)
  let placed = 0
  for (const room of [Math.ceil(size / places), allowed.length]) {
    for (const item of allowed.keys()) {
      if (placed >= size) return table.placeOf
      if (table.placeOf[item] === undefined && table.insert(item, room)) placed++
    }
  }
  return table.placeOf
}

class PlaceTable {
  readonly placeOf: (number | undefined)[]
  readonly #allowed: readonly (readonly number[])[]
  readonly #held: readonly Set<number>[]

  constructor(allowed: readonly (readonly number[])[], places: number) {
    this.placeOf = new Array<number | undefined>(allowed.length).fill(undefined)
    this.#allowed = allowed
    this.#held = Array.from({ length: places }, () => new Set<number>())
  }

  /** Whether a place with fewer than `room` items could be reached. */
  insert(item: number, room: number): boolean {
    const reached = this.#reach(item)
    let best: number | undefined
    for (const place of reached.keys()) {
      if (best === undefined || this.#size(place) < this.#size(best)) best = place
    }
    if (best === undefined || this.#size(best) >= room) return false
    let place: number | undefined = best
    while (place !== undefined) {
      const mover = reached.get(place) as number // every place on the way was reached
      const from: number | undefined = this.placeOf[mover]
      if (from !== undefined) this.#held[from]?.delete(mover)
      this.#held[place]?.add(mover)
      this.placeOf[mover] = place
      place = from
    }
    return true
  }

  /** The places that an item can take, itself or by moving others on, each with the item that would move there. */
  #reach(item: number): ReadonlyMap<number, number> {
    const reached = new Map<number, number>()
    const queue: number[] = []
    const reach = (place: number, mover: number): void => {
      reached.set(place, mover)
      queue.push(place)
    }
    for (const place of this.#allowed[item] ?? []) reach(place, item)
    for (const place of queue) {
      for (const holder of this.#held[place] ?? []) {
        if (reached.size === this.#held.length) return reached
        for (const next of this.#allowed[holder] ?? []) if (!reached.has(next)) reach(next, holder)
      }
    }
    return reached
  }

  #size(place: number): number {
    return this.#held[place]?.size ?? 0
  }
}
