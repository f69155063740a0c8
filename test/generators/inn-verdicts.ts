import type { TurnRecord } from '../../src/agent/turn-record.js'
import { scoredTools } from '../../src/score/dialogue/strict/dialogue-tools.js'
import { judgeDialogue } from '../../src/score/dialogue/strict/judge-dialogue.js'
import { judgedTurn } from '../../src/score/dialogue/strict/judged-turn.js'
import { slotReader } from '../../src/score/dialogue/strict/question-slots.js'
import type { TurnVerdict } from '../../src/score/dialogue/strict/turn-verdict.js'
import { innDialogue, innWorld, type WrittenCall } from './inn-world.js'

const tools = scoredTools(innWorld)
const read = slotReader(innWorld)

/** Holds turns in the world of inns against gold. */
export function judgeInns(
  gold: readonly TurnRecord[],
  turns: readonly TurnRecord[],
  users: Parameters<typeof innDialogue>[1] = [{}],
) {
  const dialogue = innDialogue('d', users)
  const goldTurns = gold.map((record) => ({ record, judged: judgedTurn(record, tools) }))
  return judgeDialogue({ dialogue, turns: goldTurns, read }, turns, tools)
}

/** Verdict on the last turn. */
export function lastOf(
  gold: readonly TurnRecord[],
  turns: readonly TurnRecord[],
  users?: Parameters<typeof judgeInns>[2],
) {
  return judgeInns(gold, turns, users).turns.at(-1) as TurnVerdict
}

export const search = (town: string, more = {}): WrittenCall => ({
  tool: 'search_inns',
  arguments: { town, arrival: '2031-05-01', ...more },
})
export const keep = (key: string, from: number): WrittenCall => ({
  tool: 'keep',
  arguments: { key },
  from: { value: from },
})
export const fetch = (key: string): WrittenCall => ({ tool: 'fetch', arguments: { key } })
export const filter = (from: number | string, stars: readonly number[]): WrittenCall => ({
  tool: 'filter_inns',
  arguments: { stars },
  from: { prior_results: from },
})
