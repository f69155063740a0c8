import { defineBenchmarkReader } from '../reader.js'
import { readItemLines } from './json-lines.js'
import { firstKeys } from './sniff.js'
import { serviceIn, toolSenseName } from './toolsense-tool.js'

/** ToolSense's yes/no probes: `{id, question, answer: "Yes" | "No", tool}`. The service is the cluster. */
export const toolsenseQa = defineBenchmarkReader({
  id: 'toolsense-qa',
  describes: 'ToolSense QA: JSONL with question, answer (Yes or No), tool',
  detect(input) {
    const keys = firstKeys(input)
    return keys.has('question') && keys.has('answer') && keys.has('tool') && !keys.has('kind')
  },
  read: (input, context) =>
    readItemLines(input, context, (fields) => {
      const tool = toolSenseName(fields.json.tool ?? null, { fields, field: 'tool' })
      return {
        kind: 'qa',
        id: fields.id('id'),
        tool,
        question: fields.text('question'),
        answer: fields.oneOf('answer', ['Yes', 'No', 'yes', 'no']).toLowerCase() === 'yes' ? 'yes' : 'no',
        cluster: serviceIn(tool),
      }
    }),
})
