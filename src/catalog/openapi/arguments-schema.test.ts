import { describe, expect, it } from 'vitest'
import { describedTools } from '../../../test/contract/described-tools.js'

const query = (name: string, schema: unknown = { type: 'string' }) => ({ name, in: 'query', schema })
const json = (schema: unknown, more: object = {}) => ({
  ...more,
  content: { 'application/json': { schema } },
})

/** The arguments of one operation. */
function argumentsOf(operation: object, more: object = {}) {
  const { tools, data, notices } = describedTools({
    openapi: '3.0.0',
    info: { title: 'T' },
    paths: { '/x': { post: { operationId: 'op', ...operation } } },
    ...more,
  })
  expect(tools).toHaveLength(1)
  const [tool] = data as readonly [{ readonly inputSchema: Record<string, unknown> }]
  return { schema: tool.inputSchema, notices: notices.map(({ code }) => code) }
}

describe('argumentsSchema', () => {
  it('has a property for each parameter, those required named', () => {
    const { schema } = argumentsOf({
      parameters: [query('a'), { ...query('b', { enum: [1, 2] }), required: true, description: 'B.' }],
    })
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { enum: [1, 2], description: 'B.' } },
      required: ['b'],
    })
  })
  it('is the schema of no arguments where there are none', () => {
    expect(argumentsOf({}).schema).toEqual({ type: 'object', properties: {} })
  })
  it("lets a parameter's description count before its schema's", () => {
    const { schema } = argumentsOf({
      parameters: [
        { ...query('a', { type: 'string', description: 'schema' }), description: 'parameter' },
        { ...query('b', { type: 'string', description: 'schema' }), description: ' ' },
      ],
    })
    expect(schema.properties).toEqual({
      a: { type: 'string', description: 'parameter' },
      b: { type: 'string', description: 'schema' },
    })
  })
  it('calls the later of two parameters of one name by its location, path before query before header', () => {
    const { schema, notices } = argumentsOf({
      parameters: [
        { name: 'id', in: 'header', schema: { type: 'boolean' } },
        query('id'),
        { name: 'id', in: 'cookie', schema: {} },
        query('id_header'),
      ],
    })
    expect(schema.properties).toEqual({
      id_header_2: { type: 'boolean' },
      id: { type: 'string' },
      id_cookie: {},
      id_header: { type: 'string' },
    })
    expect(notices).toEqual(['parameter-renamed', 'parameter-renamed'])
  })
  it('renames what would be refused as a key', () => {
    const { schema, notices } = argumentsOf({ parameters: [query('__proto__'), query('constructor')] })
    expect(Object.keys(schema.properties as object)).toEqual(['__proto___query', 'constructor'])
    expect(notices).toEqual(['parameter-renamed'])
  })

  it('takes the properties of a body among the arguments', () => {
    const body = {
      type: 'object',
      properties: { a: { type: 'string' }, b: {} },
      required: ['a'],
      additionalProperties: false,
    }
    const { schema } = argumentsOf({
      parameters: [query('q')],
      requestBody: json(body, { required: true, description: 'What to make.' }),
    })
    expect(schema).toEqual({
      type: 'object',
      description: 'What to make.',
      properties: { q: { type: 'string' }, a: { type: 'string' }, b: {} },
      required: ['a'],
      additionalProperties: false,
    })
  })
  it('leaves a body whole when a property is called like a parameter', () => {
    const body = { type: 'object', properties: { q: { type: 'integer' } }, required: ['q'] }
    const { schema } = argumentsOf({
      parameters: [query('q')],
      requestBody: json(body, { required: true, description: 'B.' }),
    })
    expect(schema).toEqual({
      type: 'object',
      properties: { q: { type: 'string' }, body: { ...body, description: 'B.' } },
      required: ['body'],
    })
  })
  it('writes a body in place of its reference, even one that refers to itself', () => {
    const { schema } = argumentsOf(
      { requestBody: json({ $ref: '#/components/schemas/Node' }) },
      { components: { schemas: { Node: { type: 'array', items: { $ref: '#/components/schemas/Node' } } } } },
    )
    expect(schema).toEqual({
      type: 'object',
      properties: { body: { type: 'array', items: { $ref: '#/$defs/Node' } } },
      $defs: { Node: { type: 'array', items: { $ref: '#/$defs/Node' } } },
    })
  })
  it('calls the body otherwise when a parameter is called body', () => {
    const requestBody = json({ type: 'string' })
    expect(argumentsOf({ parameters: [query('body')], requestBody }).schema.properties).toHaveProperty(
      'requestBody',
    )
    const both = { parameters: [query('body'), query('requestBody')], requestBody }
    expect(argumentsOf(both).schema.properties).toHaveProperty('requestBody_2')
  })

  it('bounds what a tool carries and says how much was left open', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `S${index}`,
        {
          type: 'object',
          description: 'x'.repeat(1000),
          properties: { next: { $ref: `#/components/schemas/S${index + 1}` } },
        },
      ]),
    )
    const { schema, notices } = argumentsOf(
      { parameters: [query('a', { type: 'array', items: { $ref: '#/components/schemas/S0' } })] },
      { components: { schemas: { ...schemas, S100: {} } } },
    )
    expect(JSON.stringify(schema).length).toBeLessThan(33 * 1024)
    expect(Object.keys(schema.$defs as object)).toHaveLength(30)
    expect(notices).toEqual(['schemas-left-open'])
  })
})

describe('argumentsSchema of Swagger 2.0', () => {
  const swagger = (operation: object) => {
    const { data } = describedTools({
      swagger: '2.0',
      info: { title: 'T' },
      paths: { '/x': { post: operation } },
    })
    return (data as readonly [{ readonly inputSchema: unknown }])[0].inputSchema
  }
  it('takes body and form', () => {
    const pet = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    expect(
      swagger({ parameters: [{ in: 'body', name: 'pet', required: true, description: 'P.', schema: pet }] }),
    ).toEqual({
      ...pet,
      description: 'P.',
    })
    expect(
      swagger({
        parameters: [
          { in: 'formData', name: 'file', type: 'file', required: true },
          { in: 'formData', name: 'note', type: 'string', description: 'N.' },
        ],
      }),
    ).toEqual({
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string', description: 'N.' } },
      required: ['file'],
    })
  })
})
