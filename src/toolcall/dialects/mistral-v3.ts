import { dialectOf } from '../marked-dialect.js'
import { mistral } from '../render/frames.js'
import { mistralCalls, mistralResult } from '../render/mistral-chat.js'

/** Mistral tokenizers v1 to v3 and the templates that followed them: one list, ids of nine letters and digits. */
export const mistralV3 = dialectOf(
  {
    id: 'mistral-v3',
    describes: '[TOOL_CALLS] and a JSON list: Mistral 7B v0.3, Nemo, Small 3.1',
    trigger: ['[TOOL_CALLS]'],
    closer: [],
    payload: 'json-array',
    keys: { name: 'name', arguments: 'arguments', ids: ['id'] },
    plurality: 'items',
    endOfTurn: ['</s>'],
    markers: ['[TOOL_RESULTS]', '[/TOOL_RESULTS]', '[AVAILABLE_TOOLS]', '[/AVAILABLE_TOOLS]'],
    signature: ['[TOOL_CALLS]', '[AVAILABLE_TOOLS]'],
    frame: mistral,
  },
  { renderCalls: (calls, { content = '' }) => content + mistralCalls(calls), result: mistralResult },
)
