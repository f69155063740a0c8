import { withoutLabel } from './abstention.js'
import { type ChoiceReadings, type ReadingRule, readByRules } from './reading.js'

/** What each letter stands for. */
type Labels = Readonly<Record<string, string>>

const NONE: ReadonlySet<string> = new Set()

/**
 * Which letter an answer to an MCQ item names.
 *
 * Strict rules, both of the whole answer: `letter`, a capital letter of the item, alone, brackets, quotes, asterisks and
 * a closing stop aside; `letter-and-option`, the letter before the very option that it stands for.
 *
 * Lenient rules, after these: `stated` ("the answer is B", "Answer: (B)"), `boxed` (\boxed{B}), `leading` (the answer
 * begins with "B)" or "B."), `option` (it is one option, or holds exactly one), `small-letter`. A rule that finds two
 * letters ends the reading: unreadable.
 */
export function readLetter(
  text: string,
  { labels, wasCut }: { readonly labels: Labels; readonly wasCut: boolean },
): ChoiceReadings {
  const strictRules = [letterAlone(labels), letterAndOption(labels)]
  const strict = readByRules(text, strictRules, () => withoutLabel(text, wasCut))
  if (strict.kind === 'chosen') return { strict, lenient: strict }
  const lenientRules = [stated(labels), boxed(labels), leading(labels), option(labels), smallLetter(labels)]
  return { strict, lenient: readByRules(text, lenientRules, () => strict) }
}

function oneOf(labels: Labels, letter: string | undefined): ReadonlySet<string> {
  return letter !== undefined && Object.hasOwn(labels, letter) ? new Set([letter]) : NONE
}

function letterAlone(labels: Labels): ReadingRule {
  return {
    id: 'letter',
    find: (text) => oneOf(labels, /^[\s"'`*_([]*([A-Z])[\s"'`*_)\].:,]*$/.exec(text)?.[1]),
  }
}

function letterAndOption(labels: Labels): ReadingRule {
  return {
    id: 'letter-and-option',
    find: (text) => {
      const [, letter = '', rest = ''] = /^[\s"'`*_([]*([A-Z])[)\].:*_]*[\s:–-]+([^]*)$/.exec(text) ?? []
      const stands = labels[letter]
      return stands !== undefined && plain(rest) === plain(stands) ? oneOf(labels, letter) : NONE
    },
  }
}

/** The letter is no article: "the answer is A good way to …"; one that follows at once ("A, B", "A/B") is named as well. */
const STATED =
  /(?<!\b(?:[Ww]rong|[Ii]ncorrect|[Ff]alse) )\b(?:[Aa]nswer|ANSWER|[Cc]hoice|CHOICE)\b\*{0,2}(?: (?:is|would be|must be|should be))?\*{0,2}:?\*{0,2} ?(?:option |letter )?["'`*_([]{0,4}([A-Z])(?![A-Za-z'’])(?! [a-z])(?:["'`*_)\]]{0,4} ?[,/&+] ?["'`*_([]{0,4}([A-Z])(?![A-Za-z'’])(?! [a-z]))?/g

function stated(labels: Labels): ReadingRule {
  return { id: 'stated', find: (text) => matchesOf(labels, oneLine(text), STATED) }
}

const BOXED = /\\boxed\{(?:\\text\{)?([A-Z])\}/g

function boxed(labels: Labels): ReadingRule {
  return {
    id: 'boxed',
    find: (text) => (text.includes('\\boxed{') ? matchesOf(labels, text, BOXED) : NONE),
  }
}

/** @param pattern a global one; `matchAll` would copy it for every answer */
function matchesOf(labels: Labels, text: string, pattern: RegExp): ReadonlySet<string> {
  let found: Set<string> | undefined
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    for (let group = 1; group < match.length; group++) {
      const letter = match[group]
      if (letter === undefined || !Object.hasOwn(labels, letter)) continue
      found ??= new Set()
      found.add(letter)
    }
  }
  return found ?? NONE
}

const LEADING = /^[\s"'`*_([]*([A-Z])(?:[)\].:](?![A-Za-z])|\*\*|\s*\n)/
/** A second letter right behind the first: "A) and B)", "A. B. C." */
const FOLLOWING =
  /^[\s"'`*_([\]).:]*(?:(?:and|or|[,&/])[\s"'`*_([]*)?([A-Z])(?:[)\].:](?![A-Za-z])|\*\*|\s*$)/

function leading(labels: Labels): ReadingRule {
  return {
    id: 'leading',
    find: (text) => {
      const [found, letter] = LEADING.exec(text) ?? []
      if (found === undefined) return NONE
      const named = oneOf(labels, letter)
      if (named.size === 0) return NONE
      if (repeatsOptions(text, labels)) return new Set(Object.keys(labels))
      return new Set([...named, ...oneOf(labels, FOLLOWING.exec(text.slice(found.length))?.[1])])
    },
  }
}

/** Whether lines begin with every letter in turn: the options again, none of them chosen. */
function repeatsOptions(text: string, labels: Labels): boolean {
  const begun: string[] = []
  for (const line of text.split('\n')) {
    const [, letter] = LEADING.exec(`${line}\n`) ?? []
    if (letter !== undefined && Object.hasOwn(labels, letter)) begun.push(letter)
  }
  return begun.length > 1 && begun.join() === Object.keys(labels).join()
}

/** The options that the answer holds, but for those that stand only inside a longer one. */
function option(labels: Labels): ReadingRule {
  return {
    id: 'option',
    find: (text) => {
      const said = plain(text)
      const options = Object.entries(labels).map(([label, words]) => ({ label, words: plain(words) }))
      const whole = options.filter(({ words }) => words !== '' && words === said)
      if (whole.length > 0) return new Set(whole.map(({ label }) => label))
      let rest = ` ${said} `
      const found = new Set<string>()
      for (const { label, words } of [...options].sort((a, b) => b.words.length - a.words.length)) {
        if (words === '' || !holdsWords(rest, words)) continue
        found.add(label)
        rest = rest.replaceAll(words, '\n')
      }
      return found
    },
  }
}

function smallLetter(labels: Labels): ReadingRule {
  return {
    id: 'small-letter',
    find: (text) => oneOf(labels, /^[\s"'`*_([]*([a-z])[\s"'`*_)\].:,]*$/.exec(text)?.[1]?.toUpperCase()),
  }
}

/** Whether the words stand in the text, not as parts of longer words. */
function holdsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const before = text.charAt(at - 1)
    const after = text.charAt(at + words.length)
    if (!isWordCharacter(before) && !isWordCharacter(after)) return true
  }
  return false
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}

function oneLine(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text
}

/** Small letters, single spaces, no quotes, asterisks or closing stop around it. */
function plain(text: string): string {
  return trimmed(oneLine(text.toLowerCase()))
}

const AROUND = new Set(' "\'`*_.')

function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && AROUND.has(text.charAt(start))) start++
  while (end > start && AROUND.has(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
