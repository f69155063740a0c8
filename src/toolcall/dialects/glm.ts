import { dialectOf } from '../marked-dialect.js'
import { glm as frame } from '../render/frames.js'

/** GLM-4.5 and later: strings bare, other values JSON. */
export const glm = dialectOf(
  {
    id: 'glm',
    describes: 'a name and <arg_key>/<arg_value> pairs: GLM-4.5, 4.6, 4.7',
    trigger: ['<tool_call>'],
    closer: ['</tool_call>'],
    payload: 'pairs',
    plurality: 'blocks',
    endOfTurn: ['<|endoftext|>', '<|user|>', '<|observation|>'],
    markers: ['<arg_key>', '</arg_key>', '<arg_value>', '</arg_value>'],
    signature: ['<tool_call>', '<arg_key>', '<arg_value>'],
    frame,
  },
  { result: ({ content }) => `<tool_response>\n${content}\n</tool_response>` },
)
