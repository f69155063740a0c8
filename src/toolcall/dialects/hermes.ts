import { dialectOf } from '../marked-dialect.js'
import { chatml } from '../render/frames.js'
import { renderQwen } from '../render/qwen-chat.js'

/** Hermes 2 and 3, Qwen2.5, Qwen3, Granite 4 and many fine-tunes. Renders as the template of Qwen3 does. */
export const hermes = dialectOf(
  {
    id: 'hermes',
    describes: 'JSON in <tool_call> tags: Hermes, Qwen2.5, Qwen3, Granite 4',
    trigger: ['<tool_call>'],
    closer: ['</tool_call>'],
    payload: 'json-object',
    keys: { name: 'name', arguments: 'arguments' },
    plurality: 'blocks',
    endOfTurn: ['<|im_end|>', '<|endoftext|>', '<|eot_id|>', '<|end_of_text|>'],
    markers: ['<tool_response>', '</tool_response>'],
    signature: ['<tool_call>', '"arguments"'],
    frame: chatml,
  },
  {
    renderCalls: (calls, { content = '' }) => renderQwen.calls(calls, content),
    render: (messages, tools, options) => renderQwen.chat({ messages, tools, ...options }),
  },
)
