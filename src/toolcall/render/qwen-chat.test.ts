import { describe, expect, it } from 'vitest'
import type { Message } from '../dialect.js'
import { renderQwen } from './qwen-chat.js'

const question: Message = { role: 'user', content: 'Q' }
const said = (content: string, more: Partial<Extract<Message, { role: 'assistant' }>> = {}): Message => ({
  role: 'assistant',
  content,
  ...more,
})
const ping = { name: 'ping', arguments: {} }
const called = '<tool_call>\n{"name": "ping", "arguments": {}}\n</tool_call>'

/** The turns of the assistant, as the template writes them. */
function turns(...messages: readonly Message[]): readonly string[] {
  const text = renderQwen.chat({ messages, tools: [], addsGenerationPrompt: false })
  return text
    .split('<|im_start|>assistant\n')
    .slice(1)
    .map((turn) => turn.slice(0, turn.indexOf('<|im_end|>')))
}

describe("reasoning in Qwen3's template", () => {
  it.each([
    ['Yes.', '<think>\n\n</think>\n\nYes.'],
    ['<think>a</think>Yes.', '<think>\na\n</think>\n\nYes.'],
    ['<think>\n\na\n\n</think>\n\nYes.\n', '<think>\na\n</think>\n\nYes.\n'],
    ['a</think>Yes.', '<think>\na\n</think>\n\nYes.'],
    ['x<think>y<think>\na\nb\n</think>c</think>\nYes.', '<think>\na\nb\n</think>\n\nYes.'],
    ['<think>a', '<think>\n\n</think>\n\n<think>a'],
    ['\n\nYes.', '<think>\n\n</think>\n\nYes.'],
    ['', '<think>\n\n</think>\n\n'],
  ])('of the last message %j is %j', (content, expected) => {
    expect(turns(question, said(content))).toEqual([expected])
  })

  it('comes from its own field where there is one, and content is then left as it is', () => {
    expect(turns(question, said('<think>b</think>Yes.', { reasoning: '\n a \n\n' }))).toEqual([
      '<think>\n a \n</think>\n\n<think>b</think>Yes.',
    ])
    expect(turns(question, said('\nYes.', { reasoning: '' }))).toEqual(['<think>\n\n</think>\n\nYes.'])
  })

  it('is kept behind the last question of a user alone', () => {
    const first = said('<think>a</think>One.')
    const second = said('<think>b</think>\n', { calls: [ping] })
    const third = said('<think>c</think>Three.')
    const result: Message = { role: 'tool', content: 'ok' }
    expect(turns(question, first, question, second, result, third)).toEqual([
      'One.',
      `<think>\nb\n</think>\n\n${called}`,
      '<think>\nc\n</think>\n\nThree.',
    ])
    // Before the last message an empty one is left out.
    expect(turns(question, said('One.', { calls: [ping] }), result, said('Two.'))).toEqual([
      `One.\n${called}`,
      '<think>\n\n</think>\n\nTwo.',
    ])
    expect(turns(question, said('\n\nOne.'), said('Two.'))).toEqual([
      '\n\nOne.',
      '<think>\n\n</think>\n\nTwo.',
    ])
  })

  it('does not take a result in disguise for a question', () => {
    const disguised: Message = { role: 'user', content: '<tool_response>\nok\n</tool_response>' }
    expect(turns(question, said('<think>a</think>One.'), disguised)).toEqual(['<think>\na\n</think>\n\nOne.'])
    for (const content of ['<tool_response>ok', 'ok</tool_response>'])
      expect(turns(question, said('<think>a</think>One.'), { role: 'user', content })).toEqual(['One.'])
    expect(turns(disguised, said('<think>a</think>One.'), said('<think>b</think>Two.'))).toEqual([
      'One.',
      'Two.',
    ])
  })
})

it('puts results that follow each other into one turn of the user', () => {
  const result = (content: string): Message => ({ role: 'tool', content })
  const messages = [question, result('a'), result('b'), question, result('c')]
  expect(renderQwen.chat({ messages, tools: [], addsGenerationPrompt: false })).toBe(
    '<|im_start|>user\nQ<|im_end|>\n' +
      '<|im_start|>user\n<tool_response>\na\n</tool_response>\n<tool_response>\nb\n</tool_response><|im_end|>\n' +
      '<|im_start|>user\nQ<|im_end|>\n' +
      '<|im_start|>user\n<tool_response>\nc\n</tool_response><|im_end|>\n',
  )
})
