import type { GrammarSplits } from '../../dialogue-template.js'
import type { DialogueGrammar, PackWorld } from '../../pack.js'
import type { FilledDialogue } from '../filled-dialogue.js'
import type { CheckFinding } from '../finding.js'
import { type PlanReading, readPlan } from '../plan-reading.js'
import type { GoldRun } from '../run-gold.js'
import { GroundingRules } from './check-grounding.js'
import { checkLabels } from './check-labels.js'
import { checkPlan } from './check-plans.js'
import { checkRun } from './check-run.js'
import { checkSeeking } from './check-seeking.js'
import { checkShape } from './check-shape.js'
import { LeakIndex } from './leak-index.js'

/** Everything that is asked of a filled dialogue, prepared once for many of them. */
export class DialogueChecks {
  readonly #world: PackWorld
  readonly #grounding: GroundingRules
  readonly #leaks: LeakIndex

  constructor(
    world: PackWorld,
    { splits, grammar }: { readonly splits: GrammarSplits; readonly grammar: DialogueGrammar },
  ) {
    this.#world = world
    this.#grounding = new GroundingRules(world, grammar)
    this.#leaks = new LeakIndex(splits)
  }

  /** Names that the division has put into several splits. */
  shared(): readonly CheckFinding[] {
    return this.#leaks.ambiguous()
  }

  /** What any check objects to; nothing in a sound dialogue. */
  check(dialogue: FilledDialogue, runs: readonly GoldRun[]): readonly CheckFinding[] {
    const { turns, split } = dialogue
    const world = this.#world
    const readings = new Map<number, PlanReading>()
    for (const [at, { plan }] of turns.entries()) if (plan !== undefined) readings.set(at, readPlan(plan))
    return [
      ...checkShape(turns),
      ...this.#leaks.check(turns, split),
      ...[...readings].flatMap(([at, reading]) => checkPlan(reading, { world, turn: at + 1 })),
      ...this.#grounding.check(dialogue, readings),
      ...checkRun(runs, world),
      ...checkSeeking(dialogue, { runs, readings, world }),
      ...checkLabels(turns, { runs, world }),
    ]
  }
}
