import { readLooseCalls } from '../loose/recover.js'
import { dialectOf } from '../marked-dialect.js'
import { chatml } from '../render/frames.js'

/** Qwen3-Coder and later: tags around untyped text, typed by the schema. */
export const qwenXml = dialectOf(
  {
    id: 'qwen-xml',
    describes: 'tags around bare values: Qwen3-Coder, Qwen3.5, Nemotron 3',
    trigger: ['<tool_call>'],
    closer: ['</tool_call>'],
    payload: 'xml',
    plurality: 'blocks',
    endOfTurn: ['<|im_end|>', '<|endoftext|>'],
    markers: [
      '<function=',
      '</function>',
      '<parameter=',
      '</parameter>',
      '<tool_response>',
      '</tool_response>',
    ],
    signature: ['<tool_call>', '<function=', '<parameter='],
    frame: chatml,
  },
  {
    recover: (scan, masks) => readLooseCalls(scan, { form: 'xml', opener: '<function=', masks }),
    result: ({ content }) => `<tool_response>\n${content}\n</tool_response>`,
  },
)
