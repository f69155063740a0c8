import { dialectOf } from '../marked-dialect.js'
import { granite as frame } from '../render/frames.js'

/** Granite 3: a list that runs to the end of the turn. Its templates never write a closer. */
export const granite = dialectOf({
  id: 'granite',
  describes: '<|tool_call|> and a JSON list without closer: Granite 3',
  trigger: ['<|tool_call|>'],
  closer: [],
  payload: 'json-array',
  keys: { name: 'name', arguments: 'arguments' },
  plurality: 'items',
  endOfTurn: ['<|end_of_text|>', '<|end_of_role|>'],
  signature: ['<|tool_call|>', '<|start_of_role|>'],
  frame,
})
