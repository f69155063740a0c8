import { dialectOf } from '../marked-dialect.js'
import { plain } from '../render/frames.js'

/** No markers at all: the whole message is one call object or a list of them. xLAM writes so. */
export const bareJson = dialectOf({
  id: 'bare-json',
  describes: 'the whole message is JSON, one object or a list: xLAM, prompts without markers',
  trigger: [],
  closer: [],
  payload: 'json',
  keys: { name: 'name', arguments: 'arguments' },
  plurality: 'items',
  endOfTurn: [
    '<|im_end|>',
    '<|eot_id|>',
    '<|end_of_text|>',
    '<|endoftext|>',
    '<end_of_turn>',
    '</s>',
    '<eos>',
  ],
  frame: plain,
})
