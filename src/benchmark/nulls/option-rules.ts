import { tokenizers } from '../../text/tokenize.js'
import type { McqItem } from '../item.js'

/** A null model of MCQ items that looks at the text of question and options alone, never at a tool. */
export interface OptionRule {
  /** Part of stored results. */
  readonly id: string
  /** One line for people. */
  readonly describes: string
  /**
   * How much the rule likes an option. It chooses the one it likes most; several are a tie, of which each is chosen as
   * often as the others.
   */
  like(option: string, item: Pick<McqItem, 'question'>): number
}

/** The option of the fewest characters. */
const shortest: OptionRule = {
  id: 'shortest',
  describes: 'always chooses the shortest option',
  like: (option) => -[...option].length,
}

const longest: OptionRule = {
  id: 'longest',
  describes: 'always chooses the longest option',
  like: (option) => [...option].length,
}

/** Content words, plurals cut, that option and question share. */
const questionOverlap: OptionRule = {
  id: 'question-overlap',
  describes: 'chooses the option that shares most words with the question',
  like(option, { question }) {
    const asked = new Set(tokenizers.t3.tokens(question))
    let shared = 0
    for (const word of new Set(tokenizers.t3.tokens(option))) if (asked.has(word)) shared++
    return shared
  },
}

const random: OptionRule = {
  id: 'random',
  describes: 'chooses any option as often as any other',
  like: () => 0,
}

/** Null models of MCQ items, in the order of tables. Their ids are part of stored results. */
export const optionRules: readonly OptionRule[] = [shortest, longest, questionOverlap, random]

/** How often a rule chooses the answer, ties taken as drawn at random: 0, 1, or 1 in the number of options that tie. */
export function optionRuleRight({ like }: OptionRule, item: McqItem): number {
  const own = like(item.answer, item)
  let ties = 1
  for (const option of item.distractors) {
    const other = like(option, item)
    if (other > own) return 0
    if (other === own) ties++
  }
  return 1 / ties
}
