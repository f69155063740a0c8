import { describe, expect, it } from 'vitest'
import { dataOf, jsonOf } from '../../../test/contract/described-tools.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { JsonObject } from '../../text/json.js'
import type { ApiDocument } from './document.js'
import { References } from './references.js'
import { gatherSchemas } from './schema-gathering.js'
import { type RawSchema, SchemaLibrary } from './schema-library.js'

/** Gathers the schemas of `#/roots` from a document. */
function gathered(
  root: { readonly roots: readonly unknown[]; readonly [key: string]: unknown },
  limit = 10_000,
) {
  const told: string[] = []
  const document: ApiDocument = { address: 'api.json', root: jsonOf(root), dialect: '3.0' }
  const library = new SchemaLibrary({
    references: new References({ outside: undefined, paths: memoryFiles() }),
    direction: 'input',
    notices: { add: (code, what, place) => told.push(`${code} ${place}: ${what}`) },
  })
  const roots = (document.root as JsonObject).roots
  const parts = (Array.isArray(roots) ? roots : []).map((value, index) => {
    const raw: RawSchema = { value, document, place: `roots[${index}]` }
    return { raw, conversion: library.convertInline(raw, 100) }
  })
  const { schemas, definitions, openedCount } = gatherSchemas(parts, library, limit)
  return {
    schemas: schemas.map(dataOf),
    definitions: definitions === undefined ? undefined : (dataOf(definitions) as Record<string, unknown>),
    openedCount,
    told,
  }
}

const long = { type: 'object', description: 'x'.repeat(200) }

