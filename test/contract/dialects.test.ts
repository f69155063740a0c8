import { describe, expect, it } from 'vitest'
import { dialectFromJson } from '../../src/toolcall/dialect-config.js'
import { dialects } from '../../src/toolcall/dialects/index.js'
import { type DialectSuite, describeDialect } from './dialect.js'

const whole = 'the whole message is the call, so that prose beside it is refused'

/** What differs from the rule; all other dialects keep every law. */
const suites: Readonly<Record<string, Omit<DialectSuite, 'dialect'>>> = {
  'llama-json': { exceptions: { 'prose before a call does not hide it': whole } },
  pythonic: { exceptions: { 'prose before a call does not hide it': whole } },
  'bare-json': { exceptions: { 'prose before a call does not hide it': whole } },
  'llama-python-tag': { maxCalls: 1 },
}

for (const dialect of dialects) describeDialect({ dialect, ...suites[dialect.id] })

describeDialect({
  dialect: dialectFromJson(
    {
      id: 'acme',
      trigger: '<<',
      closer: '>>',
      payload: 'json-object',
      keys: { name: 'tool', arguments: 'with' },
      endOfTurn: ['<|done|>'],
      frame: 'gemma',
    },
    'acme.json',
  ),
  exceptions: {
    'a call that lacks one character is still an attempt': 'half of a marker of two characters is prose',
  },
})

describe('dialects', () => {
  it('have ids of their own', () => {
    const ids = dialects.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual([
      'hermes',
      'qwen-xml',
      'glm',
      'llama-json',
      'llama-function-tag',
      'llama-python-tag',
      'pythonic',
      'mistral-v3',
      'mistral-v11',
      'deepseek-v3',
      'deepseek-v31',
      'functiongemma',
      'granite',
      'phi',
      'command-r',
      'command-a',
      'kimi',
      'harmony',
      'functionary',
      'lfm',
      'nemotron',
      'jamba',
      'vectrayx',
      'bare-json',
      'openai',
      'openai-responses',
      'anthropic',
      'gemini',
    ])
  })
})
