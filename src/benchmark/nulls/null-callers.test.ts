import { describe, expect, it } from 'vitest'
import { type JsonObject, parseJson } from '../../text/json.js'
import { type CallTask, callTaskOf } from '../call-item.js'
import { copiedArguments } from './copied-arguments.js'
import { nullCallers } from './index.js'
import type { NullAnswer } from './null-caller.js'
import { promptEntities } from './prompt-entities.js'

const tool = (name: string, properties: JsonObject = {}, required: readonly string[] = []) => ({
  name,
  inputSchema: { type: 'object', properties, required },
})
const tools = [
  tool('search', { query: { type: 'string' }, limit: { type: 'integer' } }, ['query']),
  tool('book', { city: { type: 'string' }, nights: { type: 'integer' } }, ['city', 'nights']),
]
const task = (id: string, prompt: string, gold: readonly string[], offered = tools): CallTask =>
  callTaskOf({
    kind: 'call',
    id,
    json: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: prompt },
      ],
      tools: offered,
      gold: { calls: gold.map((name) => ({ name, arguments: {} })) },
    },
  })
const tasks = [
  task('1', 'Book 3 nights in "Lima".', ['book']),
  task('2', 'Book something in Puno for 2 nights.', ['book']),
  task('3', 'Find hotels.', ['search']),
  task('4', 'Thanks!', []),
]

function answer(id: string, to: CallTask): NullAnswer {
  const caller = nullCallers.find((candidate) => candidate.id === id)
  if (caller === undefined) throw new Error(`no null caller ${id}`)
  return caller.prepare(tasks)(to)
}
const [first, second, third, fourth] = tasks as [CallTask, CallTask, CallTask, CallTask]

describe('null callers', () => {
  it('have the ids that results are stored under', () => {
    expect(nullCallers.map(({ id }) => id)).toEqual([
      'silent',
      'greeting',
      'echo',
      'echo-all',
      'list-all',
      'name-in-prose',
      'constant-in-prose',
      'constant',
    ])
  })

  it('say what they are described to say', () => {
    expect(answer('silent', first)).toEqual({ kind: 'text', text: '' })
    expect(answer('echo', first)).toEqual({ kind: 'text', text: 'Book 3 nights in "Lima".' })
    expect(answer('echo-all', first)).toEqual({ kind: 'text', text: 'Be brief.\nBook 3 nights in "Lima".' })
    expect(answer('list-all', first)).toEqual({ kind: 'text', text: 'search, book' })
    expect(answer('name-in-prose', third)).toEqual({ kind: 'text', text: 'You can use the tool search.' })
    expect(answer('name-in-prose', fourth)).toEqual({ kind: 'text', text: 'No tool is needed for this.' })
    expect(answer('constant-in-prose', third)).toEqual({ kind: 'text', text: 'You can use the tool book.' })
    expect(answer('greeting', first)).toEqual(answer('greeting', second))
  })

  it('call the tool that is gold most often, of those that are offered', () => {
    expect(answer('constant', first)).toEqual({
      kind: 'calls',
      calls: [{ name: 'book', arguments: { city: 'Lima', nights: 3 } }],
    })
    expect(answer('constant', second)).toMatchObject({ calls: [{ arguments: { city: 'Puno', nights: 2 } }] })
    expect(answer('constant', task('5', 'Find x.', [], [tools[0] as (typeof tools)[0]]))).toMatchObject({
      calls: [{ name: 'search' }],
    })
    const unknown = [tool('p'), tool('q')]
    expect(answer('constant', task('7', 'Hi', [], unknown))).toMatchObject({ calls: [{ name: 'p' }] })
    expect(answer('constant', task('6', 'Hi', [], []))).toEqual({ kind: 'text', text: '' })
  })
})

