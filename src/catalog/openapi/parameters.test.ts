import { describe, expect, it } from 'vitest'
import { dataOf, jsonOf } from '../../../test/contract/described-tools.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { ApiDocument, Dialect } from './document.js'
import { ParameterReader, readParameters } from './parameters.js'
import { References } from './references.js'

/** Reads lists of parameters, the operation's own first. */
function read(lists: readonly unknown[], options: { path?: string; root?: unknown; dialect?: Dialect } = {}) {
  const told: string[] = []
  const notices = {
    add: (code: string, what: string, place: string) => void told.push(`${code} ${place}: ${what}`),
  }
  const document: ApiDocument = {
    address: 'api.json',
    root: jsonOf(options.root ?? {}),
    dialect: options.dialect ?? '3.0',
  }
  const references = new References({ outside: undefined, paths: memoryFiles() })
  const parameters = readParameters(
    lists.map((list, index) => ({ value: jsonOf(list), document, place: `list${index}` })),
    {
      path: options.path ?? '/',
      document,
      place: 'at',
      notices,
      reader: new ParameterReader({ references, notices }),
    },
  )
  const data = parameters.map(({ name, location, isRequired, description, schema }) => {
    return [name, location, isRequired, description, dataOf(schema.value)]
  })
  return { data, told }
}

