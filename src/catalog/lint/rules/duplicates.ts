import { isJsonObject } from '../../../text/json.js'
import { printable } from '../../../text/printable.js'
import type { Tool } from '../../tool.js'
import type { EquivalenceClass } from '../equivalence.js'
import { defineCatalogRule } from '../rule.js'

/** Tools that cannot, or can hardly, be told apart by their texts. */
export const duplicates = defineCatalogRule({
  codes: [
    {
      code: 'duplicate-exact',
      severities: ['warn'],
      means:
        'Tools with the same text, word for word: title and endpoint (or else name), description, service description.',
      fix: 'Keep one, or say how they differ. A benchmark must take any of them as gold.',
    },
    {
      code: 'duplicate-near',
      severities: ['warn'],
      means:
        'Tools whose texts are at least 0.8 like that of the first (Jaccard of word sets; the less of own text and text with service) and whose labels do not contradict each other (get, delete).',
      fix: 'Keep one, or say how they differ. A benchmark must take any of them as gold.',
    },
    {
      code: 'confusable',
      severities: ['info'],
      means:
        'Two tools with texts at least 0.5 alike, or under the same title and at least 0.3 alike. Of two classes one pair.',
      fix: 'Let each description say when not to use the tool. They make good hard negatives.',
    },
  ],
  check({ tools }, report, { equivalence }) {
    if (equivalence === undefined) return
    for (const group of equivalence.classes) {
      report({
        code: group.kind === 'exact' ? 'duplicate-exact' : 'duplicate-near',
        tools: group.tools,
        message: classMessage(group, tools),
      })
    }
    for (const { left, right, similarity, kind } of equivalence.pairs) {
      report({
        code: 'confusable',
        tools: [left, right],
        message: `${kind === 'title' ? 'The same title, and texts' : 'Texts'} ${similarity.toFixed(2)} alike.`,
      })
    }
  },
})

/** Schemas can be large and are read for this alone; a class of thousands is judged by its first members. */
const MAX_COMPARED = 20

function classMessage(
  { kind, tools: positions, similarity, isInterchangeable }: EquivalenceClass,
  tools: readonly Tool[],
): string {
  const members = positions.map((position) => tools[position])
  const text = members[0]?.description ?? members[0]?.title ?? members[0]?.name ?? ''
  const schemas = new Set(members.slice(0, MAX_COMPARED).map(parameterNames))
  const parameters = schemas.size === 1 ? 'the same parameters' : 'different parameters'
  const alike = kind === 'exact' ? 'the same text' : `texts at least ${similarity.toFixed(2)} like the first`
  const names = isInterchangeable ? '' : ', names that tell them apart'
  return `${positions.length} tools, ${alike}${names}, ${parameters}: "${printable(text, { maxLength: 80 })}".`
}

function parameterNames(tool: Tool | undefined): string {
  const properties = tool?.inputSchema.properties
  return isJsonObject(properties) ? JSON.stringify(Object.keys(properties).sort()) : ''
}