describe('the favourite of constant', () => {
  const ping = tool('ping')
  const own = (name: string): (typeof tools)[0] => tool(name)
  const nameOf = (items: readonly CallTask[], to: CallTask): unknown => {
    const said = nullCallers.find(({ id }) => id === 'constant')?.prepare(items)(to)
    return said?.kind === 'calls' ? said.calls[0]?.name : undefined
  }

  it('is not given away by tools that only one item calls', () => {
    const items = ['a', 'b', 'c'].map((id) => task(id, 'Go.', [`own-${id}`], [ping, own(`own-${id}`)]))
    expect(items.map((item) => nameOf(items, item))).toEqual(['ping', 'ping', 'ping'])
  })

  it('nor by tools that only its own cluster calls', () => {
    const inCluster = (id: string, cluster: string, gold: string): CallTask => ({
      ...task(id, 'Go.', [gold], [ping, own('x'), own('y')]),
      cluster,
    })
    const alone = [inCluster('1', 'k', 'x'), inCluster('2', 'k', 'x'), inCluster('3', 'l', 'y')]
    expect(alone.map((item) => nameOf(alone, item))).toEqual(['y', 'y', 'x'])
    const both = [...alone, inCluster('4', 'm', 'x')]
    expect(both.map((item) => nameOf(both, item))).toEqual(['x', 'x', 'x', 'x'])
  })

  it('stays the same tool on a balanced benchmark', () => {
    const items = ['1', '2', '3', '4'].map((id, at) => task(id, 'Go.', [at % 2 === 0 ? 'search' : 'book']))
    expect(items.map((item) => nameOf(items, item))).toEqual(['search', 'search', 'search', 'search'])
  })
})

describe('promptEntities', () => {
  it('finds what could be copied, certain kinds first', () => {
    const prompt =
      'Does Ana know "the plan" about CVE-2019-0708 at 203.0.113.77 and https://a.example/x from 2031-05-01, 5 or 2.5?'
    const { texts, numbers } = promptEntities(prompt)
    expect(texts[0]).toBe('the plan')
    expect(texts).toEqual(
      expect.arrayContaining(['CVE-2019-0708', '203.0.113.77', 'https://a.example/x', '2031-05-01', 'Ana']),
    )
    expect(numbers).toEqual(expect.arrayContaining(['5', '2.5']))
    expect(numbers).not.toContain('0708')
  })

  it('takes apostrophes for no quotes', () => {
    expect(promptEntities("it's Ana's house, isn't it").texts).not.toContain('s Ana')
  })

  it.each(['"', "'", '/', 'a.', 'A ', '1.', '@', '`', 'http://'])('is fast on a long run of %s', (piece) => {
    const started = process.cpuUsage()
    promptEntities(piece.repeat(200_000))
    expect(process.cpuUsage(started).user).toBeLessThan(3_000_000)
  })
})

describe('copiedArguments', () => {
  const copy = (properties: JsonObject, prompt: string): JsonObject =>
    copiedArguments({ type: 'object', properties, required: Object.keys(properties) }, prompt)

  it('fills by type, in order', () => {
    const properties: JsonObject = {
      whole: { type: 'integer' },
      part: { type: 'number' },
      yes: { type: 'boolean' },
      nothing: { type: 'null' },
      unit: { enum: ['mi', 'km'] },
      names: { type: 'array', items: { type: 'string' } },
      inner: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      rest: {},
    }
    expect(copy(properties, 'Go 2.5 km or 7 km with "x", "y" and "z".')).toEqual({
      whole: 7,
      part: 1,
      yes: true,
      nothing: null,
      unit: 'km',
      names: ['x'],
      inner: { a: 'y' },
      rest: 'z',
    })
  })

  it('falls back to the whole prompt, 1, and the first member', () => {
    expect(
      copy({ a: { type: 'string' }, b: { type: 'integer' }, c: { enum: ['p', 'q'] } }, 'hello there'),
    ).toEqual({
      a: 'hello there',
      b: 1,
      c: 'p',
    })
  })

  it('ends on schemas that contain themselves or are none', () => {
    const reading = parseJson(
      '{"type":"object","required":["__proto__","a",5],"properties":{"a":{"type":"array","items":{}}}}',
    )
    if (reading.kind === 'fault') throw new Error('broken')
    expect(copiedArguments(reading.value as JsonObject, 'p')).toEqual(
      JSON.parse('{"__proto__":"p","a":["p"]}'),
    )
    const loop: { [key: string]: unknown } = { type: 'object', required: ['a'] }
    loop.properties = { a: loop }
    expect(JSON.stringify(copiedArguments(loop as JsonObject, 'p'))).toBe('{"a":{"a":{"a":{"a":{}}}}}')
    expect(copiedArguments({ required: 'a', properties: [] }, 'p')).toEqual({})
  })
})
