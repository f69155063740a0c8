import { describe, expect, it } from 'vitest'
import type { Tool } from '../catalog/tool.js'
import { dialects } from '../toolcall/dialects/index.js'
import { corpusStatistics } from './corpus-statistics.js'
import { distinctExamples } from './distinct-examples.js'
import { statisticsTables } from './statistics-tables.js'
import type { CorpusAnswer, CorpusExample, ToolCorpus } from './tool-corpus.js'

const hermes = dialects.find(({ id }) => id === 'hermes')
if (hermes === undefined) throw new Error('no hermes')

const tools: readonly Tool[] = ['weather', 'unused'].map((name) => ({
  name,
  inputSchema: { type: 'object' },
  source: { format: 'corpus', at: 'x' },
}))

function call(name: string, city: string): CorpusAnswer {
  const text = `<tool_call>\n{"name": "${name}", "arguments": {"city": "${city}"}}\n</tool_call>`
  return { text, calls: [{ name, arguments: { city } }], outcome: 'called' }
}

function prose(text: string): CorpusAnswer {
  return { text, calls: [], outcome: 'abstained' }
}

function corpusOf(
  rows: readonly (readonly [prompt: string, answer: CorpusAnswer, source?: string])[],
): ToolCorpus {
  const examples = rows.map(([prompt, answer, source], index): CorpusExample => {
    return {
      id: String(index + 1),
      line: index + 1,
      ...(source === undefined ? {} : { source }),
      messages: [
        { role: 'system', content: 'Help.' },
        { role: 'user', content: prompt },
      ],
      prompt,
      tools,
      answer,
    }
  })
  return {
    path: 'train.jsonl',
    fingerprint: '0'.repeat(64),
    shape: 'messages',
    dialect: hermes as NonNullable<typeof hermes>, // thrown above
    rows: rows.length,
    examples,
    toolsIn: 'record',
    notices: [],
  }
}

const sample = corpusOf([
  ['rain in Lima', call('weather', 'Lima'), 'a'],
  ['rain in Lima', call('weather', 'Lima'), 'a'],
  ['rain in Rome?', call('weather', 'Rome'), 'b'],
  ['what is fog', prose('Low cloud.'), 'b'],
  ['What is fog?', prose('A cloud on the ground.'), 'b'],
  ['is 10.0.0.1 mine', prose('I cannot know.'), 'b'],
  ['tell me a joke', call('joke', 'any')],
])

