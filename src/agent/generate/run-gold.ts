import type { Hash } from '../../ports.js'
import { CacheState } from '../cache-state.js'
import { executePlanSync } from '../execute-plan.js'
import type { PackWorld } from '../pack.js'
import type { CacheRecord, PlanExecution } from '../turn-record.js'
import type { FilledDialogue } from './filled-dialogue.js'

/** What the plan of one turn of the user did. */
export interface GoldRun {
  /** Place of the turn in the dialogue, from 0. */
  readonly turn: number
  readonly cacheBefore: readonly CacheRecord[]
  readonly execution: PlanExecution
}

export interface GoldHost {
  readonly world: PackWorld
  readonly hash: Hash
  readonly now: () => number
}

/** Runs all plans of a dialogue, each on the cache that those before it left; ends with the first that fails. */
export function runGold(
  { turns }: Pick<FilledDialogue, 'turns'>,
  { world, hash, now }: GoldHost,
): readonly GoldRun[] {
  const runs: GoldRun[] = []
  let cache = CacheState.empty
  let cacheBefore: readonly CacheRecord[] = []
  for (const [turn, { plan }] of turns.entries()) {
    if (plan === undefined) continue
    const done = executePlanSync({ code: plan, world, cache, hash, now })
    runs.push({ turn, cacheBefore, execution: done.execution })
    if (done.execution.error !== undefined) break
    cache = done.cache
    cacheBefore = done.execution.cacheAfter
  }
  return runs
}
