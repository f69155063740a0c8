import { describe, expect, it } from 'vitest'
import { describedTools } from '../../../test/contract/described-tools.js'

function resultOf(responses: unknown, more: object = { openapi: '3.0.0' }): unknown {
  const { data } = describedTools({ info: { title: 'T' }, paths: { '/x': { get: { responses } } }, ...more })
  return (data as readonly [{ readonly outputSchema?: unknown }])[0].outputSchema
}
const json = (schema: unknown) => ({ description: 'D', content: { 'application/json': { schema } } })
const object = { type: 'object', properties: { a: { type: 'string' } } }

describe('resultSchema', () => {
  it('takes the first success that is a JSON object', () => {
    expect(resultOf({ '201': json(object), default: json({ type: 'string' }), '400': json({}) })).toEqual(
      object,
    )
    expect(resultOf({ '2XX': json(object) })).toEqual(object)
    const other = { type: 'object', properties: { b: {} } }
    expect(resultOf({ '2XX': json(other), '202': json(other), '200': json(object) })).toEqual(object)
    expect(
      resultOf({ '204': { description: 'None' }, '200': json({ type: 'array' }), '202': json(object) }),
    ).toEqual(object)
    expect(resultOf({ '200': json({ properties: { a: {} } }) })).toEqual({
      type: 'object',
      properties: { a: {} },
    })
  })
  it('follows references and brings definitions along', () => {
    const components = {
      responses: { Ok: json({ $ref: '#/components/schemas/Node' }) },
      schemas: { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } },
    }
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } }
    expect(
      resultOf({ '200': { $ref: '#/components/responses/Ok' } }, { openapi: '3.0.0', components }),
    ).toEqual({
      ...node,
      $defs: { Node: node },
    })
  })
  it('takes the schema of Swagger 2.0', () => {
    expect(resultOf({ 200: { description: 'D', schema: object } }, { swagger: '2.0' })).toEqual(object)
    expect(resultOf({ 200: { description: 'D' } }, { swagger: '2.0' })).toBeUndefined()
  })
  it('asks for what the service sends, not for what it only takes', () => {
    const schema = {
      ...object,
      properties: { id: { readOnly: true }, key: { writeOnly: true } },
      required: ['id', 'key'],
    }
    expect(resultOf({ '200': json(schema) })).toMatchObject({ required: ['id'] })
  })
  it.each([
    [{ '200': json({ type: 'string' }) }],
    [{ '200': json(true) }],
    [{ '404': json(object) }],
    [{ default: json(object) }],
    [{ '200': { content: { 'text/csv': { schema: object } } } }],
    [{ '200': { content: { 'application/json': {} } } }],
    [{ '200': { content: [] } }],
    [{ '200': { $ref: '#/gone' } }],
    [{ '200': null }],
    [[]],
    [undefined],
    [{ '200': json({ ...object, description: 'x'.repeat(3000) }) }],
  ])('has none for %j', (responses) => {
    expect(resultOf(responses)).toBeUndefined()
  })
  it('has none when what it refers to is too long', () => {
    const components = { schemas: { Long: { type: 'string', description: 'x'.repeat(3000) } } }
    const schema = { type: 'object', properties: { a: { $ref: '#/components/schemas/Long' } } }
    expect(resultOf({ '200': json(schema) }, { openapi: '3.0.0', components })).toBeUndefined()
  })
})
