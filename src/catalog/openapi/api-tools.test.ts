import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describedTools } from '../../../test/contract/described-tools.js'

const get = (operation: unknown) => ({
  openapi: '3.0.0',
  info: { title: 'Parcels', description: 'Tracks parcels.' },
  paths: { '/parcels/{id}': { get: operation } },
})
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const names = (description: unknown): readonly string[] =>
  describedTools(description).tools.map(({ name }) => name)
const codes = (description: unknown): readonly string[] =>
  describedTools(description).notices.map(({ code }) => code)

describe('apiTools', () => {
  it('makes a tool of an operation', () => {
    const operation = {
      operationId: 'getParcel',
      summary: 'Get a parcel',
      description: 'Gives a parcel with its places.',
      tags: ['Parcels', 'Public'],
      parameters: [idParameter],
      responses: {
        '200': { content: { 'application/json': { schema: { type: 'object', properties: {} } } } },
      },
    }
    expect(describedTools(get(operation))).toMatchObject({
      notices: [],
      data: [
        {
          name: 'getParcel',
          title: 'Get a parcel',
          description: 'Gives a parcel with its places.',
          inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
          outputSchema: { type: 'object', properties: {} },
          annotations: { readOnlyHint: true },
          service: 'Parcels',
          serviceDescription: 'Tracks parcels.',
          endpoint: 'GET /parcels/{id}',
          category: 'Parcels',
          source: { format: 'openapi', at: 'api.json, paths./parcels/{id}.get' },
        },
      ],
    })
  })
  it('takes the summary where there is no description, or one that stands for nothing', () => {
    const described = (operation: object) => {
      const [tool] = describedTools(get({ parameters: [idParameter], ...operation })).tools
      return [tool?.title, tool?.description]
    }
    expect(described({ summary: 'S' })).toEqual([undefined, 'S'])
    expect(described({ summary: 'S', description: '  ' })).toEqual([undefined, 'S'])
    expect(described({ summary: 'S', description: 'None' })).toEqual([undefined, 'S'])
    expect(described({ summary: 'S', description: 'D' })).toEqual(['S', 'D'])
    expect(described({ description: 'D' })).toEqual([undefined, 'D'])
    expect(described({ description: 5, summary: ['S'] })).toEqual([undefined, undefined])
  })
  it('hints at what a method does', () => {
    const methods = ['get', 'head', 'options', 'trace', 'post', 'put', 'patch', 'delete']
    const paths = { '/x': Object.fromEntries(methods.map((method) => [method, {}])) }
    const { tools } = describedTools({ openapi: '3.0.0', paths })
    const safe = { readOnlyHint: true }
    expect(tools.map(({ annotations }) => ({ ...annotations }))).toEqual([
      ...[safe, safe, safe, safe],
      { readOnlyHint: false },
      { readOnlyHint: false, idempotentHint: true },
      { readOnlyHint: false },
      { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    ])
  })
  it('shares what is said of the service, cut where it is a manual', () => {
    const { tools, notices } = describedTools({
      openapi: '3.0.0',
      info: { title: ' ', description: `${'word '.repeat(300)}end` },
      paths: { '/x': { get: {}, put: {} } },
    })
    expect(tools.map(({ service }) => service)).toEqual(['api', 'api'])
    expect(tools[0]?.serviceDescription).toBe(tools[1]?.serviceDescription)
    expect(tools[0]?.serviceDescription?.length).toBeLessThanOrEqual(602)
    expect(tools[0]?.serviceDescription).toMatch(/word …$/)
    expect(notices).toEqual([expect.objectContaining({ code: 'service-description-cut' })])
  })

  it('makes up a name where there is no id', () => {
    expect(names(get({ parameters: [idParameter] }))).toEqual(['get_parcels_by_id'])
    expect(names(get({ operationId: '', parameters: [idParameter] }))).toEqual(['get_parcels_by_id'])
    expect(codes(get({ operationId: 5, parameters: [idParameter] }))).toEqual(['operation-id-unreadable'])
  })
  it('makes up names that no other operation has', () => {
    const paths = {
      '/a/b': { get: {} },
      '/a_b': { get: {} },
      '/c': { get: {}, put: { operationId: 'get_c' } },
    }
    const made = names({ openapi: '3.0.0', paths })
    expect(new Set(made).size).toBe(4)
    expect(made[3]).toBe('get_c')
    expect(made.slice(0, 3)).toEqual([
      expect.stringMatching(/^get_a_b_[0-9a-f]{8}$/),
      expect.stringMatching(/^get_a_b_[0-9a-f]{8}$/),
      expect.stringMatching(/^get_c_[0-9a-f]{8}$/),
    ])
  })
  it('keeps ids as they are, two of one name too, for the rule of duplicates to judge', () => {
    expect(
      names({
        openapi: '3.0.0',
        paths: { '/a': { get: { operationId: 'a/b c' }, put: { operationId: 'a/b c' } } },
      }),
    ).toEqual(['a/b c', 'a/b c'])
  })
  it('puts a prefix before every name', () => {
    const { tools } = describedTools(get({ operationId: 'getParcel', parameters: [idParameter] }), {
      prefix: 'crm',
    })
    expect(tools.map(({ name }) => name)).toEqual(['crm__getParcel'])
  })

  it('passes over keys that are no operations', () => {
    const path = {
      summary: 'S',
      description: 'D',
      servers: [],
      parameters: [],
      'x-a': { get: {} },
      get: {},
      other: {},
    }
    expect(names({ openapi: '3.0.0', paths: { '/x': path, 'x-paths': { get: {} } } })).toEqual(['get_x'])
  })
  it('takes methods in capitals, of 3.2, and unknown ones that have responses', () => {
    const path = { GET: {}, query: {}, link: { responses: {} }, additionalOperations: { COPY: {} } }
    expect(
      describedTools({ openapi: '3.2.0', paths: { '/x': path } }).tools.map(({ endpoint }) => endpoint),
    ).toEqual(['GET /x', 'QUERY /x', 'LINK /x', 'COPY /x'])
  })
  it('follows a path that is a reference, own keys first', () => {
    const paths = {
      '/a': { $ref: '#/components/pathItems/A', put: { operationId: 'own' } },
      '/b': { $ref: '#/paths/~1a' },
      '/c': { $ref: '#/gone' },
    }
    const A = {
      parameters: [{ name: 'q', in: 'query', schema: {} }],
      get: { operationId: 'far' },
      put: { operationId: 'hidden' },
    }
    const { tools, notices } = describedTools({ openapi: '3.1.0', paths, components: { pathItems: { A } } })
    expect(tools.map(({ name, endpoint }) => [name, endpoint])).toEqual([
      ['own', 'PUT /a'],
      ['far', 'GET /a'],
      ['far', 'GET /b'],
      ['hidden', 'PUT /b'],
    ])
    expect(tools[1]?.inputSchema).toMatchObject({ properties: { q: {} } })
    expect(notices).toEqual([
      expect.objectContaining({ code: 'path-unreadable', where: 'api.json, paths./c' }),
    ])
  })

  it.each([
    [{ openapi: '3.0.0' }, ['paths-missing']],
    [{ openapi: '3.0.0', paths: [] }, ['paths-missing']],
    [{ openapi: '3.0.0', paths: 'text' }, ['paths-missing']],
    [{ openapi: '3.1.0', webhooks: { a: {}, b: {} }, paths: {} }, ['webhooks']],
    [
      { openapi: '3.0.0', paths: { '/a': 'text', '/b': [{ get: {} }], '/c': null } },
      ['path-unreadable', 'path-unreadable', 'path-unreadable'],
    ],
    [
      { openapi: '3.0.0', paths: { '/a': { get: 'text', put: [] } } },
      ['operation-unreadable', 'operation-unreadable'],
    ],
    [{ openapi: '3.0.0', info: 'text', paths: { '/a': {} } }, []],
    [{ swagger: '2.0', info: [], tags: 5, paths: {} }, []],
  ])('makes no tool of %j and says why', (description, expected) => {
    const { tools, notices } = describedTools(description)
    expect(tools).toEqual([])
    expect(notices.map(({ code }) => code)).toEqual(expected)
  })

  const leaving = {
    openapi: '3.0.0',
    paths: {
      '/a': { get: { operationId: 'stays' } },
      '/b': { get: { operationId: 'leaves', parameters: [{ $ref: 'other.yaml#/p' }] } },
      '/c': { $ref: 'paths/c.yaml' },
      '/d': { get: { operationId: 'leavesToo', responses: { '200': { $ref: 'https://a.test/r' } } } },
    },
  }
  it('refuses a description that leaves its document', () => {
    expect(() => describedTools(leaving)).toThrow(/leaves the document[^]*api\.json, paths\./)
  })
  it('leaves out the operations that do, when lenient, and names them', () => {
    const { tools, notices } = describedTools(leaving, { isLenient: true })
    expect(tools.map(({ name }) => name)).toEqual(['stays'])
    expect(notices.map(({ code, where }) => [code, where])).toEqual([
      ['remote-ref-refused', 'api.json, paths./c'],
      ['remote-ref-refused', 'api.json, paths./b.get.parameters[0]'],
      ['remote-ref-refused', 'api.json, paths./d.get.responses.200'],
    ])
  })

  const anything = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.constantFrom<unknown>(
        'text',
        5,
        null,
        true,
        [],
        {},
        '#/components/schemas/A',
        '#/paths/~1a/get',
        'string',
        'query',
        'path',
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          ...[
            '$ref',
            'parameters',
            'get',
            'post',
            'requestBody',
            'content',
            'application/json',
            'schema',
            'responses',
          ],
          ...[
            '200',
            'name',
            'in',
            'type',
            'properties',
            'items',
            'allOf',
            'required',
            'operationId',
            'tags',
            'summary',
          ],
        ),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  })).value
  it('crashes at no data, whatever is where', () => {
    fc.assert(
      fc.property(
        anything,
        anything,
        anything,
        fc.constantFrom('3.0.0', '3.1.0', '2.0'),
        (item, operation, schema, version) => {
          const description = {
            [version === '2.0' ? 'swagger' : 'openapi']: version,
            info: item,
            paths: { '/a': { get: operation, parameters: item }, '/b/{c}': item },
            components: { schemas: { A: schema } },
          }
          for (const { inputSchema } of describedTools(description, { isLenient: true }).tools) {
            expect(inputSchema).toMatchObject({ type: 'object' })
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
