import type { PackWorld } from '../../../agent/pack.js'
import { slotsNamed } from '../../../agent/seek-slots.js'

/** Reads which slots a question names. */
export type SlotReader = (question: string) => ReadonlySet<string>

/** Questions are short; what is longer is cut, so that no output holds a scorer up. */
const MAX_QUESTION_LENGTH = 10_000
/** Gold's questions and those of null agents come again and again; a subject's own need not be kept for ever. */
const MAX_KEPT = 5000

/** A reader by the pack's lexicon. Phrases of all languages of the pack count, whatever the dialogue is written in. */
export function slotReader({ seek, pack }: Pick<PackWorld, 'seek' | 'pack'>): SlotReader {
  const kept = new Map<string, ReadonlySet<string>>()
  return (question) => {
    const text = question.slice(0, MAX_QUESTION_LENGTH)
    const known = kept.get(text)
    if (known !== undefined) return known
    const named = new Set(pack.languages.flatMap((language) => slotsNamed(text, seek, language)))
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(text, named)
    return named
  }
}
