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
            `<|python_tag|>${readRawPython(call, tools) ?? pythonCall({ ...call, name: `${call.name}.call` })}`,
        )
        .join(''),
  },
)
