import type { Tool } from '../../catalog/tool.js'
import type { WrittenCall } from '../dialect.js'
import { dialectOf } from '../marked-dialect.js'
import { pythonTagParser, readRawPython } from '../payload/python-tag.js'
import { llama3 } from '../render/frames.js'
import { pythonCall } from '../render/python-literal.js'

/** Llama 3.1's built-in tools: `<|python_tag|>NAME.call(…)`, or raw code for a tool that takes code. */
export const llamaPythonTag = dialectOf(
  {
    id: 'llama-python-tag',
    describes: '<|python_tag|>NAME.call(…): built-in tools of Llama 3.1',
    trigger: ['<|python_tag|>'],
    closer: [],
    payload: 'python',
    plurality: 'single',
    endOfTurn: ['<|eom_id|>', '<|eot_id|>', '<|end_of_text|>'],
    signature: ['<|python_tag|>', '.call('],
    frame: llama3,
  },
  {
    parse: pythonTagParser(['<|eom_id|>', '<|eot_id|>']),
    renderCalls: (calls, { content = '', tools = [] }) =>
      content +
      calls
        .map(
          (call) =>
            `<|python_tag|>${rawPython(call, tools) ?? pythonCall({ ...call, name: `${call.name}.call` })}`,
        )
        .join(''),
  },
)

/** Code that is read back as the same: nothing around it is lost, and neither a marker nor a call is found in it. */
function rawPython(call: WrittenCall, tools: readonly Tool[]): string | undefined {
  const code = readRawPython(call, tools)
  if (code === undefined || code === '' || MARKERS.some((marker) => code.includes(marker))) return undefined
  const isWhole = Object.values(call.arguments).every((value) => value === code)
  return isWhole && !/^[\p{XIDC}.\s]*\.\s*call\s*\(/u.test(code) ? code : undefined
}

const MARKERS = ['<|python_tag|>', '<|eom_id|>', '<|eot_id|>', '<|end_of_text|>']
