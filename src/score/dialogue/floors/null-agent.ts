import type { PackTool, PackWorld, ToolRole } from '../../../agent/pack.js'
import type { CacheRecord, StepRecord, TracedCall, TurnRecord } from '../../../agent/turn-record.js'
import type { Dialogue } from '../../../benchmark/dialogue-item.js'
import type { Running } from '../strict/measures/index.js'

/** What a null agent is shown of a dialogue. */
export interface NullRequest {
  readonly dialogue: Dialogue
  /** Gold, executed. */
  readonly gold: readonly TurnRecord[]
  readonly world: PackWorld
  readonly running: Running
}

/** An agent that does not listen, or gold changed in one way, which shows what a score can tell apart. */
export interface NullAgent {
  readonly id: string
  /** `floor`: an agent that a subject must beat. `control`: gold, changed in one way. */
  readonly kind: 'floor' | 'control'
  /** Whether the change is one that must not matter, so that every score is gold's own. */
  readonly isGold?: true
  /** One record for each of gold's. */
  play(request: NullRequest): readonly TurnRecord[]
}

/** What an agent does in one turn: calls as they would be traced, and what they save. */
export interface NullTurn {
  readonly trace: readonly TracedCall[]
  readonly sought?: readonly string[]
  readonly saves?: readonly CacheRecord[]
}

/**
 * The turns of an agent whose calls are known beforehand. The cache before a turn is gold's, or, running freely, what the
 * agent's own turns have left.
 *
 * @param turnOf undefined: the agent says nothing.
 */
export function playTurns(
  { gold, running }: NullRequest,
  turnOf: (goldTurn: TurnRecord, place: number) => NullTurn | undefined,
): readonly TurnRecord[] {
  let own: readonly CacheRecord[] = []
  return gold.map((goldTurn, place) => {
    const cacheBefore = running === 'teacher-forced' ? goldTurn.cacheBefore : own
    const played = turnOf(goldTurn, place)
    const cacheAfter = savedInto(cacheBefore, played?.saves ?? [])
    own = cacheAfter
    const steps = played === undefined ? [] : [stepOf(played, cacheAfter)]
    return { turn: goldTurn.turn, mode: goldTurn.mode, cacheBefore, steps, cacheAfter }
  })
}

function stepOf({ trace, sought = [] }: NullTurn, cacheAfter: readonly CacheRecord[]): StepRecord {
  const execution = { trace, printed: '', sought, cacheAfter, steps: 0, durationMs: 0 }
  return { output: {}, execution, durationMs: 0 }
}

/** Saving under a key that is there replaces its value in place. */
function savedInto(cache: readonly CacheRecord[], saves: readonly CacheRecord[]): readonly CacheRecord[] {
  const entries = new Map(cache.map((record) => [record.key, record]))
  for (const record of saves) entries.set(record.key, record)
  return [...entries.values()]
}

/** The calls of a turn of gold, and the entries that they add. */
export function goldTurnOf({ steps, cacheBefore, cacheAfter }: TurnRecord): Required<NullTurn> {
  const before = new Map(cacheBefore.map(({ key, id }) => [key, id]))
  return {
    trace: steps.flatMap(({ execution }) => execution.trace),
    sought: steps.flatMap(({ execution }) => execution.sought),
    saves: cacheAfter.filter(({ key, id }) => before.get(key) !== id),
  }
}

export function toolOfRole({ tools }: Pick<PackWorld, 'tools'>, role: ToolRole): PackTool | undefined {
  return tools.find((tool) => tool.role === role)
}
