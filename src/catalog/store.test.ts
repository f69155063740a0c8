import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedObject } from '../../test/generators/parsed-json.js'
import { InputError } from '../errors.js'
import { buildTool } from './build-tool.js'
import { toolFingerprint } from './catalog.js'
import { catalogLine, readCatalogLines, toolOfCatalogLine } from './store.js'
import { SchemaStore } from './stored-tool.js'
import { type Tool, toolToJson } from './tool.js'

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += 11) yield bytes.subarray(at, at + 11)
}

const readAll = async (text: string, store?: SchemaStore): Promise<readonly Tool[]> => {
  const tools: Tool[] = []
  for await (const { tool } of readCatalogLines(inPieces(text), 'c.jsonl', store)) tools.push(tool)
  return tools
}

const errorOf = async (text: string): Promise<InputError> => {
  try {
    await readAll(text)
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

const whole = buildTool({
  name: 'Ünï&&code \ud800',
  title: 'T',
  description: 'line\nbreak and "quotes"',
  inputSchema: parsedObject(
    '{"type":"object","properties":{"amount":{"type":"number","maximum":9007199254740993,"default":1.0}}}',
  ),
  outputSchema: parsedObject('{"type":"object"}'),
  annotations: parsedObject('{"readOnlyHint":true}'),
  service: 'S',
  serviceDescription: 'None',
  endpoint: 'E',
  category: 'C',
  aliases: ['x', 'y'],
  tokenText: '<<x>>',
  source: { format: 'test', at: 'somewhere, line 3' },
})

describe('readCatalogLines', () => {
  it('gives back what was written', async () => {
    const [tool] = await readAll(catalogLine(whole))
    expect(tool).toEqual(whole)
    expect(catalogLine(tool as Tool)).toBe(catalogLine(whole))
    expect(toolFingerprint(tool as Tool)).toBe(toolFingerprint(whole))
    expect(toolOfCatalogLine(catalogLine(whole), { path: 'c', line: 1 })).toEqual(whole)
  })

  it('gives any tool back, byte for byte', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })
    const json = fc.dictionary(
      fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__'),
      fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('"__proto__"')),
    )
    const tools = fc.record(
      {
        name: text,
        description: text,
        service: text,
        aliases: fc.array(text),
        inputSchema: json,
        outputSchema: json,
      },
      { requiredKeys: ['name'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(tools, { maxLength: 4 }), async (parts) => {
        const lines = parts.map((part) =>
          // fast-check's values are JSON; only their type does not say so.
          catalogLine(buildTool({ ...(part as { name: string }), source: { format: 'test', at: '' } })),
        )
        const read = await readAll(lines.join(''))
        expect(read.map(catalogLine)).toEqual(lines)
      }),
    )
  })

  it('needs a name only, and names the line as the source', async () => {
    const [tool] = await readAll('\n{"name": "a"}\n')
    expect(tool && JSON.stringify(toolToJson(tool))).toBe(
      '{"name":"a","inputSchema":{"type":"object","properties":{}},"source":{"format":"assay","at":"c.jsonl, line 2"}}',
    )
  })

  it('copies with its schemas, and compares equal however it is read', async () => {
    const [tool] = await readAll(catalogLine(whole))
    const copy = { ...(tool as Tool), name: 'other' }
    expect(copy.inputSchema).toEqual(whole.inputSchema)
    expect(copy.outputSchema).toEqual(whole.outputSchema)
    expect(tool?.inputSchema).toBe(tool?.inputSchema)
  })

  it('takes a null for nothing and leaves out what no tool has', async () => {
    const [tool] = await readAll(
      '{"name":"a","title":null,"outputSchema":null,"inputSchema":null,"icons":[1]}',
    )
    expect(Object.keys(tool ?? {}).sort()).toEqual(['inputSchema', 'name', 'source'])
  })

  it.each([
    ['{"name":"a"}\n{"name":"b",}', 'json-broken', 'c.jsonl, line 2, column 13'],
    ['{"name":"a","inputSchema":{"type" "x"}}', 'json-broken', 'c.jsonl, line 1, column 35'],
    [
      '{"name":"a","inputSchema":{"properties":{"__proto__":{}}}}',
      'json-refused',
      'c.jsonl, line 1, column 42',
    ],
    ['{"__proto__":{"name":"a"}}', 'json-refused', 'c.jsonl, line 1, column 2'],
    ['{"name":"a","inputSchema":{"a":1,"a":2}}', 'json-refused', 'c.jsonl, line 1, column 34'],
    ['{"name":"a"}\n\n[1]', 'tool-broken', 'c.jsonl, line 3'],
    ['{"description":"a"}', 'tool-broken', 'c.jsonl, line 1'],
    ['{"name":""}', 'tool-broken', 'c.jsonl, line 1'],
    ['{"name":3}', 'tool-broken', 'c.jsonl, line 1'],
    ['{"name":"a","description":[]}', 'tool-broken', 'c.jsonl, line 1'],
    ['{"name":"a","inputSchema":"{}"}', 'tool-broken', 'c.jsonl, line 1'],
    ['{"name":"a","outputSchema":[]}', 'tool-broken', 'c.jsonl, line 1'],
    ['{"name":"a","annotations":1}', 'tool-broken', 'c.jsonl, line 1'],
    ['{"name":"a","aliases":"x"}', 'tool-broken', 'c.jsonl, line 1'],
    ['{"name":"a","aliases":[1]}', 'tool-broken', 'c.jsonl, line 1'],
    ['{"name":"a","placeholders":{"title":1}}', 'tool-broken', 'c.jsonl, line 1'],
  ])('refuses %j', async (text, code, where) => {
    expect(await errorOf(text)).toMatchObject({ code, where })
  })

  it('keeps schemas out of the heap', async () => {
    const store = new SchemaStore()
    const properties = Array.from(
      { length: 300 },
      (_, index) => `"p${index}":{"type":"string","description":"parameter ${index}"}`,
    )
    const line = (name: string): string =>
      `{"name":"${name}","inputSchema":{"type":"object","properties":{${properties.join(',')}}}}\n`
    const tools = await readAll(Array.from({ length: 50 }, (_, index) => line(`t${index}`)).join(''), store)
    expect(Object.keys(tools[49]?.inputSchema.properties ?? {})).toHaveLength(300)
    // Getters, not values: the schema is parsed when it is asked for.
    expect(Object.getOwnPropertyDescriptor(tools[0], 'inputSchema')?.get).toBeTypeOf('function')
  })
})
