import { dialectOf } from '../marked-dialect.js'
import { jamba as frame } from '../render/frames.js'

/** Jamba 1.5 and later: a JSON list in <tool_calls> tags. */
export const jamba = dialectOf({
  id: 'jamba',
  describes: '<tool_calls> around a JSON list: Jamba 1.5, 1.6',
  trigger: ['<tool_calls>'],
  closer: ['</tool_calls>'],
  payload: 'json-array',
  keys: { name: 'name', arguments: 'arguments' },
  plurality: 'items',
  endOfTurn: ['<|eom|>', '<|endoftext|>'],
  signature: ['<tool_calls>', '<|bom|>'],
  frame,
})
