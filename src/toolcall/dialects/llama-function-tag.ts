import { dialectOf } from '../marked-dialect.js'
import { llama3 } from '../render/frames.js'

/** The form that Llama 3.1 is asked for in the prompt, and Functionary 3.1's. */
export const llamaFunctionTag = dialectOf({
  id: 'llama-function-tag',
  describes: '<function=NAME> around JSON: Llama 3.1 by prompt, Functionary 3.1',
  trigger: ['<function='],
  closer: ['</function>'],
  payload: 'named-json',
  separator: '>',
  plurality: 'blocks',
  endOfTurn: ['<|eom_id|>', '<|eot_id|>', '<|end_of_text|>'],
  signature: ['<function=', '</function>', '<|start_header_id|>'],
  frame: llama3,
})
