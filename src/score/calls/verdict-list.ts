import type { CallVerdict } from './call-verdict.js'

/**
 * Verdicts in order, those that are alike kept once: what outputs come to takes few shapes, so that a million verdicts
 * are a few dozen objects and four bytes each.
 */
export class VerdictList {
  readonly #kinds: CallVerdict[] = []
  readonly #numbers = new Map<string, number>()
  #kindOf = new Uint32Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Distinct verdicts, in order of first appearance. */
  get kinds(): readonly CallVerdict[] {
    return this.#kinds
  }

  /** Place in `kinds` of the verdict at a place. */
  kindAt(place: number): number {
    return this.#kindOf[place] as number
  }

  /** @returns undefined beyond the end. */
  at(place: number): CallVerdict | undefined {
    return place < this.#length ? this.#kinds[this.kindAt(place)] : undefined
  }

  *[Symbol.iterator](): Generator<CallVerdict> {
    for (let place = 0; place < this.#length; place++) {
      yield this.#kinds[this.kindAt(place)] as CallVerdict // every number has its kind
    }
  }

  push(verdict: CallVerdict): void {
    this.#append(this.#numberOf(verdict))
  }

  #append(number: number): void {
    if (this.#length === this.#kindOf.length) {
      const wider = new Uint32Array(2 * this.#length)
      wider.set(this.#kindOf)
      this.#kindOf = wider
    }
    this.#kindOf[this.#length++] = number
  }

  /** Verdicts at the places, in their order. */
  pick(places: readonly number[]): VerdictList {
    const picked = new VerdictList()
    const numbers = this.#kinds.map((): number | undefined => undefined)
    for (const place of places) {
      const verdict = this.at(place)
      if (verdict === undefined) continue
      const kind = this.kindAt(place)
      const number = numbers[kind] ?? picked.#numberOf(verdict)
      numbers[kind] = number
      picked.#append(number)
    }
    return picked
  }

  #numberOf(verdict: CallVerdict): number {
    const key = keyOf(verdict)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#kinds.push(verdict) - 1
    this.#numbers.set(key, number)
    return number
  }
}

/** Equal for verdicts that are alike. Written out, for it is made of every output and every answer of a null caller. */
function keyOf(verdict: CallVerdict): string {
  const { expects, outcome, level, match, exact, selection, lenientSelection, schemaValid } = verdict
  const { arguments: areRight, wellFormed, perCall, counts, forbids, forbidden, keyword } = verdict
  let key = `${expects} ${outcome} ${level} ${match} ${exact} ${selection} ${lenientSelection} ${areRight} ${schemaValid}`
  key += ` ${wellFormed} ${forbids} ${keyword?.released} ${keyword?.anywhere}`
  key += ` ${counts.gold} ${counts.emitted} ${counts.equal} ${counts.missing} ${counts.extra} ${counts.repeated}`
  key += ` ${counts.rightArguments} ${counts.askedArguments} ${counts.givenArguments}`
  for (const { partner, isEqual } of perCall) key += ` ${partner}${isEqual ? '=' : ''}`
  return forbidden.length === 0 ? key : `${key} ${JSON.stringify(forbidden)}`
}
