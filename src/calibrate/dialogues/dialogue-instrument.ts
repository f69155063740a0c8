import { executePlan } from '../../agent/execute-plan.js'
import type { PackWorld } from '../../agent/pack.js'
import type { TurnRecord } from '../../agent/turn-record.js'
import type { PlanExecutor } from '../../run/converse/play-turn.js'

/** The way from what an agent says to a score, in parts that a fault can put others in the place of. */
export interface DialogueInstrument {
  /** The world that plans run in and that scorers look at. */
  world(world: PackWorld): PackWorld
  /** Carries out plans in code. Made for each run, so that what it keeps is of that run. */
  executor(): PlanExecutor
  /** Turns of one dialogue between playing and scoring, whosever they are. */
  turns(records: readonly TurnRecord[], whose: 'gold' | 'agent'): readonly TurnRecord[]
}

/** As `assay converse` does it. */
export const soundInstrument: DialogueInstrument = {
  world: (world) => world,
  executor: () => executePlan,
  turns: (records) => records,
}
