import { withoutLabel } from './abstention.js'
import { type ChoiceReadings, type ReadingRule, readByRules } from './reading.js'

const NONE: ReadonlySet<string> = new Set()

/**
 * Whether an answer to a QA item says yes or no.
 *
 * The strict rule is `word`: the whole answer is the word, in whatever case, quotes, brackets, asterisks and a closing
 * stop aside. Lenient rules, after it: `stated` ("the answer is no", "Answer: yes"), `leading` (it begins with the word),
 * `last-line` (the last line is the word alone). A rule that finds both ends the reading: unreadable.
 */
export function readYesNo(text: string, wasCut: boolean): ChoiceReadings {
  const strict = readByRules(text, [word], () => withoutLabel(text, wasCut))
  if (strict.kind === 'chosen') return { strict, lenient: strict }
  return { strict, lenient: readByRules(text, [stated, leading, lastLine], () => strict) }
}

const ALONE = /^[\s"'`*_([]*(yes|no)[\s"'`*_)\].:,!]*$/i

const word: ReadingRule = { id: 'word', find: (text) => labelOf(ALONE.exec(text)?.[1]) }

const STATED =
  /\b(?:answer|response)\b\*{0,2}(?: (?:is|would be|must be|should be))?\*{0,2}:?\*{0,2} ?["'`*_([]{0,4}(yes|no)\b(?! (?:longer|one|more|doubt|matter)\b)/gi

const stated: ReadingRule = {
  id: 'stated',
  find: (text) => {
    const found = new Set<string>()
    for (const [, said] of text.replace(/\s+/g, ' ').matchAll(STATED)) {
      for (const label of labelOf(said)) found.add(label)
    }
    return found
  },
}

/** "No one knows" is no answer. */
const leading: ReadingRule = {
  id: 'leading',
  find: (text) =>
    labelOf(/^[\s"'`*_([]*(yes|no)(?:[\s"'`*_)\]]*[.,:;!–—-]|[*_"')\]]*\s*\n)/i.exec(text)?.[1]),
}

const lastLine: ReadingRule = {
  id: 'last-line',
  find: (text) => labelOf(ALONE.exec(text.slice(text.lastIndexOf('\n') + 1))?.[1]),
}

function labelOf(said: string | undefined): ReadonlySet<string> {
  return said === undefined ? NONE : new Set([said.toLowerCase()])
}
