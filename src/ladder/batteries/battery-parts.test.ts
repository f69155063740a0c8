import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTool } from '../../catalog/build-tool.js'
import { entityTypeOf } from '../../corpus/entities.js'
import { randomStream } from '../../numeric/random.js'
import { corpusLanguage } from './corpus-language.js'
import { declaredBeside } from './declared-beside.js'
import { entityMakers } from './entity-makers.js'
import { entityWords } from './entity-words.js'
import { newPhrasing } from './new-phrasing.js'
import { stratified } from './stratified.js'
import { parseUserCases } from './user-cases.js'
import { learnPattern, newValue } from './value-pattern.js'

const tool = (
  name: string,
  description: string,
  properties: Readonly<Record<string, string>> = { id: 'string' },
) =>
  buildTool({
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(properties).map(([key, type]) => [key, { type }])),
    },
    source: { format: 'test', at: '1' },
  })

describe('learnPattern', () => {
  it.each([
    [['ORD-48213', 'ORD-90177', 'ORD-55120'], 3, 'numbered', /^ORD-[1-9]\d{4}$/],
    [['ORD-1', 'ORD-22222', 'INV-7'], 3, 'numbered', /^ORD-\d+$/],
    [['KX-7731', 'PA-1002', 'ZZ-4413'], 3, 'coded', /^[A-Z]{2}-[1-9]\d{3}$/],
    [['LIM', 'MAD', 'JFK'], 9, 'coded', /^[A-Z]{3}$/],
    [['Lima', 'Madrid', 'Oslo'], 30, 'words', /^[A-Z][a-z]+$/],
    [['New York', 'San Juan'], 4, 'words', /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    [['nginx', 'docker', 'mysql', 'gitlab'], 6, 'words', /^[a-z]+$/],
    [['some_key', 'other_key'], 2, 'words', /^[a-z]+_[a-z]+$/],
  ])('%j used %i times is %s', (values, uses, kind, form) => {
    const pattern = learnPattern(values, uses)
    expect(pattern.kind).toBe(kind)
    const random = randomStream(1, 'pattern')
    for (let turn = 0; turn < 50; turn++) expect(newValue(pattern, { random })).toMatch(form)
  })

  it('joins two words where single ones are used up', () => {
    const pattern = learnPattern(['nginx', 'docker', 'mysql', 'gitlab'], 6)
    const value = newValue(pattern, { random: randomStream(1, 'x'), attempt: 60 })
    expect(entityWords).not.toContain(value)
    expect(value).toMatch(/^[a-z]+$/)
  })

  it('makes no new value of an enumeration', () => {
    const pattern = learnPattern(['celsius', 'fahrenheit'], 40)
    expect(pattern.kind).toBe('enumerated')
    expect(newValue(pattern, { random: randomStream(1, 'x') })).toBeUndefined()
  })
})

describe('entityMakers', () => {
  it('make values of their own type', () => {
    const random = randomStream(5, 'makers')
    const samples: Readonly<Record<string, readonly string[]>> = {
      path: ['/var/log/syslog', '/etc/passwd.txt'],
      date: ['2025-02-03'],
      number: ['12.50'],
      integer: ['48213'],
    }
    for (const [type, make] of Object.entries(entityMakers)) {
      if (type === 'port') continue
      for (let attempt = 0; attempt < 200; attempt++) {
        const value = make({ random, samples: samples[type] ?? [], attempt })
        expect(entityTypeOf(value), `${type} ${value}`).toBe(type)
      }
    }
  })
})

describe('declaredBeside', () => {
  const added = tool('river_level', 'water level of a river', { river: 'string' })

  it('adds a line in the way of the others', () => {
    const tools = [tool('a', 'first'), tool('b', 'second')]
    expect(declaredBeside('Tools:\n1. a(id) - first.\n2. b(id) - second.\nBe brief.', { tools, added })).toBe(
      'Tools:\n1. a(id) - first.\n2. b(id) - second.\n3. river_level(river) - water level of a river.\nBe brief.',
    )
  })

  it('adds a JSON object of the same members, one a line or in a list', () => {
    const tools = [tool('a', 'first'), tool('b', 'second')]
    const one = (name: string): string =>
      `{"type": "function", "function": {"name": "${name}", "description": "d", "parameters": {"type": "object", "properties": {}}}}`
    const text = declaredBeside(`<tools>\n${one('a')}\n${one('b')}\n</tools>`, { tools, added })
    const lines = text?.split('\n') ?? []
    expect(lines).toHaveLength(5)
    expect(JSON.parse(lines[3] ?? '')).toMatchObject({
      type: 'function',
      function: { name: 'river_level', parameters: { properties: { river: { type: 'string' } } } },
    })
    const list = declaredBeside(
      `Use [{"name":"a","parameters":{"id":{"type":"string"}}},{"name":"b","parameters":{}}] only`,
      { tools, added },
    )
    expect(list).toBe(
      'Use [{"name":"a","parameters":{"id":{"type":"string"}}},{"name":"b","parameters":{}},{"name":"river_level","parameters":{"river":{"type":"string"}}}] only',
    )
  })

  it('leaves texts alone that declare tools in another way', () => {
    expect(declaredBeside('You may use a and b.', { tools: [tool('a', '')], added })).toBeUndefined()
    expect(declaredBeside('{'.repeat(2000), { tools: [tool('a', '')], added })).toBeUndefined()
  })
})

describe('newPhrasing', () => {
  it('asks for what the declaration says, about the values', () => {
    const parts = {
      tool: tool('get_flaw', 'Returns details of a CVE (from NVD). Slow.'),
      language: 'en' as const,
    }
    const text = newPhrasing(
      {
        ...parts,
        values: [
          { argument: 'cve_id', text: 'CVE-1' },
          { argument: 'minYear', text: '2001' },
        ],
      },
      0,
    )
    expect(text).toBe('Can you help me with this: return details of a CVE? It is about CVE-1, min year 2001.')
    expect(newPhrasing({ ...parts, values: [] }, 1)).toBe(
      'What I need today is the following: return details of a CVE.',
    )
  })

  it('takes texts that look like holes as they are', () => {
    const values = [{ argument: 'a', text: '{d} $& {v}' }]
    expect(newPhrasing({ tool: tool('x', '$1 {v}'), values, language: 'es' }, 2)).toContain('{d} $& {v}')
  })
})

describe('stratified', () => {
  it('takes of each group in turn, every value once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 40 }), (values) => {
        const order = stratified(values, { groupOf: (one) => String(one % 4), random: randomStream(1, 'x') })
        expect([...order].sort()).toEqual([...values].sort())
        const groups = new Set(values.map((one) => one % 4)).size
        expect(new Set(order.slice(0, groups).map((one) => one % 4)).size).toBe(groups)
      }),
    )
  })
})

