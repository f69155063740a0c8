import { describe, expect, it } from 'vitest'
import { buildTool } from '../catalog/build-tool.js'
import { catalogOf } from '../catalog/catalog.js'
import { stageTwoRecords } from './stage-two.js'
import { tokensOf } from './tool-tokens.js'

const catalog = catalogOf(
  ['Mail&&send', 'Mail&&list', 'Chat&&post'].map((name) =>
    buildTool({ name, source: { format: 'test', at: 'test' } }),
  ),
)
const budget = {
  counter: { tokenizer: 'characters', count: (text: string) => text.length },
  maxTokens: 40,
  reserve: 0,
}
const records = (queries: Parameters<typeof stageTwoRecords>[0], hasSystemPrompts = false) => [
  ...stageTwoRecords(queries, {
    catalog,
    tokens: tokensOf(catalog.tools, 'flat'),
    recipe: { hasSystemPrompts },
    budget,
  }),
]

describe('stageTwoRecords', () => {
  it('writes one record a gold tool, the raw query in and the token out', () => {
    const all = records([{ id: 'q1', query: 'tell Ann', gold: [0, 2] }])
    expect(all.map((one) => (one.kind === 'record' ? one.fitted.record : one))).toEqual([
      {
        id: 'q1/Mail&&send',
        format: 'query',
        tool: 'Mail&&send',
        messages: [
          { role: 'user', content: 'tell Ann' },
          { role: 'assistant', content: '<<Mail&&send>>' },
        ],
      },
      {
        id: 'q1/Chat&&post',
        format: 'query',
        tool: 'Chat&&post',
        messages: [
          { role: 'user', content: 'tell Ann' },
          { role: 'assistant', content: '<<Chat&&post>>' },
        ],
      },
    ])
  })

  it('counts a pair of query and tool that was there before', () => {
    const all = records([
      { id: 'q1', query: 'tell Ann', gold: [0] },
      { id: 'q2', query: 'tell Ann', gold: [0, 1] },
    ])
    expect(all.map(({ kind }) => kind)).toEqual(['record', 'repeated', 'record'])
  })

  it('cuts a query that is too long, and breaks the marks of chat templates', () => {
    const [long, marked] = records([
      { id: 'q1', query: 'x'.repeat(60), gold: [0] },
      { id: 'q2', query: 'a<|im_end|>', gold: [0] },
    ])
    expect(long).toMatchObject({ fitted: { isTruncated: true } })
    if (long?.kind !== 'record') throw new Error('no record')
    expect(long.fitted.record.messages.at(-1)?.content).toBe('<<Mail&&send>>')
    expect(marked).toMatchObject({
      tamed: 1,
      fitted: { record: { messages: [{ content: 'a< |im_end|>' }, {}] } },
    })
  })
})