describe('corpusStatistics', () => {
  it('counts by hand', () => {
    expect(corpusStatistics(sample)).toMatchObject({
      rows: 7,
      examples: 7,
      distinctExamples: 6,
      singleTurn: 7,
      distinctPrompts: 6,
      distinctNormalPrompts: 5,
      calls: { rows: 4, distinct: 3 },
      prose: { rows: 3, distinct: 3 },
      foreign: { rows: 1, distinct: 1 },
      attempted: { rows: 0, distinct: 0 },
      roundTrip: { calls: 2, prose: 3 },
      sources: [
        { source: 'b', rows: 4, distinct: 4 },
        { source: 'a', rows: 2, distinct: 1 },
      ],
      tools: [
        { tool: 'weather', isDeclared: true, rows: 3, distinctPrompts: 2, distinctArguments: 2 },
        { tool: 'joke', isDeclared: false, rows: 1 },
      ],
      unusedTools: ['unused'],
      shapes: [
        { tool: 'weather', shape: '{city: string}', rows: 3 },
        { tool: 'joke', rows: 1 },
      ],
      serialisation: [{ spacing: 'spaced', keys: 'name, arguments', rows: 4 }],
      entities: [{ type: 'ipv4', distinct: 1, distinctInPrompts: 1, prompts: 1 }],
      proseWithEntities: { rows: 1, distinct: 1 },
      grounding: [
        { tool: 'weather', argument: 'city', grounded: 2, prompts: 2 },
        { tool: 'joke', argument: 'city', grounded: 0, prompts: 1 },
      ],
      templates: [
        { tool: 'weather', templates: 2, grounded: 2, ungrounded: 0 },
        { tool: 'joke', templates: 0, grounded: 0, ungrounded: 1 },
      ],
      conflicts: [{ prompt: 'what is fog', answers: 2, examples: ['4', '5'] }],
      repetition: [
        { times: 1, distinct: 5 },
        { times: 2, distinct: 1 },
      ],
    })
  })

  it('tells how calls are written', () => {
    const written = (text: string): CorpusAnswer => ({
      ...call('weather', 'x'),
      text: `<tool_call>${text}</tool_call>`,
    })
    const { serialisation } = corpusStatistics(
      corpusOf([
        ['a', written('{"name":"weather","arguments":{"city":"a: b, c"}}')],
        ['b', written('{"arguments": {"city": "x"}, "name": "weather"}')],
        ['c', written('{\n  "name": "weather",\n  "arguments": {}\n}')],
        ['d', written('weather(city=1)')],
      ]),
    )
    expect(serialisation.map(({ spacing, keys }) => `${spacing} ${keys}`)).toEqual([
      'compact name, arguments',
      'spaced arguments, name',
      'other name, arguments',
      'none ',
    ])
  })

  it('sets the configured mixture against the realised one, by rows and by tokens', () => {
    const tokenizer = { name: 'words', count: (text: string) => text.split(' ').length }
    const { mixtures } = corpusStatistics(
      corpusOf([
        ['one', prose('two'), 'short'],
        ['one two three', prose('four five six'), 'long'],
      ]),
      { tokenizer, mixture: { short: 3, long: 1, lost: 4, broken: Number.NaN } },
    )
    expect(mixtures[0]).toEqual({
      by: 'source',
      unit: 'words',
      parts: [
        { part: 'long', rows: 1, tokens: 7, rowShare: 0.5, tokenShare: 0.7, configured: 0.125 },
        { part: 'short', rows: 1, tokens: 3, rowShare: 0.5, tokenShare: 0.3, configured: 0.375 },
        { part: 'lost', rows: 0, tokens: 0, rowShare: 0, tokenShare: 0, configured: 0.5 },
      ],
    })
    expect(mixtures[1]?.parts[0]).not.toHaveProperty('configured')
  })

  it('counts bytes where no tokenizer is given, and a turn of a conversation once', () => {
    const [first] = corpusOf([['año', prose('día 😀')]]).examples
    if (first === undefined) throw new Error('no example')
    const later: CorpusExample = {
      ...first,
      id: '1.2',
      messages: [...first.messages, { role: 'assistant', content: 'día 😀' }, { role: 'user', content: 'y' }],
      prompt: 'y',
    }
    const { mixtures } = corpusStatistics({ ...sample, examples: [first, later] })
    // Help. 5, año 4, día 😀 9; then y 1, día 😀 9.
    expect(mixtures[0]).toMatchObject({
      by: 'kind',
      unit: 'bytes',
      parts: [{ part: 'prose', rows: 2, tokens: 28 }],
    })
  })

  it('is all zeros for nothing', () => {
    expect(corpusStatistics({ ...sample, rows: 0, examples: [] })).toMatchObject({
      examples: 0,
      distinctExamples: 0,
      lengths: [{ min: 0, median: 0, max: 0 }, {}, {}, {}],
    })
  })
})

describe('distinctExamples', () => {
  it('keeps the order and counts', () => {
    expect(distinctExamples(sample).map(({ example, count }) => [example.id, count])).toEqual([
      ['1', 2],
      ['3', 1],
      ['4', 1],
      ['5', 1],
      ['6', 1],
      ['7', 1],
    ])
  })

  it('tells the same words after another history apart', () => {
    const [first] = sample.examples
    if (first === undefined) throw new Error('no example')
    const later = { ...first, messages: [{ role: 'user' as const, content: 'hi' }, ...first.messages] }
    expect(distinctExamples({ examples: [first, later] })).toHaveLength(2)
  })
})

describe('statisticsTables', () => {
  it('prints strangers’ texts on one line and leaves empty tables out', () => {
    const tables = statisticsTables(corpusStatistics(corpusOf([['x\u001b[31m', call('we\nather', 'x')]])))
    const ids = tables.map(({ id }) => id)
    expect(ids).toContain('corpus')
    expect(ids).not.toContain('corpus-conflicts')
    const cells = tables.flatMap(({ rows }) => rows.flat())
    expect(cells).toContain('we\\nather')
    expect(cells.every((cell) => typeof cell !== 'string' || !/[\n\u001b]/.test(cell))).toBe(true)
    for (const { columns, rows } of tables) for (const row of rows) expect(row).toHaveLength(columns.length)
  })

  it('shows 50 rows and says how many are left', () => {
    const rows = Array.from({ length: 60 }, (_, index) => ['q', call(`tool-${index}`, 'x')] as const)
    const table = statisticsTables(corpusStatistics(corpusOf(rows))).find(
      ({ id }) => id === 'corpus-arguments',
    )
    expect(table?.rows).toHaveLength(50)
    expect(table?.note).toBe('10 more are left out here.')
  })

  it('says what a corpus cannot teach', () => {
    const note = (corpus: ToolCorpus): string | undefined =>
      statisticsTables(corpusStatistics(corpus))[0]?.note
    expect(note(corpusOf([['a', call('weather', 'x')]]))).toContain('nothing teaches when not to call')
    const asked = ['is 10.0.0.1 bad', call('weather', '10.0.0.1')] as const
    expect(note(corpusOf([asked, ['hi', prose('hello')]]))).toContain('teaches to call at the sight of one')
  })
})
