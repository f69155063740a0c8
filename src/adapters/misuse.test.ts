import { describe, expect, it } from 'vitest'
import { InputError } from '../errors.js'
import { parse } from '../toolcall/parse.js'
import { audit } from './audit-here.js'
import { readBenchmark, readCatalog } from './read-here.js'
import { score } from './score-here.js'

/** The functions as JavaScript sees them: nothing is checked before they run. */
type Loose = (...given: readonly unknown[]) => unknown
const loose = { parse, score, audit, readCatalog, readBenchmark } as unknown as Readonly<
  Record<string, Loose>
>

async function thrownBy(name: string, given: readonly unknown[]): Promise<unknown> {
  try {
    await loose[name]?.(...given)
  } catch (error) {
    return error
  }
  return undefined
}

/** As some HTTP clients give their responses. */
const circle: Record<string, unknown> = { content: 'x' }
circle.request = circle

const hermes = { dialect: 'hermes' }
const call = { items: 'examples/calls/items.jsonl', outputs: 'examples/calls/caller.jsonl' }

describe('a call that no type has checked', () => {
  it.each<[string, readonly unknown[], string]>([
    ['parse', [], 'parse, what was said'],
    ['parse', [null, hermes], 'parse, what was said'],
    ['parse', [42, hermes], 'parse, what was said'],
    ['parse', [Promise.resolve('x'), hermes], 'parse, what was said'],
    ['parse', [circle, hermes], 'parse, what was said'],
    ['parse', ['x'], 'parse, the request'],
    ['parse', ['x', 'hermes'], 'parse, the request'],
    ['parse', ['x', {}], 'parse, dialect'],
    ['parse', ['x', { dialect: { id: 'own' } }], 'parse, dialect'],
    ['parse', ['x', { ...hermes, tools: 'tools.jsonl' }], 'parse, tools'],
    ['parse', ['x', { ...hermes, tools: null }], 'parse, tools'],
    ['parse', ['x', { ...hermes, tools: Promise.resolve([]) }], 'parse, tools'],
    ['parse', ['x', { ...hermes, tools: { tools: 3 } }], 'parse, tools'],
    ['parse', ['x', { ...hermes, tools: { schemaOf: {} } }], 'parse, tools'],
    ['parse', ['x', { ...hermes, tools: [null] }], 'parse, tools[0]'],
    ['parse', ['x', { ...hermes, tools: [{ name: 'a' }] }], 'parse, tools[0]'],
    ['score', [], 'score, the request'],
    ['score', ['items.jsonl'], 'score, the request'],
    ['score', [{}], 'score, items'],
    ['score', [{ ...call, items: [null] }], 'score, items'],
    ['score', [{ ...call, items: Promise.resolve([]) }], 'score, items'],
    ['score', [{ items: call.items }], 'score, outputs'],
    ['score', [{ ...call, outputs: 7 }], 'score, outputs'],
    ['score', [{ ...call, catalog: 7 }], 'score, catalog'],
    ['score', [{ ...call, catalog: {} }], 'score, catalog'],
    ['score', [{ ...call, catalog: { tools: [{ name: 'a', inputSchema: {} }] } }], 'score, catalog'],
    ['score', [{ ...call, seed: '0' }], 'score, seed'],
    ['score', [{ ...call, resamples: 0 }], 'score, resamples'],
    ['score', [{ ...call, dialect: 7 }], 'score, dialect'],
    ['audit', [], 'audit, the config'],
    ['audit', [null], 'audit, the config'],
    ['audit', [[]], 'audit, the config'],
    ['audit', [{ catalog: [] }, null], 'audit, the options'],
    ['readCatalog', [], 'readCatalog, the sources'],
    ['readCatalog', [[7]], 'readCatalog, the sources'],
    ['readBenchmark', [], 'readBenchmark, the path'],
  ])('%s says which argument is wrong, and what belongs there: %j', async (name, given, where) => {
    const error = await thrownBy(name, given)
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({ code: 'argument-invalid', where, fix: expect.stringMatching(/\.$/) })
  })

  it('says that a promise has to be awaited', async () => {
    const error = await thrownBy('parse', [
      'x',
      { ...hermes, tools: readCatalog('examples/calls/tools.jsonl') },
    ])
    expect(error).toMatchObject({ what: expect.stringMatching(/is a promise/), fix: 'Await it first.' })
  })

  it.each([[null], [undefined], [() => 'x'], ['text'], [circle], [{ id: 'desk-02', message: { n: 1n } }]])(
    'refuses the output %s by its place',
    async (output) => {
      const outputs = [{ id: 'desk-01', text: '' }, output]
      const error = await thrownBy('score', [
        { ...call, ...hermes, outputs, catalog: 'examples/calls/tools.jsonl' },
      ])
      expect(error).toMatchObject({ code: 'output-invalid', where: 'outputs[1]' })
    },
  )

  it('still takes every way to write it right', async () => {
    expect(parse('x', { dialect: 'hermes' }).outcome).toBe('abstained')
    expect(parse([{ type: 'text', text: 'x' }], { dialect: 'anthropic' }).outcome).toBe('abstained')
    const own = { name: 'a', inputSchema: {} }
    expect(parse('x', { dialect: 'hermes', tools: [own] }).outcome).toBe('abstained')
    expect((await readCatalog(['examples/calls/tools.jsonl'])).tools.length).toBeGreaterThan(0)
  })
})
