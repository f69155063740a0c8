import type { Dialogue, DialogueTurn } from '../../benchmark/dialogue-item.js'
import type { Hash } from '../../ports.js'
import { CacheState } from '../cache-state.js'
import { executeCalls } from '../execute-calls.js'
import { executePlan } from '../execute-plan.js'
import type { PackWorld } from '../pack.js'
import type { PlanExecution } from '../turn-record.js'

/** What should happen at a turn of the user, carried out. */
export interface GoldTurn {
  /** Place in the dialogue, from 0. */
  readonly turn: number
  /** Source of the gold plan; absent where gold is a list of calls, or nothing. */
  readonly plan?: string
  readonly before: CacheState
  readonly after: CacheState
  /** Empty where nothing is to be done. */
  readonly execution: PlanExecution
}

export interface GoldRequest {
  readonly dialogue: Dialogue
  readonly world: PackWorld
  /** Told of each turn before it is carried out. */
  readonly began?: (turn: number) => void
  readonly now: () => number
  readonly hash: Hash
}

/** Carries out gold turn after turn, each upon the cache that the one before left. Never throws on any plan. */
export async function goldTurns(request: GoldRequest): Promise<readonly GoldTurn[]> {
  const gold: GoldTurn[] = []
  let cache = CacheState.empty
  for (const [turn, said] of request.dialogue.turns.entries()) {
    if (said.role !== 'user') continue
    request.began?.(turn)
    const done = await carriedOut(said, cache, request)
    gold.push({
      turn,
      ...(said.plan === undefined ? {} : { plan: said.plan }),
      before: cache,
      after: done.cache,
      execution: done.execution,
    })
    cache = done.cache
  }
  return gold
}

async function carriedOut(
  { plan, calls }: DialogueTurn,
  cache: CacheState,
  { world, now, hash }: GoldRequest,
): Promise<{ readonly execution: PlanExecution; readonly cache: CacheState }> {
  if (plan !== undefined) return executePlan({ code: plan, world, cache, now, hash })
  if (calls !== undefined && calls.length > 0) return executeCalls({ calls, world, cache, now, hash })
  return { execution: { ...NOTHING, cacheAfter: cache.records(hash) }, cache }
}

const NOTHING: Omit<PlanExecution, 'cacheAfter'> = {
  trace: [],
  printed: '',
  sought: [],
  steps: 0,
  durationMs: 0,
}
