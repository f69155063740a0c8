import { Template } from '@huggingface/jinja'
import { describe, expect, it } from 'vitest'
import { roleTemplate } from './role-template.js'

const roles = {
  start: '<s>',
  system: '<|system|>\n',
  user: '<|user|>',
  assistant: '<|assistant|>',
  tool: '<|"tool"|>',
  end: '<|end|>\n',
}
const messages = [
  { role: 'system', content: 'Say {{ nothing }} “now”.\n' },
  { role: 'user', content: ' hi ' },
  { role: 'assistant', content: '<call>{"a": 1}</call>' },
  { role: 'tool', content: '7\\n' },
]

describe('roleTemplate', () => {
  it('writes what the role tokens say, to the letter', () => {
    const template = new Template(roleTemplate(roles))
    expect(template.render({ messages, add_generation_prompt: true })).toBe(
      '<s><|system|>\nSay {{ nothing }} “now”.\n<|end|>\n<|user|> hi <|end|>\n<|assistant|><call>{"a": 1}</call><|end|>\n<|"tool"|>7\\n<|end|>\n<|assistant|>',
    )
    expect(template.render({ messages: messages.slice(1, 2) })).toBe('<s><|user|> hi <|end|>\n')
  })
  it('leaves out roles that the corpus lacks', () => {
    const { user, assistant, end } = roles
    expect(roleTemplate({ system: '', user, assistant, end })).not.toMatch(/system|'tool'/)
  })
})
