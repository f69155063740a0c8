import { dialectOf } from '../marked-dialect.js'
import { mistral } from '../render/frames.js'
import { mistralResult } from '../render/mistral-chat.js'

/** Mistral tokenizers v11 and v13, Magistral, Devstral: the name stands outside the JSON. */
export const mistralV11 = dialectOf(
  {
    id: 'mistral-v11',
    describes: '[TOOL_CALLS]NAME[ARGS]{…}: Mistral Small 3.2, Magistral, Devstral',
    trigger: ['[TOOL_CALLS]'],
    closer: [],
    payload: 'named-json',
    separator: '[ARGS]',
    idSeparator: '[CALL_ID]',
    plurality: 'blocks',
    endOfTurn: ['</s>'],
    markers: ['[ARGS]', '[CALL_ID]', '[TOOL_RESULTS]', '[/TOOL_RESULTS]'],
    signature: ['[TOOL_CALLS]', '[ARGS]'],
    frame: mistral,
  },
  { result: mistralResult },
)
