import { checkOptions } from '../item-json.js'
import { defineBenchmarkReader } from '../reader.js'
import { readItemLines } from './json-lines.js'
import { firstKeys } from './sniff.js'
import { serviceIn, toolSenseName } from './toolsense-tool.js'

/** ToolSense's multiple-choice probes: `{id, question, correct_answer, wrong_answers, tool}`. The service is the cluster. */
export const toolsenseMcq = defineBenchmarkReader({
  id: 'toolsense-mcq',
  describes: 'ToolSense MCQ: JSONL with question, correct_answer, wrong_answers, tool',
  detect(input) {
    const keys = firstKeys(input)
    return keys.has('correct_answer') && keys.has('wrong_answers')
  },
  read: (input, context) =>
    readItemLines(input, context, (fields) => {
      const tool = toolSenseName(fields.json.tool ?? null, { fields, field: 'tool' })
      const answer = fields.text('correct_answer')
      const distractors = fields.texts('wrong_answers')
      checkOptions(fields.place, { answer, distractors })
      return {
        kind: 'mcq',
        id: fields.id('id'),
        tool,
        question: fields.text('question'),
        answer,
        distractors,
        cluster: serviceIn(tool),
      }
    }),
})
