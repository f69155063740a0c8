import type { Tool } from '../../../catalog/tool.js'
import { mayHoldInvisible, withoutInvisible } from '../../../text/invisible.js'
import { wordsOf } from '../../../text/shingles.js'
import { isInLanguage, type KnownLanguage } from '../language.js'
import type { NameLeaks } from '../name-leak.js'

export interface QuestionContext {
  readonly language: KnownLanguage
  readonly leaks: NameLeaks
  /** Tools whose names the question must not hold. */
  readonly tools: readonly Tool[]
}

const PLACEHOLDER = /\bthis tool(?:['’]s)?\b/i
const WORDS = [4, 45] as const
const MAX_LENGTH = 400
/** Words of an option, and characters. */
const OPTION_WORDS = [1, 8] as const
const MAX_OPTION = 100

/** Why a question is refused before a judge sees it; undefined when it may be judged. */
export function questionFault(
  question: string,
  { language, leaks, tools }: QuestionContext,
): string | undefined {
  const words = wordsOf(question).length
  if (words < WORDS[0] || words > WORDS[1] || question.length > MAX_LENGTH) return 'query-length'
  if (isUnclean(question)) return 'query-unclean'
  if (/\bT\d{1,2}\b/.test(question)) return 'tool-id'
  if (!PLACEHOLDER.test(question)) return 'placeholder-missing'
  if (!isInLanguage(question, language)) return 'query-language'
  return tools.some((tool) => leaks.find(question, tool) !== undefined) ? 'name-leak' : undefined
}

/** Why an option cannot be shown. */
export function optionFault(
  option: string,
  { leaks, tools }: Pick<QuestionContext, 'leaks' | 'tools'>,
): string | undefined {
  const words = wordsOf(option).length
  if (words < OPTION_WORDS[0] || words > OPTION_WORDS[1] || option.length > MAX_OPTION) return 'option-length'
  if (isUnclean(option) || /\bT\d{1,2}\b/.test(option)) return 'option-unclean'
  return tools.some((tool) => leaks.find(option, tool) !== undefined) ? 'name-leak' : undefined
}

function isUnclean(text: string): boolean {
  return /[\r\n]/.test(text) || (mayHoldInvisible(text) && withoutInvisible(text) !== text)
}
