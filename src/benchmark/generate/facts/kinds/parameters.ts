import type { Fact, FactKind, Judgement } from '../fact-kind.js'
import type { PropertyFacts } from '../object-facts.js'
import type { ToolFacts } from '../tool-facts.js'
import { typePhrases } from './type-phrases.js'

/** The properties of the arguments that hold `test`, as statements without a value. */
function parametersWhere(
  { input }: ToolFacts,
  test: (facts: PropertyFacts, name: string) => boolean,
): readonly Fact[] {
  const found: Fact[] = []
  for (const [subject, facts] of input?.properties ?? [])
    if (test(facts, subject)) found.push({ subject, value: '' })
  return found
}

/** What is said of a parameter that is declared; others are `unlisted` where the list is whole, else `open`. */
export function judgeParameter(
  { input }: ToolFacts,
  name: string,
  judge: (facts: PropertyFacts) => Judgement,
): Judgement {
  if (input === undefined) return 'open'
  const facts = input.properties.get(name)
  if (facts !== undefined) return judge(facts)
  return input.names.has(name) ? 'open' : 'unlisted'
}

/** Options that are names of parameters. */
const byName = { frame: () => '', option: ({ subject }: Fact) => subject }
const quotedName = ({ subject }: Fact): readonly string[] => [subject]

/** The tool has a parameter of that name. */
const declares: FactKind = {
  id: 'declares',
  about: 'part',
  facts: (tool) => parametersWhere(tool, () => true),
  judge(tool, { subject }) {
    const judged = judgeParameter(tool, subject, () => 'true')
    return judged === 'unlisted' && tool.input?.isClosed === true ? 'contradicted' : judged
  },
  yesNo: [
    ({ subject }) => `Does this tool have a parameter named \`${subject}\`?`,
    ({ subject }) => `Is \`${subject}\` one of the parameters of this tool?`,
    ({ subject }) => `Can a call of this tool set a parameter called \`${subject}\`?`,
  ],
  choice: {
    ...byName,
    questions: [
      () => 'Which of these parameters does this tool have?',
      () => 'Which of these is a parameter of this tool?',
      () => 'Which of these names stands among the parameters of this tool?',
    ],
  },
  quoted: quotedName,
}

/** Every call must give the parameter. */
const requires: FactKind = {
  id: 'requires',
  about: 'part',
  facts: (tool) => parametersWhere(tool, ({ isRequired }) => isRequired),
  judge: (tool, { subject }) =>
    judgeParameter(tool, subject, ({ isRequired }) => (isRequired ? 'true' : 'contradicted')),
  yesNo: [
    ({ subject }) => `Must every call of this tool give \`${subject}\`?`,
    ({ subject }) => `Is the parameter \`${subject}\` of this tool required?`,
    ({ subject }) => `Would a call of this tool be incomplete without \`${subject}\`?`,
  ],
  choice: {
    ...byName,
    questions: [
      () => 'Which of these parameters must every call of this tool give?',
      () => 'Which of these does this tool require?',
      () => 'Without which of these parameters is a call of this tool incomplete?',
    ],
  },
  quoted: quotedName,
}

/** The parameter is declared and may be left out. */
const optional: FactKind = {
  id: 'optional',
  about: 'part',
  facts: (tool) => parametersWhere(tool, ({ isRequired }) => !isRequired),
  judge: (tool, { subject }) =>
    judgeParameter(tool, subject, ({ isRequired }) => (isRequired ? 'contradicted' : 'true')),
  yesNo: [
    ({ subject }) => `Can a call of this tool leave out the parameter \`${subject}\`?`,
    ({ subject }) => `Is the parameter \`${subject}\` of this tool optional?`,
    ({ subject }) => `Is a call of this tool complete even without the parameter \`${subject}\`?`,
  ],
  choice: {
    ...byName,
    questions: [
      () => 'Which of these is an optional parameter of this tool?',
      () => 'Which of these parameters does this tool have, but not require?',
      () => 'Which optional parameter does this tool offer?',
    ],
  },
  quoted: quotedName,
}

/** The parameter takes values of one type. Every whole number is a number. */
const type: FactKind = {
  id: 'type',
  about: 'part',
  facts({ input }) {
    const found: Fact[] = []
    for (const [subject, facts] of input?.properties ?? []) {
      if (facts.type !== undefined) found.push({ subject, value: facts.type })
    }
    return found
  },
  judge: (tool, { subject, value }) => judgeParameter(tool, subject, (facts) => judgeType(facts, value)),
  yesNo: [
    ({ subject, value }) => `Is the parameter \`${subject}\` of this tool ${typePhrases(value).is}?`,
    ({ subject, value }) => `Does the parameter \`${subject}\` of this tool take ${typePhrases(value).is}?`,
    ({ subject, value }) =>
      `Must the value of \`${subject}\` in a call of this tool be ${typePhrases(value).is}?`,
  ],
  choice: {
    frame: ({ value }) => value,
    option: ({ subject }) => subject,
    questions: [
      (frame) => `Which parameter of this tool takes ${typePhrases(frame).is}?`,
      (frame) => `Which of these parameters of this tool is ${typePhrases(frame).is}?`,
      (frame) => `For which of these parameters does this tool expect ${typePhrases(frame).is}?`,
    ],
  },
  quoted: quotedName,
}

/** Of a property with a plain type. */
export function judgeType({ type: own }: PropertyFacts, asked: string): Judgement {
  if (own === undefined) return 'open'
  if (own === asked) return 'true'
  const isNumber = (name: string): boolean => name === 'integer' || name === 'number'
  return isNumber(own) && isNumber(asked) ? 'open' : 'contradicted'
}

/** The parameter stands in the path of the address, not in query or body. */
const inPath: FactKind = {
  id: 'in-path',
  about: 'part',
  facts: (tool) => parametersWhere(tool, (_, name) => tool.pathParameters?.has(name) === true),
  judge(tool, { subject }) {
    if (tool.pathParameters === undefined) return 'open'
    const isNamed = tool.pathParameters.has(subject)
    return judgeParameter(tool, subject, () => (isNamed ? 'true' : 'contradicted'))
  },
  yesNo: [
    ({ subject }) => `Does this tool put the parameter \`${subject}\` into the path of the URL?`,
    ({ subject }) => `Is the parameter \`${subject}\` part of the URL path that this tool calls?`,
    ({ subject }) => `Is \`${subject}\` a path parameter of this tool?`,
  ],
  choice: {
    ...byName,
    questions: [
      () => 'Which of these parameters stands in the URL path that this tool calls?',
      () => 'Which of these is a path parameter of this tool?',
      () => 'Which of these does this tool put into the path of the URL?',
    ],
  },
  quoted: quotedName,
}

export const parameterKinds: readonly FactKind[] = [declares, requires, optional, type, inPath]
