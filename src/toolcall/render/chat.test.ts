import { describe, expect, it } from 'vitest'
import type { Tool } from '../../catalog/tool.js'
import type { Message } from '../dialect.js'
import { renderChat } from './chat.js'
import { frames } from './frames.js'

const style = (id: string) => {
  const frame = frames.find((known) => known.id === id)
  if (frame === undefined) throw new Error(id)
  return {
    frame,
    declare: (tools: readonly Tool[]) => tools.map(({ name }) => name).join(','),
    calls: () => 'CALL',
    result: ({ content }: { readonly content: string }) => `<${content}>`,
    reasoning: { open: '(', close: ')' },
  }
}
const tools: readonly Tool[] = [{ name: 'ping', inputSchema: {}, source: { format: 't', at: 't' } }]
const talk: readonly Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: ' Hi\n' },
  { role: 'assistant', reasoning: 'r', content: 'Yes.', calls: [{ name: 'ping', arguments: {} }] },
  { role: 'tool', content: 'ok' },
]

describe('renderChat', () => {
  it('puts the declaration of tools behind the system text, and every message into its frame', () => {
    expect(renderChat(style('chatml'), { messages: talk, tools })).toBe(
      '<|im_start|>system\nBe brief.\n\nping<|im_end|>\n<|im_start|>user\n Hi\n<|im_end|>\n' +
        '<|im_start|>assistant\n(r)CALL<|im_end|>\n<|im_start|>tool\n<ok><|im_end|>\n<|im_start|>assistant\n',
    )
  })

  it('cuts white space where the family does', () => {
    const text = renderChat(style('llama3'), {
      messages: talk.slice(1, 2),
      tools: [],
      addsGenerationPrompt: false,
    })
    expect(text).toBe('<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>')
  })

  it('folds the system text into the first turn where there is no system turn', () => {
    const text = renderChat(style('gemma'), { messages: talk.slice(0, 2), tools })
    expect(text).toBe(
      '<bos><start_of_turn>user\nBe brief.\n\nping\n\nHi<end_of_turn>\n<start_of_turn>model\n',
    )
    const alone = renderChat(style('gemma'), {
      messages: talk.slice(0, 1),
      tools: [],
      addsGenerationPrompt: false,
    })
    expect(alone).toBe('<bos><start_of_turn>user\nBe brief.\n\n<end_of_turn>\n')
  })
})
