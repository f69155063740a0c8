import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../text/json.js'
import { messageOfDeltas } from './openai-deltas.js'

const fragment = (index: number, args: string, more: object = {}) => ({
  tool_calls: [{ index, ...more, function: { arguments: args } }],
})

describe('messageOfDeltas', () => {
  it('joins fragments by index, however they alternate', () => {
    const message = messageOfDeltas([
      { role: 'assistant', content: 'On' },
      { content: 'e.' },
      { tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '' } }] },
      { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{' } }] },
      fragment(1, '{"x"'),
      fragment(0, '}'),
      fragment(1, ': 1}'),
    ])
    expect(message).toEqual({
      role: 'assistant',
      content: 'One.',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } },
        { id: 'b', type: 'function', function: { name: 'g', arguments: '{"x": 1}' } },
      ],
    })
  })

  it('takes chunks with choices, and servers that leave the index out or repeat the name', () => {
    const chunk = (entry: JsonObject): JsonValue => ({ choices: [{ delta: { tool_calls: [entry] } }] })
    const message = messageOfDeltas([
      chunk({ id: 'a', function: { name: 'f', arguments: '{' } }),
      chunk({ id: 'a', function: { name: 'f', arguments: '}' } }),
      chunk({ id: 'b', function: { name: 'g', arguments: '{}' } }),
    ])
    expect(message.tool_calls).toEqual([
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } },
      { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
    ])
  })

  it('gives an empty message for nothing, and passes over what is no delta', () => {
    expect(messageOfDeltas([])).toEqual({ role: 'assistant', content: null })
    expect(messageOfDeltas([null, 3, [], { choices: [] }, { tool_calls: [null] }])).toEqual({
      role: 'assistant',
      content: null,
    })
  })

  it('adds up every field of text, and leaves out those that never came', () => {
    const message = messageOfDeltas([
      { reasoning_content: 'a', reasoning: 'b', refusal: 'c' },
      { reasoning_content: 'd', reasoning: null, content: 5, refusal: 'e' },
    ])
    expect(message).toEqual({
      role: 'assistant',
      content: null,
      reasoning_content: 'ad',
      reasoning: 'b',
      refusal: 'ce',
    })
  })

  it('takes id, type and name from the first fragment that has them', () => {
    const message = messageOfDeltas([
      { tool_calls: [{ index: 0, id: '', type: 5, function: { name: 'f' } }] },
      { tool_calls: [{ index: 0, id: 'a', type: 'custom', function: { name: 'f', arguments: '{' } }] },
      { tool_calls: [{ index: 0, id: 'b', type: 'function', function: { name: '', arguments: '}' } }] },
      { tool_calls: [{ index: 0, function: { name: 5, arguments: 5 } }, { index: 0 }, { index: 2 }] },
    ])
    expect(message.tool_calls).toEqual([
      { id: 'a', type: 'custom', function: { name: 'f', arguments: '{}' } },
      { type: 'function', function: { name: '', arguments: '' } },
    ])
  })

  it('puts a fragment without index where its id belongs, and without either to the call at hand', () => {
    const part = (entry: JsonObject): JsonValue => ({ tool_calls: [entry] })
    const message = messageOfDeltas([
      part({ id: 'a', function: { name: 'f', arguments: '1' } }),
      part({ function: { arguments: '2' } }),
      part({ id: 'b', function: { name: 'g', arguments: '3' } }),
      part({ function: { arguments: '4' } }),
      part({ id: 'b', function: { arguments: '5' } }),
    ])
    expect(message.tool_calls).toMatchObject([
      { id: 'a', function: { name: 'f', arguments: '12' } },
      { id: 'b', function: { name: 'g', arguments: '345' } },
    ])
  })

  it('takes the first of several choices', () => {
    const chunk = { choices: [{ delta: { content: 'a' } }, { delta: { content: 'b' } }] }
    expect(messageOfDeltas([chunk, { choices: [{ delta: 5 }] }, { choices: [5] }]).content).toBe('a')
  })
})
