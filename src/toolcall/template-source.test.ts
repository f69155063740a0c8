import { describe, expect, it } from 'vitest'
import { templateOfGguf, templateOfTokenizerConfig } from './template-source.js'

describe('templateOfTokenizerConfig', () => {
  it('takes the template with its special and added tokens', () => {
    const config = {
      chat_template: '{{ x }}',
      bos_token: '<s>',
      eos_token: { content: '</s>' },
      added_tokens_decoder: { 5: { content: '[TOOL_CALLS]', special: true } },
    }
    expect(templateOfTokenizerConfig(config, 'c.json')).toEqual({
      template: '{{ x }}',
      tokens: ['[TOOL_CALLS]'],
      variables: { bos_token: '<s>', eos_token: '</s>' },
    })
  })

  it('of several templates takes the one for tools', () => {
    const named = (name: string) => ({ name, template: `{{ ${name} }}` })
    const pick = (...names: readonly string[]) =>
      templateOfTokenizerConfig({ chat_template: names.map(named) }, 'c').template
    expect(pick('default', 'tool_use')).toBe('{{ tool_use }}')
    expect(pick('rag', 'default')).toBe('{{ default }}')
    expect(pick('rag')).toBe('{{ rag }}')
  })

  it.each([{}, [], { chat_template: null }, { chat_template: [] }])('refuses %j', (config) => {
    expect(() => templateOfTokenizerConfig(config, 'c.json')).toThrow(
      /no chat template[\s\S]*c.json[\s\S]*--dialect/,
    )
  })
})

describe('templateOfGguf', () => {
  it('takes template, control tokens and the texts of bos and eos', () => {
    const metadata = {
      'tokenizer.chat_template': '{{ plain }}',
      'tokenizer.chat_template.tool_use': '{{ tools }}',
      'tokenizer.ggml.tokens': ['<s>', 'a', '<call>', 'b'],
      'tokenizer.ggml.token_type': [3, 1, 4, 1],
      'tokenizer.ggml.bos_token_id': 0,
      'tokenizer.ggml.eos_token_id': 99,
    }
    expect(templateOfGguf(metadata, 'm.gguf')).toEqual({
      template: '{{ tools }}',
      tokens: ['<s>', '<call>'],
      variables: { bos_token: '<s>' },
    })
    expect(() => templateOfGguf({}, 'm.gguf')).toThrow(/no chat template/)
  })
})
