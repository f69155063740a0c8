import { dialectOf } from '../marked-dialect.js'
import { llama3 } from '../render/frames.js'

/** Llama 3.1 to 3.3 with tools of the user's own: the whole message is the call. */
export const llamaJson = dialectOf({
  id: 'llama-json',
  describes: 'a bare JSON object with "parameters": Llama 3.1, 3.2, 3.3',
  trigger: [],
  closer: [],
  payload: 'json-object',
  keys: { name: 'name', arguments: 'parameters' },
  plurality: 'joined',
  joiner: ';',
  optional: { prefixes: ['<|python_tag|>'] },
  endOfTurn: ['<|eot_id|>', '<|eom_id|>', '<|end_of_text|>'],
  markers: ['<|python_tag|>'],
  signature: ['<|start_header_id|>', '"parameters"'],
  frame: llama3,
})
