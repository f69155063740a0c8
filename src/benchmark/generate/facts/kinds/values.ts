import type { Fact, FactKind } from '../fact-kind.js'
import { type LimitKeyword, limitKeywords } from '../object-facts.js'
import { isShownName, shownValue } from '../shown-text.js'
import { judgeParameter } from './parameters.js'

const quotedBoth = ({ subject, value }: Fact): readonly string[] => [subject, value]

/** Values of one tool after which no further parameter is read; GitHub's tools have at most a few dozen. */
const MAX_LISTED = 1000

/** The parameter's closed list of values has that value. */
const allows: FactKind = {
  id: 'allows',
  about: 'part',
  facts({ input }) {
    const found: Fact[] = []
    for (const [subject, { values }] of input?.properties ?? []) {
      if (found.length >= MAX_LISTED) break
      for (const value of values ?? []) if (shownValue(value) !== undefined) found.push({ subject, value })
    }
    return found
  },
  judge: (tool, { subject, value }) =>
    judgeParameter(tool, subject, ({ values }) => {
      if (values === undefined) return 'open'
      if (values.has(value)) return 'true'
      // "Open" beside "open" would be a trick question.
      return [...values].some((other) => other.toLowerCase() === value.toLowerCase())
        ? 'open'
        : 'contradicted'
    }),
  yesNo: [
    ({ subject, value }) => `Is \`${value}\` an allowed value of the parameter \`${subject}\` of this tool?`,
    ({ subject, value }) => `Does the parameter \`${subject}\` of this tool accept \`${value}\`?`,
    ({ subject, value }) => `Can \`${subject}\` be set to \`${value}\` in a call of this tool?`,
  ],
  quoted: quotedBoth,
}

/** One of the parameters lists the value among those it allows. */
const listsValue: FactKind = {
  id: 'lists-value',
  about: 'part',
  facts({ input }) {
    const found = new Set<string>()
    for (const { values } of input?.properties.values() ?? []) {
      if (found.size >= MAX_LISTED) break
      for (const value of values ?? []) if (isShownName(value)) found.add(value)
    }
    return Array.from(found, (value) => ({ subject: '', value }))
  },
  judge(tool, { value }) {
    const { input, listed } = tool
    if (input === undefined || listed === undefined) return 'open'
    for (const { values } of input.properties.values()) if (values?.has(value) === true) return 'true'
    return listed.has(value.toLowerCase()) ? 'open' : 'unlisted'
  },
  choice: {
    frame: () => '',
    option: ({ value }) => value,
    questions: [
      () => 'Which of these values does a parameter of this tool list among those it allows?',
      () => 'Which of these can be chosen as the value of a parameter of this tool?',
      () => 'One parameter of this tool has a fixed list of values. Which of these stands in it?',
    ],
  },
  quoted: ({ value }) => [value],
}

/** The parameter has that default. */
const defaultValue: FactKind = {
  id: 'default',
  about: 'part',
  facts({ input }) {
    const found: Fact[] = []
    for (const [subject, facts] of input?.properties ?? []) {
      if (facts.default !== undefined) found.push({ subject, value: facts.default })
    }
    return found
  },
  judge: (tool, { subject, value }) =>
    judgeParameter(tool, subject, (facts) => {
      if (facts.default === undefined) return 'open'
      if (facts.default === value) return 'true'
      return facts.default.toLowerCase() === value.toLowerCase() ? 'open' : 'contradicted'
    }),
  yesNo: [
    ({ subject, value }) => `Is \`${value}\` the default of the parameter \`${subject}\` of this tool?`,
    ({ subject, value }) => `Does the parameter \`${subject}\` of this tool default to \`${value}\`?`,
    ({ subject, value }) =>
      `Does this tool take \`${value}\` for \`${subject}\` when a call does not give it?`,
  ],
  choice: {
    frame: () => '',
    option: ({ subject, value }) => `${subject}: ${value}`,
    questions: [
      () => 'Which of these defaults does this tool state for a parameter?',
      () => 'Which default value does this tool state?',
      () => 'Which of these pairs is a parameter of this tool with its default value?',
    ],
  },
  quoted: quotedBoth,
}

/** The parameter's texts have that format. */
const format: FactKind = {
  id: 'format',
  about: 'part',
  facts({ input }) {
    const found: Fact[] = []
    for (const [subject, facts] of input?.properties ?? []) {
      if (facts.format !== undefined && facts.type === 'string') found.push({ subject, value: facts.format })
    }
    return found
  },
  judge: (tool, { subject, value }) =>
    judgeParameter(tool, subject, ({ format: own, type }) => {
      if (type !== undefined && type !== 'string') return 'contradicted'
      if (own === undefined) return 'open'
      return own === value ? 'true' : 'contradicted'
    }),
  yesNo: [
    ({ subject, value }) => `Is the parameter \`${subject}\` of this tool a text in the format \`${value}\`?`,
    ({ subject, value }) => `Does this tool expect \`${subject}\` as text of the format \`${value}\`?`,
    ({ subject, value }) => `Is \`${value}\` the format of the parameter \`${subject}\` of this tool?`,
  ],
  choice: {
    frame: ({ value }) => value,
    option: ({ subject }) => subject,
    questions: [
      (frame) => `Which parameter of this tool is a text in the format \`${frame}\`?`,
      (frame) => `For which of these does this tool expect text of the format \`${frame}\`?`,
      (frame) => `Which of these parameters of this tool has the format \`${frame}\`?`,
    ],
  },
  quoted: quotedBoth,
}

const LIMIT_WORDS: Readonly<Record<LimitKeyword, string>> = {
  maximum: 'the largest value',
  minimum: 'the smallest value',
  maxLength: 'the largest number of characters',
  minLength: 'the smallest number of characters',
  maxItems: 'the largest number of entries',
  minItems: 'the smallest number of entries',
}

/** A limit of the parameter; its value is the keyword and the number, `maximum 100`. */
const limit: FactKind = {
  id: 'limit',
  about: 'part',
  facts({ input }) {
    const found: Fact[] = []
    for (const [subject, { limits }] of input?.properties ?? []) {
      for (const keyword of limitKeywords) {
        if (limits[keyword] !== undefined) found.push({ subject, value: `${keyword} ${limits[keyword]}` })
      }
    }
    return found
  },
  judge(tool, fact) {
    const { keyword, number } = limitOf(fact)
    return judgeParameter(tool, fact.subject, ({ limits }) => {
      const own = limits[keyword]
      if (own === undefined) return 'open'
      return own === number ? 'true' : 'contradicted'
    })
  },
  yesNo: [
    (fact) =>
      `Is ${limitOf(fact).number} ${limitWords(fact)} that the parameter \`${fact.subject}\` of this tool allows?`,
    (fact) => `Does this tool set ${limitOf(fact).number} as ${limitWords(fact)} of \`${fact.subject}\`?`,
    (fact) =>
      `For the parameter \`${fact.subject}\` of this tool, is ${limitWords(fact)} ${limitOf(fact).number}?`,
  ],
  quoted: ({ subject }) => [subject],
}

function limitOf({ value }: Fact): { readonly keyword: LimitKeyword; readonly number: number } {
  const [word, number] = value.split(' ')
  return { keyword: limitKeywords.find((known) => known === word) ?? 'maximum', number: Number(number) }
}

function limitWords(fact: Fact): string {
  return LIMIT_WORDS[limitOf(fact).keyword]
}

export const valueKinds: readonly FactKind[] = [allows, listsValue, defaultValue, format, limit]