describe('gatherSchemas', () => {
  it('gathers what is referred to, and what that refers to', () => {
    const { schemas, definitions, openedCount } = gathered({
      roots: [{ type: 'array', items: { $ref: '#/a/Pet' } }],
      a: { Pet: { properties: { tag: { $ref: '#/a/Tag' } } }, Tag: { type: 'string' }, Unused: {} },
    })
    expect(schemas).toEqual([{ type: 'array', items: { $ref: '#/$defs/Pet' } }])
    expect(definitions).toEqual({
      Pet: { properties: { tag: { $ref: '#/$defs/Tag' } } },
      Tag: { type: 'string' },
    })
    expect(openedCount).toBe(0)
  })
  it('ends where schemas refer to themselves or to each other', () => {
    const { definitions } = gathered({
      roots: [{ items: { $ref: '#/a/Node' } }],
      a: {
        Node: { properties: { next: { $ref: '#/a/Node' }, other: { $ref: '#/a/Other' } } },
        Other: { properties: { back: { $ref: '#/a/Node' } } },
      },
    })
    expect(Object.keys(definitions ?? {})).toEqual(['Node', 'Other'])
  })
  it('opens references that are nothing but a circle, or lead nowhere', () => {
    const { schemas, told } = gathered({
      roots: [{ items: { $ref: '#/a/A' } }, { items: { $ref: '#/a/Gone' } }],
      a: { A: { $ref: '#/a/B' }, B: { $ref: '#/a/A' } },
    })
    expect(schemas).toEqual([
      { items: { $comment: 'Missing in the description: #/a/A' } },
      { items: { $comment: 'Missing in the description: #/a/Gone' } },
    ])
    expect(told).toEqual([
      expect.stringMatching(/^reference-missing roots\[0\]\.items: .*circle/),
      expect.stringMatching(/^reference-missing roots\[1\]\.items: .*not there/),
    ])
  })
  it('passes over definitions that are nothing but a reference', () => {
    const { schemas, definitions } = gathered({
      roots: [{ items: { $ref: '#/a/Alias' } }],
      a: { Alias: { $ref: '#/a/Pet' }, Pet: long },
    })
    expect(schemas).toEqual([{ items: { $ref: '#/$defs/Pet' } }])
    expect(definitions).toEqual({ Pet: long })
  })
  it('gives names that need no escape, each once', () => {
    const { schemas, definitions } = gathered({
      roots: [
        { items: { $ref: '#/a/List«Pet»' } },
        { items: { $ref: '#/a/List%3CPet%3E' } },
        { items: { $ref: '#/b~1c/Pet/d' } },
      ],
      a: { 'List«Pet»': long, 'List<Pet>': long },
      'b/c': { Pet: { d: long } },
    })
    expect(Object.keys(definitions ?? {})).toEqual(['List_Pet_', 'List_Pet__2', 'd'])
    expect(schemas[1]).toEqual({ items: { $ref: '#/$defs/List_Pet__2' } })
  })
  it('writes a short schema in place of a reference that is a whole part, and leaves a long one', () => {
    const { schemas, definitions } = gathered({
      roots: [{ $ref: '#/a/Short' }, { $ref: '#/a/Short', description: 'mine' }, { $ref: '#/a/Long' }],
      a: { Short: { type: 'string', description: 'its own' }, Long: long },
    })
    expect(schemas).toEqual([
      { type: 'string', description: 'its own' },
      { type: 'string', description: 'mine' },
      { $ref: '#/$defs/Long' },
    ])
    expect(definitions).toEqual({ Long: long })
  })

  it('leaves out definitions beyond the limit, near ones kept first, and names them', () => {
    const root = {
      roots: [{ properties: { near: { $ref: '#/a/Near' }, other: { $ref: '#/a/Other' } } }],
      a: {
        Near: { ...long, properties: { far: { $ref: '#/a/Far' } } },
        Other: long,
        Far: { ...long, properties: { near: { $ref: '#/a/Near' } } },
      },
    }
    const { schemas, definitions, openedCount } = gathered(root, 700)
    expect(schemas).toEqual([
      { properties: { near: { $ref: '#/$defs/Near' }, other: { $ref: '#/$defs/Other' } } },
    ])
    expect(definitions).toEqual({
      Near: { ...long, properties: { far: { $comment: 'Left out: Far' } } },
      Other: long,
    })
    expect(openedCount).toBe(1)
    expect(Object.keys(gathered(root).definitions ?? {})).toEqual(['Near', 'Other', 'Far'])
  })
  it('stays under the limit, but for the comments that name what is left out', () => {
    const names = Array.from({ length: 60 }, (_, index) => `S${index}`)
    const a = Object.fromEntries(
      names.map((name, index) => [
        name,
        {
          ...long,
          properties: { x: { $ref: `#/a/S${(index * 7) % 60}` }, y: { $ref: `#/a/S${(index * 11) % 60}` } },
        },
      ]),
    )
    for (const limit of [0, 100, 500, 1000, 5000, 20_000]) {
      const { schemas, definitions } = gathered({ roots: [{ items: { $ref: '#/a/S1' } }], a }, limit)
      const length = JSON.stringify([schemas, definitions ?? {}]).length
      expect(length).toBeLessThan(limit * 1.1 + 200)
      const used = new Set(
        [...JSON.stringify([schemas, definitions]).matchAll(/#\/\$defs\/(\w+)/g)].map(([, name]) => name),
      )
      expect(new Set(Object.keys(definitions ?? {}))).toEqual(used)
    }
  })
  it('counts a definition once, however often it is referred to', () => {
    const near = (name: string) => ({ $ref: `#/a/${name}` })
    const a = {
      A: { ...long, properties: { a: near('A'), b: near('B'), c: near('A') } },
      B: { ...long, properties: { a: near('A'), b: near('B'), far: near('Far') } },
      Far: long,
    }
    expect(Object.keys(gathered({ roots: [{ items: near('A') }], a }, 1100).definitions ?? {})).toEqual([
      'A',
      'B',
      'Far',
    ])
  })
  it('cuts no deeper than it must', () => {
    const level = (depth: number): unknown =>
      depth === 0 ? long : { type: 'object', properties: { a: level(depth - 1), b: { type: 'string' } } }
    const text = (limit: number): string => JSON.stringify(gathered({ roots: [level(6)] }, limit).schemas)
    const kept = (limit: number): number => text(limit).split('"properties"').length - 1
    expect(kept(700)).toBe(6)
    expect([kept(350), kept(250), kept(100)]).toEqual([4, 2, 0])
    expect(text(350)).toContain('Left out: nested too deep.')
  })
  it('keeps every part, cutting the deepest levels of one that is too long by itself', () => {
    const deep = {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { ...long, type: 'object' } } } },
    }
    const { schemas, openedCount } = gathered({ roots: [{ type: 'string' }, deep, { type: 'string' }] }, 150)
    expect(schemas).toHaveLength(3)
    expect(schemas[1]).toMatchObject({ type: 'object' })
    expect(JSON.stringify(schemas[1]).length).toBeLessThan(150)
    expect(openedCount).toBeGreaterThan(0)
    const [only] = gathered(
      { roots: [{ type: 'string', enum: Array.from({ length: 500 }, (_, n) => `value ${n}`) }] },
      150,
    ).schemas
    expect(only).toEqual({ type: 'string', $comment: 'Left out for its size.' })
  })
  it('refuses a reference that leaves the document', () => {
    expect(() => gathered({ roots: [{ items: { $ref: 'other.json' } }] })).toThrow(/leaves the document/)
  })
})
