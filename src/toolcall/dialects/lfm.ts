import { dialectOf } from '../marked-dialect.js'
import { chatml } from '../render/frames.js'

/** LFM2: a Python list between tokens, prose after it. */
export const lfm = dialectOf(
  {
    id: 'lfm',
    describes: '<|tool_call_start|> around Python calls: LFM2, MiniCPM3',
    trigger: ['<|tool_call_start|>'],
    closer: ['<|tool_call_end|>'],
    payload: 'python',
    plurality: 'items',
    endOfTurn: ['<|im_end|>', '<|endoftext|>'],
    markers: ['<|tool_response_start|>', '<|tool_response_end|>', '<|tool_list_start|>', '<|tool_list_end|>'],
    signature: ['<|tool_list_start|>'],
    frame: chatml,
  },
  { result: ({ content }) => `<|tool_response_start|>${content}<|tool_response_end|>` },
)
