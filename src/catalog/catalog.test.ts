import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../text/hash.js'
import { parseJson } from '../text/json.js'
import { buildTool, type ToolParts } from './build-tool.js'
import { catalogOf, combineFingerprints, toolFingerprint } from './catalog.js'
import { amendTool, SchemaStore, toStored } from './stored-tool.js'
import { type Tool, toolToJson } from './tool.js'

const tool = (name: string, parts: Partial<ToolParts> = {}): Tool =>
  buildTool({ name, source: { format: 'test', at: name }, ...parts })

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('toolFingerprint', () => {
  it('is the SHA-256 of the canonical content, without where it was read', () => {
    const content = '{"description":"Finds.","inputSchema":{"properties":{},"type":"object"},"name":"find"}'
    expect(toolFingerprint(tool('find', { description: 'Finds.' }))).toBe(sha256(content))
    const moved = tool('find', { description: 'Finds.', source: { format: 'other', at: 'elsewhere' } })
    expect(toolFingerprint(moved)).toBe(sha256(content))
  })

  it('is that of the JSON of the tool, whether its schemas are stored or not', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 })
    const json = fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
    )
    const parts = fc.record(
      {
        title: text,
        description: text,
        inputSchema: json,
        outputSchema: json,
        annotations: json,
        aliases: fc.array(text),
        tokenText: text,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(text, parts, (name, made) => {
        // fast-check's values are JSON; only their type does not say so.
        const built = tool(name, made as Partial<ToolParts>)
        const { source: _, ...content } = toolToJson(built)
        expect(toolFingerprint(built)).toBe(fingerprintOf(content))
        const stored = toStored(built, new SchemaStore())
        expect(toolFingerprint(stored)).toBe(fingerprintOf(content))
        expect(toolFingerprint(amendTool(stored, { name: 'x' }))).toBe(
          toolFingerprint({ ...built, name: 'x' }),
        )
        expect(toolFingerprint({ ...stored })).toBe(fingerprintOf(content))
      }),
    )
  })

  it('changes with every field of the content', () => {
    const schema = parseJson('{"type":"object","required":["a"]}')
    if (schema.kind === 'fault') throw new Error(schema.fault.reason)
    const object = schema.value as Tool['inputSchema']
    const variants: readonly Partial<ToolParts>[] = [
      {},
      { title: 'x' },
      { description: 'x' },
      { inputSchema: object },
      { outputSchema: object },
      { annotations: object },
      { service: 'x' },
      { serviceDescription: 'x' },
      { endpoint: 'x' },
      { category: 'x' },
      { aliases: ['x'] },
      { tokenText: 'x' },
      { description: 'None' },
    ]
    expect(new Set(variants.map((parts) => toolFingerprint(tool('find', parts)))).size).toBe(variants.length)
  })
})

describe('catalogOf', () => {
  it('fingerprints the tools in their order', () => {
    const [a, b] = [tool('a'), tool('b')]
    const expected = sha256(`${toolFingerprint(a)}\n${toolFingerprint(b)}`)
    expect(catalogOf([a, b]).fingerprint).toBe(expected)
    expect(catalogOf([b, a]).fingerprint).not.toBe(expected)
    expect(combineFingerprints([toolFingerprint(a), toolFingerprint(b)])).toBe(expected)
    expect(catalogOf([]).fingerprint).toBe(sha256(''))
  })

  it('finds tools by name, then by an alias or token that only one has', () => {
    const catalog = catalogOf([
      tool('a', { aliases: ['x', 'both', 'c'] }),
      tool('b', { aliases: ['both', 'y'], tokenText: '<<b>>' }),
      tool('c'),
    ])
    expect(['a', 'b', 'c', 'x', 'y', '<<b>>'].map((name) => catalog.position(name))).toEqual([
      0, 1, 2, 0, 1, 1,
    ])
    expect(catalog.position('both')).toBeUndefined()
    expect(catalog.position('unknown')).toBeUndefined()
    expect(catalog.position('__proto__')).toBeUndefined()
  })

  it('finds every tool by its own name, whatever the aliases of others', () => {
    const names = fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 3 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(names, fc.array(fc.string({ unit: 'binary', maxLength: 3 })), (distinct, aliases) => {
        const catalog = catalogOf(distinct.map((name) => tool(name, { aliases })))
        expect(distinct.map((name) => catalog.position(name))).toEqual(distinct.map((_, index) => index))
      }),
    )
  })
})
