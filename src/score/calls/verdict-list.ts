import type { CallCounts, CallVerdict } from './call-verdict.js'

/**
 * Verdicts in order, those that are alike kept once: what outputs come to takes few shapes, so that a million verdicts
 * are a few dozen objects and four bytes each.
 */
export class VerdictList {
  readonly #kinds: CallVerdict[] = []
  /** Places in `kinds`, by the hash of their verdicts. */
  readonly #numbers = new Map<number, number[]>()
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
    const hash = hashOf(verdict)
    const alike = this.#numbers.get(hash)
    if (alike !== undefined) {
      for (const number of alike) if (isAlike(this.#kinds[number] as CallVerdict, verdict)) return number
    }
    const number = this.#kinds.push(verdict) - 1
    if (alike === undefined) this.#numbers.set(hash, [number])
    else alike.push(number)
    return number
  }
}

/** Of the fields that differ most. Written out, as `isAlike` is, for it is made of every output and every answer of a null caller. */
function hashOf({ level, counts, perCall }: CallVerdict): number {
  let hash = level.charCodeAt(1)
  hash = Math.imul(hash, 0x01000193) ^ counts.emitted
  hash = Math.imul(hash, 0x01000193) ^ counts.rightArguments
  hash = Math.imul(hash, 0x01000193) ^ counts.givenArguments
  for (const { partner = -1, isEqual } of perCall) {
    hash = Math.imul(hash, 0x01000193) ^ (2 * partner + Number(isEqual))
  }
  return hash
}

function isAlike(left: CallVerdict, right: CallVerdict): boolean {
  return (
    left.expects === right.expects &&
    left.outcome === right.outcome &&
    left.level === right.level &&
    left.match === right.match &&
    left.exact === right.exact &&
    left.selection === right.selection &&
    left.lenientSelection === right.lenientSelection &&
    left.arguments === right.arguments &&
    left.schemaValid === right.schemaValid &&
    left.wellFormed === right.wellFormed &&
    left.forbids === right.forbids &&
    left.keyword?.released === right.keyword?.released &&
    left.keyword?.anywhere === right.keyword?.anywhere &&
    haveSameCounts(left.counts, right.counts) &&
    left.perCall.length === right.perCall.length &&
    left.perCall.every(({ partner, isEqual }, call) => {
      const other = right.perCall[call]
      return partner === other?.partner && isEqual === other?.isEqual
    }) &&
    left.forbidden.length === right.forbidden.length &&
    left.forbidden.every((name, at) => name === right.forbidden[at])
  )
}

function haveSameCounts(left: CallCounts, right: CallCounts): boolean {
  return (
    left.gold === right.gold &&
    left.emitted === right.emitted &&
    left.equal === right.equal &&
    left.missing === right.missing &&
    left.extra === right.extra &&
    left.repeated === right.repeated &&
    left.rightArguments === right.rightArguments &&
    left.askedArguments === right.askedArguments &&
    left.givenArguments === right.givenArguments
  )
}
