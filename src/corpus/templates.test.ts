import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../text/json.js'
import { corpusTemplates } from './templates.js'
import type { CorpusExample } from './tool-corpus.js'

let line = 0
function example(prompt: string, tool: string, given: JsonObject): CorpusExample {
  line++
  const call = { name: tool, arguments: given }
  return {
    id: `e${line}`,
    line,
    messages: [{ role: 'user', content: prompt }],
    prompt,
    tools: [],
    answer: { text: JSON.stringify(call), calls: [call], outcome: 'called' },
  }
}

describe('corpusTemplates', () => {
  it('merges prompts that differ in what is copied, and parts them by type', () => {
    const examples = [
      example('reputation of 10.0.0.1', 'check', { value: '10.0.0.1', kind: 'ip' }),
      example('reputation of 10.0.0.2', 'check', { value: '10.0.0.2', kind: 'ip' }),
      example('reputation of 10.0.0.2', 'check', { value: '10.0.0.2', kind: 'ip' }),
      example('reputation of bad.example', 'check', { value: 'bad.example', kind: 'domain' }),
    ]
    expect(corpusTemplates({ examples })).toMatchObject([
      {
        id: 'check/1',
        text: 'reputation of {value}',
        pieces: ['reputation of ', ''],
        slots: [{ argument: 'value', type: 'ipv4' }],
        examples: [examples[0]?.id, examples[1]?.id],
        constants: { kind: 'ip' },
        varying: [],
      },
      { id: 'check/2', slots: [{ argument: 'value', type: 'domain' }], constants: { kind: 'domain' } },
    ])
  })

  it('names constants that differ', () => {
    const examples = [
      example('flaws of nginx', 'search', { query: 'nginx', limit: 10 }),
      example('flaws of apache', 'search', { query: 'apache', limit: 20 }),
    ]
    expect(corpusTemplates({ examples })).toMatchObject([{ constants: {}, varying: ['limit'] }])
  })

  it('leaves out prompts that still name an entity, have no slot, or answer something else', () => {
    const [call] = [example('is bad.example safe', 'check', { value: 'bad.example' })]
    const afterResult = {
      ...call,
      id: 'late',
      messages: [...(call?.messages ?? []), { role: 'tool' as const, content: 'clean' }],
    } as CorpusExample
    const examples = [
      example('compare 10.0.0.1 with nginx', 'search', { query: 'nginx' }),
      example('how much memory is free', 'run', { command: 'vmstat' }),
      afterResult,
    ]
    expect(corpusTemplates({ examples })).toEqual([])
  })
})
