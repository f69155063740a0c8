import { dialectOf } from '../marked-dialect.js'
import { phi as frame } from '../render/frames.js'

/** Phi-4-mini: the trigger of Granite, with a closer. */
export const phi = dialectOf({
  id: 'phi',
  describes: '<|tool_call|> around a JSON list: Phi-4-mini',
  trigger: ['<|tool_call|>'],
  closer: ['<|/tool_call|>'],
  payload: 'json-array',
  keys: { name: 'name', arguments: 'arguments' },
  plurality: 'items',
  endOfTurn: ['<|end|>', '<|endoftext|>'],
  markers: ['<|tool_response|>'],
  signature: ['<|tool|>', '<|/tool|>'],
  frame,
})
