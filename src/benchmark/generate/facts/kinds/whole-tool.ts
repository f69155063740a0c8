import type { FactKind, Judgement } from '../fact-kind.js'
import { countWord } from '../shown-text.js'
import { type Hint, hints, type ToolFacts } from '../tool-facts.js'

const nothingQuoted = (): readonly string[] => []

const method: FactKind = {
  id: 'method',
  about: 'whole',
  facts: (tool) => (tool.method === undefined ? [] : [{ subject: '', value: tool.method }]),
  judge(tool, { value }) {
    if (tool.method === undefined) return 'open'
    return tool.method === value ? 'true' : 'contradicted'
  },
  yesNo: [
    ({ value }) => `Does this tool send an HTTP ${value} request?`,
    ({ value }) => `Is ${value} the HTTP method of this tool?`,
    ({ value }) => `Is this tool called with the HTTP method ${value}?`,
  ],
  choice: {
    frame: () => '',
    option: ({ value }) => value,
    questions: [
      () => 'Which HTTP method does this tool use?',
      () => 'With which HTTP method is this tool called?',
      () => 'What kind of HTTP request does this tool send?',
    ],
  },
  quoted: nothingQuoted,
}

interface Counted {
  readonly id: string
  readonly of: 'properties' | 'required'
}

/** How many parameters there are: asked by the number as multiple choice. */
function exactCount({ id, of, questions }: Counted & { readonly questions: readonly string[] }): FactKind {
  return {
    id,
    about: 'whole',
    facts({ input }) {
      const word = countWord(input?.counts?.[of] ?? Number.NaN)
      return word === undefined ? [] : [{ subject: '', value: word }]
    },
    judge({ input }, { value }) {
      const count = input?.counts?.[of]
      if (count === undefined) return 'open'
      return countWord(count) === value ? 'true' : 'contradicted'
    },
    choice: { frame: () => '', option: ({ value }) => value, questions: questions.map((text) => () => text) },
    quoted: nothingQuoted,
  }
}

/** More parameters than a number: asked as yes or no. True of the numbers just below the count. */
function moreThan({ id, of, noun }: Counted & { readonly noun: string }): FactKind {
  const judge = ({ input }: ToolFacts, value: string): Judgement => {
    const count = input?.counts?.[of]
    if (count === undefined) return 'open'
    return count > Number(value) ? 'true' : 'contradicted'
  }
  return {
    id,
    about: 'whole',
    facts({ input }) {
      const count = input?.counts?.[of] ?? 0
      return [1, 2, 3]
        .filter((by) => count - by >= 0 && count <= 12)
        .map((by) => ({ subject: '', value: String(count - by) }))
    },
    judge: (tool, { value }) => judge(tool, value),
    yesNo: [
      ({ value }) => `Does this tool have ${atLeast(value, noun)}?`,
      ({ value }) => `Does the schema of this tool list ${atLeast(value, noun)}?`,
      ({ value }) => `Does this tool take ${atLeast(value, noun)}?`,
    ],
    quoted: nothingQuoted,
  }
}

/** "more than 2" is asked as "at least three". */
function atLeast(value: string, noun: string): string {
  const least = Number(value) + 1
  return `at least ${countWord(least) ?? least} ${noun}${least === 1 ? '' : 's'}`
}

/** A call without any argument is complete. */
const needsNothing: FactKind = {
  id: 'needs-nothing',
  about: 'whole',
  facts: ({ input }) => (input?.counts?.required === 0 ? [{ subject: '', value: '' }] : []),
  judge({ input }) {
    if (input?.counts === undefined) return 'open'
    return input.counts.required === 0 ? 'true' : 'contradicted'
  },
  yesNo: [
    () => 'Can this tool be called without any argument?',
    () => 'Are all parameters of this tool, if it has any, optional?',
    () => 'Is a call of this tool that gives no argument at all complete?',
  ],
  quoted: nothingQuoted,
}

const HINT_WORDS: Readonly<Record<Hint, string>> = {
  readOnlyHint: 'read-only',
  destructiveHint: 'possibly destructive',
  idempotentHint: 'idempotent',
  openWorldHint: 'open to the outside world',
}

/** An annotation that the source states, either way. */
const hint: FactKind = {
  id: 'hint',
  about: 'whole',
  facts: (tool) =>
    hints.filter((name) => tool.hints.get(name) === true).map((name) => ({ subject: '', value: name })),
  judge(tool, { value }) {
    const name = hints.find((known) => known === value)
    const stated = name === undefined ? undefined : tool.hints.get(name)
    if (stated === undefined) return 'open'
    return stated ? 'true' : 'contradicted'
  },
  yesNo: [
    ({ value }) => `Is this tool annotated as ${hintWords(value)} (\`${value}\`)?`,
    ({ value }) => `Do the annotations of this tool call it ${hintWords(value)} (\`${value}\`)?`,
    ({ value }) => `Does this tool say of itself, by \`${value}\`, that it is ${hintWords(value)}?`,
  ],
  quoted: nothingQuoted,
}

function hintWords(value: string): string {
  const name = hints.find((known) => known === value)
  return name === undefined ? value : HINT_WORDS[name]
}

export const wholeToolKinds: readonly FactKind[] = [
  method,
  exactCount({
    id: 'count',
    of: 'properties',
    questions: [
      'How many parameters does this tool have in all?',
      'How many parameters, required and optional together, does this tool list?',
      'What is the number of parameters of this tool?',
    ],
  }),
  exactCount({
    id: 'required-count',
    of: 'required',
    questions: [
      'How many parameters does this tool require?',
      'How many parameters must every call of this tool give?',
      'What is the number of required parameters of this tool?',
    ],
  }),
  moreThan({ id: 'more-than', of: 'properties', noun: 'parameter' }),
  moreThan({ id: 'requires-more-than', of: 'required', noun: 'required parameter' }),
  needsNothing,
  hint,
]
