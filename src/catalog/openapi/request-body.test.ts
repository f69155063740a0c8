import { describe, expect, it } from 'vitest'
import { dataOf, jsonOf } from '../../../test/contract/described-tools.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { ApiDocument, Dialect } from './document.js'
import { References } from './references.js'
import { bodyProperties, readRequestBody } from './request-body.js'

const references = new References({ outside: undefined, paths: memoryFiles() })
const documentOf = (root: unknown, dialect: Dialect = '3.0'): ApiDocument => {
  return { address: 'api.json', root: jsonOf(root), dialect }
}

function read(body: unknown, root: unknown = {}) {
  const told: string[] = []
  const notices = {
    add: (code: string, what: string, place: string) => void told.push(`${code} ${place}: ${what}`),
  }
  const found = readRequestBody(
    { value: jsonOf(body), document: documentOf(root) },
    { references, notices, place: 'at' },
  )
  return { found, schema: found === undefined ? undefined : dataOf(found.schema.value), told }
}

describe('readRequestBody', () => {
  it('takes JSON before anything else', () => {
    const { found, schema, told } = read({
      required: true,
      description: 'The pet.',
      content: {
        'text/xml': { schema: { type: 'string' } },
        'application/json': { schema: { type: 'object' } },
      },
    })
    expect(found).toMatchObject({ isRequired: true, description: 'The pet.' })
    expect(found?.schema.place).toBe('at.content.application/json.schema')
    expect(schema).toEqual({ type: 'object' })
    expect(told).toEqual([])
  })
  it('follows references to a body', () => {
    const root = { b: { content: { 'application/json': { schema: { type: 'integer' } } } } }
    expect(read({ $ref: '#/b' }, root).schema).toEqual({ type: 'integer' })
  })
  it('says of a text what it is', () => {
    expect(read({ content: { 'text/csv': { schema: { type: 'string' } } } }).schema).toEqual({
      type: 'string',
      contentMediaType: 'text/csv',
    })
  })
  it.each([
    [{}, 'body-without-schema at: The request body has no "content"'],
    [{ content: [] }, 'body-without-schema at: The request body has no "content"'],
    [{ content: { 'application/json': 'x' } }, 'body-without-schema at: The media type "application/json"'],
  ])('takes any value for %j and tells of it', (body, message) => {
    const { schema, told } = read(body)
    expect(schema).toEqual({})
    expect(told).toEqual([expect.stringContaining(message)])
  })
  it('takes any value where nothing is said of it', () => {
    expect(read({ content: {} })).toMatchObject({ schema: {}, told: [] })
    expect(read({ content: { 'application/json': {} } })).toMatchObject({ schema: {}, told: [] })
  })
  it.each(['text', null, { $ref: '#/gone' }])('tells of a body that is lost: %j', (body) => {
    const { found, told } = read(body)
    expect(found).toBeUndefined()
    expect(told).toEqual([expect.stringContaining('body-lost at')])
  })
})

/** The properties of a body, a star behind the name of one that is required. */
function split(
  schema: unknown,
  options: { isRequired?: boolean; root?: unknown; dialect?: Dialect } = {},
): readonly string[] | undefined {
  const { isRequired = true, root = {}, dialect } = options
  const body = { value: jsonOf(schema), document: documentOf(root, dialect), place: 'at' }
  const found = bodyProperties({ isRequired, description: undefined, schema: body }, references)
  return found?.properties.map(({ name, isRequired }) => name + (isRequired ? '*' : ''))
}

describe('bodyProperties', () => {
  const plain = { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] }
  it('takes a plain object apart', () => {
    expect(split(plain)).toEqual(['a*', 'b'])
    expect(
      split({ properties: { a: {} }, description: 'D', 'x-a': 1, xml: {}, additionalProperties: true }),
    ).toEqual(['a'])
    expect(split({ properties: { a: {} }, additionalProperties: {} })).toEqual(['a'])
  })
  it('looks behind references and joins by allOf', () => {
    const root = {
      s: {
        Base: plain,
        More: { allOf: [{ $ref: '#/s/Base' }, { properties: { c: {} }, required: ['b', 'c'] }] },
      },
    }
    expect(split({ $ref: '#/s/More' }, { root })).toEqual(['a*', 'b*', 'c*'])
  })
  it('says when no other properties are taken', () => {
    const closed = { ...plain, additionalProperties: false }
    const schema = { value: jsonOf(closed), document: documentOf({}), place: 'at' }
    expect(bodyProperties({ isRequired: true, description: undefined, schema }, references)?.isClosed).toBe(
      true,
    )
    expect(split({ allOf: [closed, { properties: { c: {} } }] })).toBeUndefined()
  })
  it('asks for no property that the service alone sends', () => {
    const schema = {
      properties: { id: { readOnly: true }, ref: { $ref: '#/s' }, a: {} },
      required: ['id', 'ref', 'a'],
    }
    expect(split(schema, { root: { s: { readOnly: true } } })).toEqual(['id', 'ref', 'a*'])
    expect(split(schema, { root: { s: { readOnly: true } }, dialect: '3.1' })).toEqual(['id*', 'ref*', 'a*'])
  })
  it('leaves an optional body whole when properties are required, else takes it apart', () => {
    expect(split(plain, { isRequired: false })).toBeUndefined()
    expect(split({ properties: { a: {} } }, { isRequired: false })).toEqual(['a'])
  })
  it('takes null of an optional body for none', () => {
    const nullable = { type: 'object', nullable: true, properties: { a: {} } }
    const union = { type: ['object', 'null'], properties: { a: {} } }
    for (const schema of [nullable, union]) {
      expect(split(schema, { isRequired: false })).toEqual(['a'])
      expect(split(schema, { isRequired: true })).toBeUndefined()
    }
  })
  it.each([
    { type: 'array', items: {} },
    { type: 'string' },
    { type: 'object' },
    { type: 'object', properties: {} },
    { ...plain, oneOf: [{ required: ['b'] }] },
    { ...plain, anyOf: [{}] },
    { ...plain, not: {} },
    { ...plain, minProperties: 1 },
    { ...plain, patternProperties: {} },
    { ...plain, additionalProperties: { type: 'string' } },
    { ...plain, required: ['a', 'elsewhere'] },
    { ...plain, type: ['object', 'array'] },
    { allOf: [plain, { properties: { a: { type: 'integer' } } }] },
    { allOf: [plain, { oneOf: [{}] }] },
    { $ref: '#/gone' },
    true,
    'text',
  ])('leaves %j whole', (schema) => {
    expect(split(schema)).toBeUndefined()
  })
  it('ends where schemas join too many', () => {
    const s = Object.fromEntries(
      Array.from({ length: 19 }, (_, level) => {
        const next = { $ref: `#/s/l${level + 1}` }
        return [`l${level}`, level === 18 ? { properties: { a: {} } } : { allOf: [next, next] }]
      }),
    )
    const started = performance.now()
    expect(split({ $ref: '#/s/l0' }, { root: { s } })).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(1000)
  })
  it('ends where a schema joins itself', () => {
    expect(
      split({ $ref: '#/s' }, { root: { s: { allOf: [{ $ref: '#/s' }], properties: { a: {} } } } }),
    ).toBeUndefined()
  })
})
