import { type RandomStream, shuffled } from '../../../numeric/random.js'

/** Deals its cards in random order, all of them before any comes again. */
export class Deck<Card> {
  readonly #cards: readonly Card[]
  readonly #random: RandomStream
  #left: Card[] = []

  /** @param cards at least one. */
  constructor(cards: readonly [Card, ...Card[]], random: RandomStream) {
    this.#cards = cards
    this.#random = random
  }

  /** The next card that `fits`; undefined where none of all does. */
  deal(fits: (card: Card) => boolean = () => true): Card | undefined {
    return this.#take(fits) ?? this.#refilled(fits)
  }

  #refilled(fits: (card: Card) => boolean): Card | undefined {
    // Those that were passed over come first again.
    this.#left = [...this.#left, ...shuffled(this.#cards, this.#random)]
    return this.#take(fits)
  }

  #take(fits: (card: Card) => boolean): Card | undefined {
    const at = this.#left.findIndex(fits)
    return at === -1 ? undefined : this.#left.splice(at, 1)[0]
  }
}