describe('readParameters', () => {
  it('reads name, location, need, description and schema', () => {
    const { data, told } = read([
      [
        { name: 'id', in: 'path', schema: { type: 'string' } },
        {
          name: 'q',
          in: 'query',
          required: true,
          description: 'What to find.',
          schema: { enum: ['a', 'b'] },
        },
        { name: 'X-Trace', in: 'header', required: false, schema: { type: 'string', nullable: true } },
        { name: 'session', in: 'cookie', schema: { oneOf: [{ type: 'string' }, { type: 'integer' }] } },
      ],
    ])
    expect(data).toEqual([
      ['id', 'path', true, undefined, { type: 'string' }],
      ['q', 'query', true, 'What to find.', { enum: ['a', 'b'] }],
      ['X-Trace', 'header', false, undefined, { type: 'string', nullable: true }],
      ['session', 'cookie', false, undefined, { oneOf: [{ type: 'string' }, { type: 'integer' }] }],
    ])
    expect(told).toEqual([])
  })
  it("lets the operation's parameters count before those of the path, by name and location", () => {
    const { data } = read([
      [{ name: 'id', in: 'query', schema: { type: 'integer' } }],
      [
        { name: 'id', in: 'query', schema: { type: 'string' } },
        { name: 'id', in: 'header', schema: { type: 'boolean' } },
      ],
    ])
    expect(data.map(([name, location, , , schema]) => [name, location, schema])).toEqual([
      ['id', 'query', { type: 'integer' }],
      ['id', 'header', { type: 'boolean' }],
    ])
  })
  it('takes the schema of content', () => {
    const parameter = {
      name: 'filter',
      in: 'query',
      content: { 'application/json': { schema: { type: 'object' } } },
    }
    expect(read([[parameter]]).data).toEqual([['filter', 'query', false, undefined, { type: 'object' }]])
  })
  it('takes the keywords of Swagger 2.0 from the parameter itself', () => {
    const parameter = {
      name: 'ids',
      in: 'query',
      required: true,
      description: 'Ids.',
      type: 'array',
      items: { type: 'integer', format: 'int64' },
      collectionFormat: 'csv',
      minItems: 1,
      default: [1],
      'x-nullable': true,
      'x-other': 1,
    }
    const schema = {
      type: 'array',
      items: { type: 'integer', format: 'int64' },
      minItems: 1,
      default: [1],
      'x-nullable': true,
    }
    expect(read([[parameter]], { dialect: '2.0' }).data).toEqual([['ids', 'query', true, 'Ids.', schema]])
  })
  it('hands examples and deprecation on to the schema', () => {
    const parameters = [
      { name: 'a', in: 'query', deprecated: true, example: 'x', schema: { type: 'string' } },
      { name: 'b', in: 'query', example: 'x', schema: { type: 'string', example: 'own' } },
      { name: 'c', in: 'query', example: 'x', type: 'string' },
    ]
    expect(read([parameters]).data.map(([, , , , schema]) => schema)).toEqual([
      { deprecated: true, example: 'x', type: 'string' },
      { type: 'string', example: 'own' },
      { example: 'x', type: 'string' },
    ])
  })
  it('follows references, to a parameter and inside one', () => {
    const root = {
      p: { page: { $ref: '#/p/real' }, real: { name: 'page', in: 'query', schema: { $ref: '#/s' } } },
    }
    expect(read([[{ $ref: '#/p/page' }]], { root }).data).toEqual([
      ['page', 'query', false, undefined, { $ref: '#/s' }],
    ])
  })

  it('adds what the template of the path names and nobody declares', () => {
    const { data, told } = read([[{ name: 'a', in: 'path', schema: {} }]], { path: '/x/{a}/{b}/{b}?c={c}' })
    expect(data.map(([name, location, isRequired]) => [name, location, isRequired])).toEqual([
      ['b', 'path', true],
      ['c', 'path', true],
      ['a', 'path', true],
    ])
    expect(told).toEqual([
      expect.stringMatching(/^path-parameter-undeclared at: The path names "b"/),
      expect.stringMatching(/^path-parameter-undeclared at: The path names "c"/),
    ])
    expect(read([], { path: '/{id}' }).data).toEqual([['id', 'path', true, undefined, { type: 'string' }]])
  })
  it('knows a parameter of the template by another location, and past a greedy mark', () => {
    expect(read([[{ name: 'q', in: 'query', schema: {} }]], { path: '/x?q={q}' }).data).toHaveLength(1)
    expect(read([[{ name: 'key', in: 'path', schema: {} }]], { path: '/{key+}' }).data).toHaveLength(1)
  })

  it.each([
    ['text', 'parameter-lost list0[0]: A parameter is not an object'],
    [null, 'parameter-lost list0[0]: A parameter is not an object'],
    [{ in: 'query' }, 'parameter-lost list0[0]: A parameter has no name'],
    [{ name: 5, in: 'query' }, 'parameter-lost list0[0]: A parameter has no name'],
    [{ $ref: '#/gone' }, 'parameter-lost list0[0]: A parameter cannot be read: "#/gone" is not there'],
  ])('tells of a parameter that is lost: %j', (parameter, message) => {
    const { data, told } = read([[parameter]])
    expect(data).toEqual([])
    expect(told).toEqual([expect.stringContaining(message)])
  })
  it.each([
    [{ name: '', in: 'query', schema: {} }, 'parameter-name-empty'],
    [{ name: 'a', schema: {} }, 'parameter-location'],
    [{ name: 'a', in: 'matrix', schema: {} }, 'parameter-location'],
    [{ name: 'a', in: 'query' }, 'parameter-without-schema'],
    [{ name: 'a', in: 'query', content: {} }, 'parameter-without-schema'],
  ])('keeps %j and tells of it', (parameter, code) => {
    const { data, told } = read([[parameter]])
    expect(data).toHaveLength(1)
    expect(told).toEqual([expect.stringContaining(code)])
  })
  it('tells of lists that are none, and of a parameter that stands twice', () => {
    expect(read([{ a: 1 }])).toEqual({
      data: [],
      told: [expect.stringContaining('parameters-unreadable list0')],
    })
    const twice = [
      { name: 'a', in: 'query', schema: { type: 'string' } },
      { name: 'a', in: 'query', schema: { type: 'integer' } },
    ]
    expect(read([twice])).toMatchObject({
      data: [['a', 'query', false, undefined, { type: 'string' }]],
      told: [expect.stringContaining('parameter-repeated list0[1]')],
    })
  })
})
