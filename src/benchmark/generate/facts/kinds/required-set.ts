import type { Fact, FactKind } from '../fact-kind.js'
import type { ToolFacts } from '../tool-facts.js'

/** Longer lists are no question that people read. */
const MAX_NAMES = 4

/** The names that every call must give, in the order of the schema; undefined where some cannot be quoted. */
function requiredNames({ input }: ToolFacts): readonly string[] | undefined {
  if (input?.counts === undefined) return undefined
  const names = [...input.properties].filter(([, { isRequired }]) => isRequired).map(([name]) => name)
  return names.length === input.counts.required ? names : undefined
}

const namesOf = ({ value }: Fact): readonly string[] => value.split(', ')

function quotedList(fact: Fact): string {
  const names = namesOf(fact).map((name) => `\`${name}\``)
  return names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const isOne = (fact: Fact): boolean => namesOf(fact).length === 1

/** Exactly these parameters are required: no more, and no fewer. */
export const requiredSet: FactKind = {
  id: 'required-set',
  about: 'part',
  facts(tool) {
    const names = requiredNames(tool) ?? []
    return names.length === 0 || names.length > MAX_NAMES ? [] : [{ subject: '', value: names.join(', ') }]
  },
  judge(tool, fact) {
    const own = requiredNames(tool)
    if (own === undefined) return 'open'
    const asked = new Set(namesOf(fact))
    return own.length === asked.size && own.every((name) => asked.has(name)) ? 'true' : 'contradicted'
  },
  yesNo: [
    (fact) =>
      `${isOne(fact) ? 'Is' : 'Are'} ${quotedList(fact)} the only required ${isOne(fact) ? 'parameter' : 'parameters'} of this tool?`,
    (fact) => `Does this tool require exactly ${quotedList(fact)}, no more and no less?`,
    (fact) => `Are the required parameters of this tool just ${quotedList(fact)}?`,
  ],
  choice: {
    frame: () => '',
    option: ({ value }) => value,
    questions: [
      () => 'Which of these is the full list of parameters that this tool requires?',
      () => 'What must every call of this tool give, no more and no less?',
      () => 'Exactly which parameters does this tool require?',
    ],
  },
  quoted: namesOf,
}