describe('corpusLanguage', () => {
  it('tells Spanish from English, and says when it guesses', () => {
    expect(corpusLanguage(['dame detalles de CVE-1', 'busca el hash'])).toEqual({
      language: 'es',
      isGuess: false,
    })
    expect(corpusLanguage(['give me the details of CVE-1', 'find it'])).toEqual({
      language: 'en',
      isGuess: false,
    })
    expect(corpusLanguage(['Wetter Berlin', 'Kurs USD', 'Zeit Tokio', 'Stau', 'Zug', 'Bus'])).toEqual({
      language: 'en',
      isGuess: true,
    })
    expect(corpusLanguage([])).toEqual({ language: 'en', isGuess: false })
  })
})

describe('parseUserCases', () => {
  it('takes prompts with and without gold, and items with messages', () => {
    const text = [
      '{"prompt":"a b","mentions":"cve","why":"w"}',
      '',
      '{"id":"x","messages":[{"role":"user","content":"c"}],"gold":{"calls":[{"name":"t","arguments":{}}]},"tools":["t"]}',
    ].join('\n')
    expect(parseUserCases(text, 'f.jsonl')).toMatchObject([
      {
        id: 'line-1',
        prompt: 'a b',
        mentions: 'cve',
        why: 'w',
        hasTools: false,
        task: { gold: { calls: [] } },
      },
      { id: 'x', prompt: 'c', hasTools: true, task: { gold: { calls: [{ name: 't' }] } } },
    ])
  })

  it.each([
    ['[]', /no JSON object/],
    ['{"promt":"x"}', /neither "prompt" nor "messages"/],
    ['{"messages":[]}', /No message of the user/],
    ['{"prompt":"a","id":"1"}\n{"prompt":"b","id":"1"}', /used twice[^]*f\.jsonl:2/],
    ['{"prompt":"a","gold":{"calls":[{"name":"t"}]}}', /arguments/],
    ['{"prompt":', /no JSON object/],
  ])('refuses %j with the line and what to do', (text, message) => {
    expect(() => parseUserCases(text, 'f.jsonl')).toThrow(message)
  })
})
