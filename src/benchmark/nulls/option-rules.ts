import { tokenizers } from '../../text/tokenize.js'
import type { McqItem } from '../item.js'

/** A null model of MCQ items that looks at the text of question and options alone, never at a tool. */
export interface OptionRule {
  /** Part of stored results. */
  readonly id: string
  /** One line for people. */
  readonly describes: string
  /**
   * How much the rule likes each option of an item. It chooses the one it likes most; several are a tie, of which each is chosen as
   * often as the others.
   */
  judge(item: Pick<McqItem, 'question'>): (option: string) => number
}

/** The option of the fewest characters. */
const shortest: OptionRule = {
  id: 'shortest',
  describes: 'always chooses the shortest option',
  judge: () => (option) => -characterCount(option),
}

const longest: OptionRule = {
  id: 'longest',
  describes: 'always chooses the longest option',
  judge: () => characterCount,
}

/** Content words, plurals cut, that option and question share. */
const questionOverlap: OptionRule = {
  id: 'question-overlap',
  describes: 'chooses the option that shares most words with the question',
  judge({ question }) {
    const asked = new Set(tokenizers.t3.tokens(question))
    return (option) => {
      let shared = 0
      for (const word of new Set(tokenizers.t3.tokens(option))) if (asked.has(word)) shared++
      return shared
    }
  },
}

const random: OptionRule = {
  id: 'random',
  describes: 'chooses any option as often as any other',
  judge: () => () => 0,
}

/** Null models of MCQ items, in the order of tables. Their ids are part of stored results. */
export const optionRules: readonly OptionRule[] = [shortest, longest, questionOverlap, random]

/** How often a rule chooses the answer, ties taken as drawn at random: 0, 1, or 1 in the number of options that tie. */
export function optionRuleRight({ judge }: OptionRule, item: McqItem): number {
  const like = judge(item)
  const own = like(item.answer)
  let ties = 1
  for (const option of item.distractors) {
    const other = like(option)
    if (other > own) return 0
    if (other === own) ties++
  }
  return 1 / ties
}

/** Code points. */
function characterCount(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}
