import { dialectOf } from '../marked-dialect.js'
import { vectrayx as frame } from '../render/frames.js'

/** VectraYX: the markers of Phi around one object, its arguments under "args". */
export const vectrayx = dialectOf({
  id: 'vectrayx',
  describes: '<|tool_call|> around one object with "args": VectraYX',
  trigger: ['<|tool_call|>'],
  closer: ['<|/tool_call|>'],
  payload: 'json-object',
  keys: { name: 'name', arguments: 'args' },
  plurality: 'blocks',
  endOfTurn: ['<|end|>'],
  signature: ['<|tool_call|>', '"args"'],
  frame,
})
