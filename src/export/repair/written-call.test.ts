import { describe, expect, it } from 'vitest'
import { buildTool } from '../../catalog/build-tool.js'
import type { CorpusExample } from '../../corpus/tool-corpus.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { apiContent, CallWriter } from './written-call.js'

const tool = buildTool({
  name: 'find',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string' }, limit: { type: 'integer' }, note: { type: 'string' } },
    required: ['query'],
  },
  source: { format: 'test', at: 'test' },
})
const hermes = dialects.find(({ id }) => id === 'hermes') as (typeof dialects)[number] // in the list
const openai = dialects.find(({ id }) => id === 'openai') as (typeof dialects)[number] // in the list
const example = (text: string, given: Record<string, string | number>): CorpusExample => ({
  id: '1',
  line: 1,
  messages: [{ role: 'user', content: 'x' }],
  prompt: 'x',
  tools: [tool],
  answer: { text, calls: [{ name: 'find', arguments: given }], outcome: 'called' },
})
const block = (json: string): string => `<tool_call>\n${json}\n</tool_call>`

describe('CallWriter', () => {
  const writer = new CallWriter(hermes)

  it('keeps the spelling of the example, and what is said before the call', () => {
    const old = example(
      `Looking for ash … ${block('{"name":"find","arguments":{ "query":"ash", "limit":10 }}')}`,
      {
        query: 'ash',
        limit: 10,
      },
    )
    const calls = [{ name: 'find', arguments: { query: 'el"m', limit: 10 } }]
    expect(writer.like(old, { calls, exchanges: [{ old: 'ash', value: 'el"m' }] })).toEqual({
      text: `Looking for el\\"m … ${block('{"name":"find","arguments":{ "query":"el\\"m", "limit":10 }}')}`,
      calls,
      isRecorded: false,
    })
  })

  it('exchanges all at once, so that no new value is taken for an old one', () => {
    const old = example(block('{"name": "find", "arguments": {"query": "one", "note": "two"}}'), {
      query: 'one',
      note: 'two',
    })
    const calls = [{ name: 'find', arguments: { query: 'two', note: 'one' } }]
    const exchanges = [
      { old: 'one', value: 'two' },
      { old: 'two', value: 'one' },
    ]
    expect(writer.like(old, { calls, exchanges })?.text).toBe(
      block('{"name": "find", "arguments": {"query": "two", "note": "one"}}'),
    )
  })

  it('writes anew where an old value stands in the name or a key as well', () => {
    const old = example(block('{"name":"find","arguments":{"query":"find"}}'), { query: 'find' })
    const calls = [{ name: 'find', arguments: { query: 'elm' } }]
    const answer = writer.like(old, { calls, exchanges: [{ old: 'find', value: 'elm' }] })
    expect(answer?.text).toBe(hermes.renderCalls(calls, { tools: [tool] }))
  })

  it('gives nothing where the call breaks the schema', () => {
    const old = example(block('{"name": "find", "arguments": {"query": "ash"}}'), { query: 'ash' })
    const calls = [{ name: 'find', arguments: { limit: 'many' } }]
    expect(writer.like(old, { calls, exchanges: [] })).toBeUndefined()
    expect(writer.fresh(calls, [tool])).toBeUndefined()
  })

  it('gives calls of an API as data, numbered where they have no id', () => {
    const calls = [{ name: 'find', arguments: { query: 'elm' } }]
    const old = example('{"role":"assistant","content":"Of ash:","tool_calls":[]}', { query: 'ash' })
    expect(new CallWriter(openai).like(old, { calls, exchanges: [{ old: 'ash', value: 'elm' }] })).toEqual({
      text: 'Of elm:',
      calls: [{ ...calls[0], id: 'call_1' }],
      isRecorded: true,
    })
  })
})

describe('apiContent', () => {
  it.each([
    ['{"role":"assistant","content":"hi","tool_calls":[]}', 'hi'],
    ['{"role":"assistant","content":null,"tool_calls":[]}', ''],
    [
      '{"content":[{"type":"text","text":"a"},{"type":"tool_use","name":"x","input":{}},{"type":"text","text":"b"}]}',
      'ab',
    ],
    ['5', '5'],
    ['plain words', 'plain words'],
  ])('of %s is %j', (text, content) => {
    expect(apiContent(text)).toBe(content)
  })
})
