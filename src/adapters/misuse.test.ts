import { describe, expect, it } from 'vitest'
import { loadCatalog } from '../catalog/import.js'
import { InputError } from '../errors.js'
import { dialects } from '../toolcall/dialects/index.js'
import { createOutputParser } from '../toolcall/output-parser.js'
import { parse } from '../toolcall/parse.js'
import { audit } from './audit-here.js'
import { readBenchmark, readCatalog } from './read-here.js'
import { score } from './score-here.js'

/** The functions as JavaScript sees them: nothing is checked before they run. */
type Loose = (...given: readonly unknown[]) => unknown
const loose = {
  parse,
  createOutputParser,
  score,
  audit,
  readCatalog,
  readBenchmark,
  loadCatalog,
} as unknown as Readonly<Record<string, Loose>>

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
const [hermesDialect] = dialects.filter(({ id }) => id === 'hermes')
const catalog = 'examples/calls/tools.jsonl'
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
    ['audit', [{ catalog: [] }, []], 'audit, the options'],
    ['audit', [{ catalog: [catalog] }, { folder: 7 }], 'audit, folder'],
    ['audit', [{ catalog: [catalog] }, { folder: Promise.resolve('.') }], 'audit, folder'],
    ['audit', [{ catalog: [catalog] }, { notify: 'x' }], 'audit, notify'],
    ['audit', [{ catalog: [catalog] }, { signal: {} }], 'audit, signal'],
    ['audit', [{ catalog: [catalog] }, { signal: null }], 'audit, signal'],
    ['readCatalog', [], 'readCatalog, the sources'],
    ['readCatalog', [catalog, null], 'readCatalog, the options'],
    ['readCatalog', [catalog, 'openapi'], 'readCatalog, the options'],
    ['readCatalog', [catalog, { notify: 7 }], 'readCatalog, notify'],
    ['readCatalog', [catalog, { signal: 'x' }], 'readCatalog, signal'],
    ['readCatalog', [catalog, { format: 7 }], 'readCatalog, format'],
    ['readCatalog', [catalog, { onDuplicate: 'last' }], 'readCatalog, onDuplicate'],
    ['readCatalog', [catalog, { timeoutMs: '5' }], 'readCatalog, timeoutMs'],
    ['readCatalog', [catalog, { headers: { a: 1 } }], 'readCatalog, headers'],
    ['readCatalog', [catalog, { variables: 'HOME' }], 'readCatalog, variables'],
    ['readCatalog', [catalog, { allowRemoteRefs: 'no' }], 'readCatalog, allowRemoteRefs'],
    ['readCatalog', [catalog, { sources: 7 }], 'readCatalog, sources'],
    ['loadCatalog', [catalog, {}], 'loadCatalog, the sources'],
    ['readCatalog', [[7]], 'readCatalog, the sources'],
    ['readBenchmark', [], 'readBenchmark, the path'],
    ['readBenchmark', [call.items, null], 'readBenchmark, the options'],
    ['readBenchmark', [call.items, { format: null }], 'readBenchmark, format'],
    ['readBenchmark', [call.items, { format: Symbol('x') }], 'readBenchmark, format'],
    ['readBenchmark', [call.items, { format: {} }], 'readBenchmark, format'],
    ['readBenchmark', [call.items, { signal: 7 }], 'readBenchmark, signal'],
    ['readBenchmark', [call.items, { readers: 7 }], 'readBenchmark, readers'],
    ['parse', ['x', { dialect: { id: 'own', parse: () => ({}) } }], 'parse, dialect'],
    ['createOutputParser', [], 'createOutputParser, the request'],
    ['createOutputParser', [{ dialect: null }], 'createOutputParser, dialect'],
    ['createOutputParser', [{ ...hermes, tools: 7 }], 'createOutputParser, tools'],
  ])('%s says which argument is wrong, and what belongs there: %j', async (name, given, where) => {
    const error = await thrownBy(name, given)
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({ code: 'argument-invalid', where, fix: expect.stringMatching(/\.$/) })
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new TypeError('mine')
      },
    ],
    ['gives nothing', () => undefined],
    ['gives a promise', () => Promise.resolve({ blocks: [] })],
    ['gives no lists', () => ({ blocks: 7 })],
    ['gives no blocks', () => ({ blocks: [null], fences: [], reasoningSpans: [] })],
    [
      'gives no calls',
      () => ({
        blocks: [{ start: 0, end: 1, level: 4, payload: {}, faults: [], calls: [{}] }],
        fences: [],
        reasoningSpans: [],
      }),
    ],
  ])('names a dialect of your own whose parse %s', async (_, own) => {
    const dialect = { ...hermesDialect, id: 'own', parse: own }
    const error = { code: 'dialect-broken', name: 'InputError', where: 'the dialect "own", parse' }
    expect(await thrownBy('parse', ['x', { dialect, tools: [] }])).toMatchObject(error)
    expect(await thrownBy('score', [{ ...call, catalog, dialect }])).toMatchObject(error)
  })

  it('names a dialect of your own that cannot recover what it does not read', async () => {
    const recover = (): never => {
      throw new TypeError('mine')
    }
    const dialect = { ...hermesDialect, id: 'own', recover }
    expect(await thrownBy('parse', ['I call {"name": "a"}', { dialect }])).toMatchObject({
      code: 'dialect-broken',
      what: expect.stringContaining('"mine"'),
      where: 'the dialect "own", recover',
    })
  })

  it('takes an output piece by piece with what parse takes, and refuses what is no piece', () => {
    const parser = createOutputParser({ dialect: 'hermes' })
    parser.push('x')
    expect(() => (parser.push as Loose)(7)).toThrow(expect.objectContaining({ code: 'argument-invalid' }))
    expect(parser.end().outcome).toBe('abstained')
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
