import { dialectOf } from '../marked-dialect.js'
import { nemotron as frame } from '../render/frames.js'

/** Nemotron: one tag for a list in Python or in JSON. */
export const nemotron = dialectOf(
  {
    id: 'nemotron',
    describes: '<TOOLCALL> around a Python or JSON list: Nemotron',
    trigger: ['<TOOLCALL>'],
    closer: ['</TOOLCALL>'],
    payload: 'python-or-json',
    keys: { name: 'name', arguments: 'arguments' },
    plurality: 'items',
    endOfTurn: ['<SPECIAL_12>', '<|eot_id|>', '<|end_of_text|>'],
    markers: ['<TOOL_RESPONSE>', '</TOOL_RESPONSE>', '<AVAILABLE_TOOLS>', '</AVAILABLE_TOOLS>'],
    signature: ['<TOOLCALL>'],
    frame,
  },
  { result: ({ content }) => `<TOOL_RESPONSE>[${content}]</TOOL_RESPONSE>` },
)
