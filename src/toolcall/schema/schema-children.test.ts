import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../text/json.js'
import { checkSchema } from './check-schema.js'
import { childrenOf } from './schema-children.js'

const child: JsonObject = { $anchor: 'here', type: 'null' }

describe('childrenOf', () => {
  it.each<readonly [string, JsonValue, string]>([
    ['properties', { a: child }, '/properties/a'],
    ['patternProperties', { a: child }, '/patternProperties/a'],
    ['additionalProperties', child, '/additionalProperties'],
    ['unevaluatedProperties', child, '/unevaluatedProperties'],
    ['propertyNames', child, '/propertyNames'],
    ['dependentSchemas', { a: child }, '/dependentSchemas/a'],
    ['dependencies', { b: ['c'], a: child }, '/dependencies/a'],
    ['items', child, '/items'],
    ['items', [true, child], '/items/1'],
    ['prefixItems', [true, child], '/prefixItems/1'],
    ['additionalItems', child, '/additionalItems'],
    ['unevaluatedItems', child, '/unevaluatedItems'],
    ['contains', child, '/contains'],
    ['allOf', [true, child], '/allOf/1'],
    ['anyOf', [true, child], '/anyOf/1'],
    ['oneOf', [child, true], '/oneOf/0'],
    ['not', child, '/not'],
    ['if', child, '/if'],
    ['then', child, '/then'],
    ['else', child, '/else'],
    ['contentSchema', child, '/contentSchema'],
    ['$defs', { a: child }, '/$defs/a'],
    ['definitions', { a: child }, '/definitions/a'],
  ])('finds what stands in %s %j: an anchor there can be referred to', (keyword, value, path) => {
    const { verdict, faults } = checkSchema(1, { $ref: '#here', [keyword]: value })
    expect([verdict, faults.map(({ schemaPath }) => schemaPath)]).toEqual([
      'invalid',
      expect.arrayContaining([`${path}/type`]),
    ])
  })

  it.each<readonly [string, JsonValue]>([
    ['properties', [child]],
    ['allOf', { a: child }],
    ['prefixItems', child],
    ['not', [child]],
    ['additionalProperties', [child]],
    ['default', child],
    ['const', child],
    ['enum', [child]],
    ['examples', [child]],
    ['x-schema', child],
  ])('finds no schema in %s %j', (keyword, value) => {
    const found = [...childrenOf({ [keyword]: value })].filter((one) => one.value === child)
    expect(found).toEqual([])
  })

  it('goes in the order of the document, keys as they are written', () => {
    const schema = { not: {}, 'x-y': {}, properties: { b: {}, 'a/b': {} }, items: [{}, true], allOf: [{}] }
    expect([...childrenOf(schema)].map(({ keys }) => keys)).toEqual([
      ['not'],
      ['properties', 'b'],
      ['properties', 'a/b'],
      ['items', 0],
      ['items', 1],
      ['allOf', 0],
    ])
  })
})
