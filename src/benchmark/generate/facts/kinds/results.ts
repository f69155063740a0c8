import type { Fact, FactKind, Judgement } from '../fact-kind.js'
import type { PropertyFacts } from '../object-facts.js'
import type { ToolFacts } from '../tool-facts.js'
import { judgeType } from './parameters.js'
import { typePhrases } from './type-phrases.js'

function judgeField(
  { output }: ToolFacts,
  name: string,
  judge: (facts: PropertyFacts) => Judgement,
): Judgement {
  if (output === undefined) return 'open'
  const facts = output.properties.get(name)
  if (facts !== undefined) return judge(facts)
  return output.names.has(name) ? 'open' : 'unlisted'
}

/** The schema of the result has a field of that name. */
const resultField: FactKind = {
  id: 'result-field',
  about: 'part',
  facts: ({ output }) => Array.from(output?.properties.keys() ?? [], (subject) => ({ subject, value: '' })),
  judge(tool, { subject }) {
    const judged = judgeField(tool, subject, () => 'true')
    return judged === 'unlisted' && tool.output?.isClosed === true ? 'contradicted' : judged
  },
  yesNo: [
    ({ subject }) => `Does the result of this tool have a field named \`${subject}\`?`,
    ({ subject }) => `Is \`${subject}\` one of the fields of what this tool returns?`,
    ({ subject }) => `Can the result of this tool hold a field called \`${subject}\`?`,
  ],
  choice: {
    frame: () => '',
    option: ({ subject }) => subject,
    questions: [
      () => 'Which of these fields does the result of this tool have?',
      () => 'Which of these stands at the top of what this tool returns?',
      () => 'Which of these is a field of the result of this tool?',
    ],
  },
  quoted: ({ subject }) => [subject],
}

/** The field is in every result. */
const resultRequired: FactKind = {
  id: 'result-required',
  about: 'part',
  facts({ output }) {
    const found: Fact[] = []
    for (const [subject, { isRequired }] of output?.properties ?? [])
      if (isRequired) found.push({ subject, value: '' })
    return found
  },
  judge: (tool, { subject }) =>
    judgeField(tool, subject, ({ isRequired }) => (isRequired ? 'true' : 'contradicted')),
  yesNo: [
    ({ subject }) => `Does every result of this tool have the field \`${subject}\`?`,
    ({ subject }) => `Is the field \`${subject}\` certain to be in the result of this tool?`,
    ({ subject }) => `Does this tool promise the field \`${subject}\` in its result?`,
  ],
  quoted: ({ subject }) => [subject],
}

/** The field has values of one type. */
const resultType: FactKind = {
  id: 'result-type',
  about: 'part',
  facts({ output }) {
    const found: Fact[] = []
    for (const [subject, { type }] of output?.properties ?? []) {
      if (type !== undefined) found.push({ subject, value: type })
    }
    return found
  },
  judge: (tool, { subject, value }) => judgeField(tool, subject, (facts) => judgeType(facts, value)),
  yesNo: [
    ({ subject, value }) =>
      `Is the field \`${subject}\` in the result of this tool ${typePhrases(value).is}?`,
    ({ subject, value }) => `Does this tool return ${typePhrases(value).is} as \`${subject}\`?`,
    ({ subject, value }) => `In what this tool returns, is \`${subject}\` ${typePhrases(value).is}?`,
  ],
  choice: {
    frame: ({ value }) => value,
    option: ({ subject }) => subject,
    questions: [
      (frame) => `Which field in the result of this tool is ${typePhrases(frame).is}?`,
      (frame) => `Which of these fields does this tool return as ${typePhrases(frame).is}?`,
      (frame) => `In what this tool returns, which of these is ${typePhrases(frame).is}?`,
    ],
  },
  quoted: ({ subject }) => [subject],
}

export const resultKinds: readonly FactKind[] = [resultField, resultRequired, resultType]
