import type { AgentMode } from '../../agent/agents/agent.js'
import { goldRecords } from '../../agent/agents/gold-records.js'
import type { PackWorld } from '../../agent/pack.js'
import type { TurnRecord } from '../../agent/turn-record.js'
import type { Dialogue } from '../../benchmark/dialogue-item.js'
import { BugError } from '../../errors.js'
import { playDialogue, type Running } from '../../run/converse/play-dialogue.js'
import type { PlanExecutor } from '../../run/converse/play-turn.js'
import { CompatScorer, type CompatScores } from '../../score/dialogue/compat/compat-scorer.js'
import { DialogueScorer, type DialogueScores } from '../../score/dialogue/score-dialogues.js'
import type { DialogueInstrument } from './dialogue-instrument.js'
import { type DialogueStage, standingClock } from './dialogue-stage.js'
import type { GoldStore } from './gold-store.js'
import { type KnownAgentId, knownAgent } from './known-agents.js'

/** How an agent is led through dialogues. */
export interface Way {
  readonly agent: KnownAgentId
  readonly mode: AgentMode
  readonly running: Running
}

export interface PlayRequest extends Pick<DialogueStage, 'hash'> {
  readonly way: Way
  readonly world: PackWorld
  readonly dialogues: readonly Dialogue[]
  readonly instrument: DialogueInstrument
  readonly golds: GoldStore
  readonly signal: AbortSignal
  /** Whether the released evaluator's rules score beside ours; only plans in code. */
  readonly isCompared: boolean
}

/** What a run of an agent came to. */
export interface PlayedAgent {
  readonly strict: DialogueScores
  /** Where it was asked for. */
  readonly compat?: CompatScores
}

/** Point estimates are all that calibration compares. */
const RESAMPLES = 1

/** The way of `assay converse` without its folder: play, then score. */
export async function playAgent(request: PlayRequest): Promise<PlayedAgent> {
  const { way, dialogues, instrument, signal, hash, golds } = request
  const world = instrument.world(request.world)
  const execute = instrument.executor()
  const scorer = new DialogueScorer({ world, running: way.running })
  const compat = request.isCompared ? new CompatScorer(world) : undefined
  for (const dialogue of dialogues) {
    signal.throwIfAborted()
    const turns = instrument.turns(await playedTurns(dialogue, { request, world, execute }), 'agent')
    const records = goldRecords(await golds.turnsOf(dialogue, world), { mode: way.mode, hash })
    const gold = instrument.turns(records, 'gold')
    scorer.add({ dialogue, gold, turns })
    compat?.add({ dialogue, gold, turns })
  }
  const settings = { seed: 0, resamples: RESAMPLES }
  return {
    strict: scorer.finish(settings),
    ...(compat === undefined ? {} : { compat: compat.finish(settings) }),
  }
}

interface Playing {
  readonly request: PlayRequest
  /** As the instrument has it. */
  readonly world: PackWorld
  readonly execute: PlanExecutor
}

async function playedTurns(
  dialogue: Dialogue,
  { request, world, execute }: Playing,
): Promise<readonly TurnRecord[]> {
  const { way, hash } = request
  const { agent, mode, running } = way
  const records: TurnRecord[] = []
  const ending = await playDialogue({
    dialogue,
    trial: 0,
    worldOf: () => world,
    agent: knownAgent(agent, mode, request.world),
    settings: { running, repairs: 0, maxSteps: 1 },
    speak: async () => ({ kind: 'over' }),
    execute,
    dialect: undefined,
    now: standingClock,
    hash,
    before: [],
    finished: async ({ record }) => void records.push(record),
    isOver: () => false,
  })
  if (ending.kind === 'complete') return records
  throw new BugError({
    code: 'dialogue-unfinished',
    what: `${agent} did not come to the end of ${dialogue.id}.`,
  })
}
