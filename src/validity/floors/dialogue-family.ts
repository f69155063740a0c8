import type { Dialogue } from '../../benchmark/dialogue-item.js'
import { type GoldTurn, goldTurns, nullSpeakers } from '../../benchmark/nulls/null-speakers.js'
import type { NullFamily } from './null-family.js'

/** Null agents on the user's turns of dialogues; undefined where no dialogue says what is right. */
export function dialogueFamily(dialogues: readonly Dialogue[]): NullFamily | undefined {
  const rows = dialogues.flatMap((dialogue) => {
    const turns = goldTurns(dialogue)
    return turns.map((turn, at) => ({ dialogue, turn, earlier: turns.slice(0, at) }))
  })
  if (rows.length === 0) return undefined
  return {
    kind: 'dialogue',
    metric: 'turns',
    ids: rows.map(({ dialogue: { id } }) => id),
    // Turns of one dialogue, and dialogues of one template, are not independent.
    clusters: rows.map(({ dialogue: { id, cluster, template } }) => cluster ?? template ?? id),
    texts: rows.map(({ dialogue: { id } }, at) => `${id} ${at}`),
    chance: rows.map(() => 0),
    nulls: nullSpeakers.map(({ id, describes, isRight }) => ({
      id,
      describes,
      isBlind: true,
      right: rows.map(({ turn, earlier }: { turn: GoldTurn; earlier: readonly GoldTurn[] }) =>
        isRight(turn, earlier) ? 1 : 0,
      ),
    })),
    hasOpposites: false,
    whenHigh: 'care',
  }
}
