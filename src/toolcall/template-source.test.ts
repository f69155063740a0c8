import { describe, expect, it } from 'vitest'
import { templateOfGguf, templateOfText, templateOfTokenizerConfig } from './template-source.js'

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

  it('takes the four special tokens, as texts or as objects, and no others', () => {
    const { variables, tokens } = templateOfTokenizerConfig(
      {
        chat_template: 'x',
        bos_token: 'b',
        eos_token: { content: 'e' },
        pad_token: 'p',
        unk_token: { content: 5 },
        sep_token: 's',
        added_tokens_decoder: { 1: 'plain', 2: { content: 'c' }, 3: { content: 5 }, 4: null },
      },
      'c',
    )
    expect(variables).toEqual({ bos_token: 'b', eos_token: 'e', pad_token: 'p' })
    expect(tokens).toEqual(['plain', 'c'])
    expect(templateOfTokenizerConfig({ chat_template: 'x', unk_token: 'u' }, 'c').variables).toEqual({
      unk_token: 'u',
    })
    expect(templateOfTokenizerConfig({ chat_template: 'x', added_tokens_decoder: [] }, 'c').tokens).toEqual(
      [],
    )
  })

  it('of several templates passes over what is none', () => {
    const chat_template = [5, { name: 'default' }, { name: 'tool_use', template: 't' }]
    expect(templateOfTokenizerConfig({ chat_template }, 'c').template).toBe('t')
    expect(() => templateOfTokenizerConfig({ chat_template: [{ name: 'tool_use' }] }, 'c')).toThrow(
      /chat_template/,
    )
  })

  it('says what the file lacks and what to name instead', () => {
    const fix =
      '  fix:   Name the tokenizer_config.json, chat_template.jinja or GGUF file of a chat model, or choose a dialect with --dialect.'
    expect(() => templateOfTokenizerConfig([], 'c.json')).toThrow(
      `There is no chat template to look at. The file holds no object.\n  where: c.json\n${fix}`,
    )
    expect(() => templateOfTokenizerConfig({}, 'c.json')).toThrow(
      `There is no chat template to look at. It has no "chat_template".\n  where: c.json\n${fix}`,
    )
    expect(() => templateOfGguf({}, 'm.gguf')).toThrow(
      `There is no chat template to look at. Its metadata has no "tokenizer.chat_template".\n  where: m.gguf\n${fix}`,
    )
    expect(() => templateOfGguf({}, 'm.gguf')).toThrow(expect.objectContaining({ code: 'template-missing' }))
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
    const ended = templateOfGguf(
      { ...metadata, 'tokenizer.ggml.eos_token_id': 3, 'tokenizer.chat_template.tool_use': 5 },
      'm.gguf',
    )
    expect(ended).toMatchObject({ template: '{{ plain }}', variables: { bos_token: '<s>', eos_token: 'b' } })
    const bare = {
      'tokenizer.chat_template': 'x',
      'tokenizer.ggml.tokens': ['<s>', 5],
      'tokenizer.ggml.bos_token_id': 1,
    }
    expect(templateOfGguf(bare, 'm.gguf')).toEqual({ template: 'x', tokens: [], variables: {} })
    expect(templateOfGguf({ ...bare, 'tokenizer.ggml.token_type': [3, 3] }, 'm.gguf').tokens).toEqual(['<s>'])
    expect(
      templateOfGguf({ 'tokenizer.chat_template': 'x', 'tokenizer.ggml.token_type': [3] }, 'm').tokens,
    ).toEqual([])
  })

  it('of a text is the text', () => {
    expect(templateOfText('{{ x }}')).toEqual({ template: '{{ x }}', tokens: [], variables: {} })
  })
})
