import type { TurnRecord } from '../../agent/turn-record.js'
import type { DialogueLines } from '../../run/converse/read-turns.js'
import type { DialogueVerdict } from '../../score/dialogue/strict/turn-verdict.js'

/** Gold of a dialogue, carried out, and what the subject's turns come to beside it. */
export interface JudgedDialogue {
  readonly gold: readonly TurnRecord[]
  /** Absent where a user played who goes by no script. */
  readonly verdict?: DialogueVerdict
}

/** Holds one dialogue against gold once more; undefined for one that the items do not know. */
export type DialogueJudge = (lines: DialogueLines) => Promise<JudgedDialogue | undefined>
