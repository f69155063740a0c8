import type { DialogueTurn } from '../../../benchmark/dialogue-item.js'
import { isJsonArray } from '../../../text/json.js'
import type { JudgedTurn } from './judged-turn.js'
import type { SlotReader } from './question-slots.js'

export interface SlotCounts {
  readonly right: number
  /** Slots that are missing. */
  readonly asked: number
  /** Slots that the subject named; one for a question that names none. */
  readonly given: number
  /** Questions, and those in which no slot was found. */
  readonly questions: number
  readonly unread: number
}

export interface SlotRequest {
  readonly gold: JudgedTurn
  readonly subject: JudgedTurn
  /** The user's turn. */
  readonly turn: DialogueTurn | undefined
  readonly read: SlotReader
}

/**
 * Slots that the subject's questions name, held against those that are missing: the item's own list (`missing`) where it
 * has one, else what gold's question names. A question without any known slot counts as one slot that was not missing.
 */
export function compareSlots({ gold, subject, turn, read }: SlotRequest): SlotCounts {
  const missing = missingSlots(turn) ?? namedBy(gold.sought, read)
  const unread = subject.sought.filter((question) => read(question).size === 0).length
  const named = namedBy(subject.sought, read)
  let right = 0
  for (const slot of named) if (missing.has(slot)) right++
  return {
    right,
    asked: missing.size,
    given: named.size + unread,
    questions: subject.sought.length,
    unread,
  }
}

function missingSlots(turn: DialogueTurn | undefined): ReadonlySet<string> | undefined {
  const list = turn?.json.missing
  if (!isJsonArray(list)) return undefined
  return new Set(list.filter((slot): slot is string => typeof slot === 'string'))
}

function namedBy(questions: readonly string[], read: SlotReader): ReadonlySet<string> {
  return new Set(questions.flatMap((question) => [...read(question)]))
}
