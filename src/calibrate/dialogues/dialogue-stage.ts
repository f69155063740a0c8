import type { Pack, PackWorld } from '../../agent/pack.js'
import type { Hash } from '../../ports.js'

/** A small world, opened, with the grammar that fills its dialogues. */
export interface DialogueWorld {
  readonly pack: Pack
  readonly world: PackWorld
  /** BCP 47, of the dialogues. */
  readonly language: string
}

/** Where agents without a model are played: worlds are opened by whoever knows packs. */
export interface DialogueStage {
  /** At least one; faults are put into the way of the first. */
  worlds(): Promise<readonly DialogueWorld[]>
  readonly hash: Hash
}

/** A clock that stands: on a busy machine the time limit of plans would end gold's. */
export const standingClock = (): number => 0
