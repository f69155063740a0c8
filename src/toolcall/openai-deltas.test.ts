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
})
