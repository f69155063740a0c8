import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import {
  ANY,
  ARRAY,
  BOOLEAN,
  NULL,
  NUMBER,
  OBJECT,
  resolve,
  STRING,
  typeOfValue,
  typesOf,
} from './schema-types.js'

const root: JsonObject = {
  $defs: {
    int: { type: 'integer' },
    'a/b': { type: 'null' },
    'a~b': { type: 'array' },
    loop: { $ref: '#/$defs/loop' },
  },
  list: [{ type: 'boolean' }, { type: 'string' }],
  type: 'object',
}
const types = (schema: JsonValue | undefined): number => typesOf(schema, root)

describe('typesOf', () => {
  it.each<readonly [JsonValue, number]>([
    [{ type: 'string' }, STRING],
    [{ type: 'number' }, NUMBER],
    [{ type: 'integer' }, NUMBER],
    [{ type: 'boolean' }, BOOLEAN],
    [{ type: 'null' }, NULL],
    [{ type: 'object' }, OBJECT],
    [{ type: 'array' }, ARRAY],
    [{ type: 'float' }, ANY],
    [{ type: 5 }, ANY],
    [{ type: ['string', 'null'] }, STRING | NULL],
    [{ type: ['string', 5] }, STRING],
    [{ type: [] }, 0],
    [{ enum: ['a', 1, null, true, [], {}] }, ANY],
    [{ enum: ['a', 1.5] }, STRING | NUMBER],
    [{ enum: 'a' }, ANY],
    [{ const: null }, NULL],
    [{ const: [1] }, ARRAY],
    [{ type: 'string', enum: ['a', 1] }, STRING],
    [{ type: ['string', 'integer'], const: 1 }, NUMBER],
    [{ type: 'string', const: 1 }, 0],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, STRING | NULL],
    [{ oneOf: [{ type: 'string' }, { type: 'array' }] }, STRING | ARRAY],
    [{ anyOf: [{ type: 'string' }, {}] }, ANY],
    [{ anyOf: [{ type: ['string', 'null'] }], oneOf: [{ type: ['null', 'array'] }] }, NULL],
    [{ anyOf: 5, oneOf: {} }, ANY],
    [{ allOf: [{ type: ['string', 'null'] }, { type: ['null', 'array'] }] }, NULL],
    [{ allOf: {} }, ANY],
    [{ $ref: '#/$defs/int' }, NUMBER],
    [{ $ref: '#/$defs/int', type: ['integer', 'string'] }, NUMBER],
    [{ $ref: '#/$defs/none' }, ANY],
    [{ $ref: '#/$defs/loop' }, ANY],
    [{ $ref: 5 }, ANY],
    [{ type: 'string', nullable: true }, STRING | NULL],
    [{ type: 'string', nullable: 'yes' }, STRING],
    [{}, ANY],
    [true, ANY],
    [null, ANY],
  ])('of %j: %i', (schema, expected) => {
    expect(types(schema)).toBe(expected)
  })

  it('says nothing of what is absent, and ends where branches nest too deep', () => {
    expect(types(undefined)).toBe(ANY)
    const nested = (levels: number): JsonObject => {
      let schema: JsonObject = { type: 'string' }
      for (let level = 0; level < levels; level++) schema = { allOf: [schema] }
      return schema
    }
    expect(types(nested(16))).toBe(STRING)
    expect(types(nested(17))).toBe(ANY)
    let branches: JsonObject = { type: 'string' }
    for (let level = 0; level < 17; level++) branches = { anyOf: [branches] }
    expect(types(branches)).toBe(ANY)
  })

  it('keeps its bits apart', () => {
    expect([STRING, NUMBER, BOOLEAN, NULL, OBJECT, ARRAY].reduce((all, bit) => all + bit, 0)).toBe(ANY)
    const exact = parseJson('1.50')
    if (exact.kind === 'fault') throw new Error('1.50')
    const kinds: readonly (readonly [JsonValue, number])[] = [
      ['', STRING],
      [0, NUMBER],
      [exact.value, NUMBER],
      [false, BOOLEAN],
      [null, NULL],
      [{}, OBJECT],
      [[], ARRAY],
    ]
    for (const [value, bit] of kinds) expect(typeOfValue(value)).toBe(bit)
  })
})

describe('resolve', () => {
  it.each([
    ['#/$defs/int', { type: 'integer' }],
    ['#/$defs/a~1b', { type: 'null' }],
    ['#/$defs/a~0b', { type: 'array' }],
    ['#/list/1', { type: 'string' }],
    ['#/list/2', undefined],
    ['#/type/x', undefined],
    ['#/none/x', undefined],
    ['#int', undefined],
    ['other.json', undefined],
    ['', undefined],
  ])('%s', (reference, expected) => {
    expect(resolve(reference, root)).toEqual(expected)
  })

  it('finds the whole document', () => {
    expect(resolve('#', root)).toBe(root)
    expect(isJsonObject(resolve('#/$defs', root))).toBe(true)
  })
})
