import type { ChoiceReading } from './reading.js'
import type { SpokenText } from './spoken-text.js'

/** Beginnings by which an answer says that it has none, in lower case with straight apostrophes. */
const SAYS_SO =
  /^(?:(?:i'm |i am )?(?:sorry|afraid)[,.]? (?:but )?)?(?:i (?:do not|don't|cannot|can't|could not|couldn't) (?:\w+ )?(?:know|answer|determine|say|tell|help)|i(?:'m| am) (?:not sure|unable|not able|unsure)|(?:it|this) (?:cannot|can't|can not) be (?:determined|answered)|there is not enough information|not enough information|insufficient information|none of (?:the above|these)|unknown\b|not sure\b|unsure\b|n\/a$)/

/** An answer in which no label was found: silence and "I do not know" are abstentions, the rest cannot be read. */
export function withoutLabel(text: string, wasCut: boolean): ChoiceReading {
  if (text === '') return wasCut ? { kind: 'unreadable', rule: 'cut' } : { kind: 'abstained', rule: 'empty' }
  const plain = text.slice(0, 200).toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ')
  if (SAYS_SO.test(plain.replace(/^[\s"'`*_([]+/, ''))) return { kind: 'abstained', rule: 'says-so' }
  return { kind: 'unreadable', rule: wasCut ? 'cut' : 'no-label' }
}

/** An output that holds no text for the reader. */
export function withoutText({ why }: Extract<SpokenText, { kind: 'none' }>): ChoiceReading {
  return why === 'refused' ? { kind: 'abstained', rule: why } : { kind: 'unreadable', rule: why }
}
