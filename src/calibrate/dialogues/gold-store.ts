import { type GoldTurn, goldTurns } from '../../agent/agents/gold-turns.js'
import type { PackWorld } from '../../agent/pack.js'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import type { Hash } from '../../ports.js'
import { standingClock } from './dialogue-stage.js'

/** Gold, carried out once in each world however many agents are held against it. */
export class GoldStore {
  readonly #hash: Hash
  readonly #worlds = new WeakMap<PackWorld, Map<Dialogue, Promise<readonly GoldTurn[]>>>()

  constructor(hash: Hash) {
    this.#hash = hash
  }

  turnsOf(dialogue: Dialogue, world: PackWorld): Promise<readonly GoldTurn[]> {
    const known = this.#worlds.get(world) ?? new Map<Dialogue, Promise<readonly GoldTurn[]>>()
    this.#worlds.set(world, known)
    const found = known.get(dialogue)
    if (found !== undefined) return found
    const made = goldTurns({ dialogue, world, hash: this.#hash, now: standingClock })
    known.set(dialogue, made)
    return made
  }
}
