import type { TurnRecord } from '../../../agent/turn-record.js'
import type { Dialogue } from '../../../benchmark/dialogue-item.js'
import { ResultMakers } from './data-flow.js'
import type { ScoredTools } from './dialogue-tools.js'
import { judgeTurn } from './judge-turn.js'
import { type JudgedTurn, judgedTurn } from './judged-turn.js'
import type { SlotReader } from './question-slots.js'
import type { DialogueVerdict, TurnVerdict } from './turn-verdict.js'

/** Gold of one dialogue, read once however many subjects are held against it. */
export interface GoldDialogue {
  readonly dialogue: Dialogue
  readonly turns: readonly { readonly record: TurnRecord; readonly judged: JudgedTurn }[]
  readonly read: SlotReader
}

/** @param turns of the subject, in any order; a turn that gold does not have is left out. */
export function judgeDialogue(
  { dialogue, turns: goldTurns, read }: GoldDialogue,
  turns: readonly TurnRecord[],
  tools: ScoredTools,
): DialogueVerdict {
  const byTurn = new Map(turns.map((record) => [record.turn, record]))
  const makers = new ResultMakers()
  const verdicts: TurnVerdict[] = []
  let unmeasured = 0
  for (const { record: goldRecord, judged: gold } of goldTurns) {
    const record = byTurn.get(goldRecord.turn)
    if (record === undefined) {
      unmeasured++
      continue
    }
    const turn = dialogue.turns[goldRecord.turn]
    const subject = judgedTurn(record, tools)
    verdicts.push(judgeTurn({ gold, subject, record, turn, read, makers }))
  }
  const lastTurn = goldTurns.at(-1)?.record.turn
  const last = verdicts.at(-1)
  return {
    id: dialogue.id,
    category: dialogue.category,
    cluster: dialogue.cluster ?? dialogue.template,
    turns: verdicts,
    unmeasured,
    endsRight: last !== undefined && last.turn === lastTurn ? last.cache.isSameProvenance : undefined,
  }
}
