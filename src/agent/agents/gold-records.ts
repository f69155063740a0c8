import type { Hash } from '../../ports.js'
import type { TurnRecord } from '../turn-record.js'
import type { AgentMode } from './agent.js'
import type { GoldTurn } from './gold-turns.js'

/** Gold as if an agent had said it: what scorers hold a subject's turns against. */
export function goldRecords(
  gold: readonly GoldTurn[],
  { mode, hash }: { readonly mode: AgentMode; readonly hash: Hash },
): readonly TurnRecord[] {
  return gold.map(({ turn, plan, before, after, execution }) => ({
    turn,
    mode,
    cacheBefore: before.records(hash),
    steps: [
      {
        output: { text: plan ?? '', stopReason: 'stop' },
        ...(plan === undefined ? {} : { plan }),
        execution,
        durationMs: 0,
      },
    ],
    cacheAfter: after.records(hash),
  }))
}
