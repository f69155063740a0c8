import { dialectOf } from '../marked-dialect.js'
import { llama3 } from '../render/frames.js'

/** Llama 4 and small Llama 3.2: a Python list of calls is the whole message. */
export const pythonic = dialectOf({
  id: 'pythonic',
  describes: 'a Python list of calls: Llama 3.2 small, Llama 4, ToolACE, OLMo 3',
  trigger: [],
  closer: [],
  payload: 'python',
  plurality: 'items',
  optional: { wrapper: { open: '<|python_start|>', close: '<|python_end|>' } },
  endOfTurn: ['<|eot|>', '<|eot_id|>', '<|eom|>', '<|eom_id|>', '<|end_of_text|>'],
  markers: ['<|python_start|>', '<|python_end|>'],
  signature: ['<|python_start|>'],
  frame: llama3,
})
