import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalJson,
  emptyObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../text/json.js'
import { preparedSchema, STRICT } from '../schema/check-schema.js'
import { coerceArguments } from './coerce-arguments.js'
import { Repairs } from './repairs.js'

function objectOf(text: string): JsonObject {
  const reading = parseJson(text)
  if (reading.kind === 'fault' || !isJsonObject(reading.value)) throw new Error(text)
  return reading.value
}

function coerce(args: string, property: JsonValue) {
  const repairs = new Repairs()
  const schema: JsonObject = {
    type: 'object',
    properties: { v: property },
    $defs: { int: { type: 'integer' } },
  }
  const coerced = coerceArguments(objectOf(args), { schema, repairs, at: 0 })
  return [canonicalJson(coerced), ...repairs.list.map(({ code, what }) => `${code} ${what}`)]
}

describe('coerceArguments', () => {
  it.each([
    ['{"v":"30"}', { type: 'integer' }, '{"v":30}', 'string-to-integer /v'],
    [
      '{"v":"12345678901234567890"}',
      { type: 'integer' },
      '{"v":12345678901234567890}',
      'string-to-integer /v',
    ],
    ['{"v":"1.5"}', { type: 'number' }, '{"v":1.5}', 'string-to-number /v'],
    ['{"v":"TRUE"}', { type: 'boolean' }, '{"v":true}', 'string-to-boolean /v'],
    ['{"v":"None"}', { type: ['integer', 'null'] }, '{"v":null}', 'string-to-null /v'],
    ['{"v":"[\\"a\\"]"}', { type: 'array' }, '{"v":["a"]}', 'string-to-array /v'],
    ['{"v":"{\'a\': 1}"}', { type: 'object' }, '{"v":{"a":1}}', 'string-to-object /v'],
    ['{"v":25.0}', { type: 'integer' }, '{"v":25}', 'integer-spelling /v'],
    ['{"v":"APPEND"}', { enum: ['append', 'replace'] }, '{"v":"append"}', 'enum-case /v'],
    ['{"v":"7"}', { $ref: '#/$defs/int' }, '{"v":7}', 'string-to-integer /v'],
    ['{"v":"7"}', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, '{"v":7}', 'string-to-integer /v'],
    ['{"v":["1",2]}', { type: 'array', items: { type: 'integer' } }, '{"v":[1,2]}', 'string-to-integer /v/0'],
    [
      '{"v":{"a/b":"1"}}',
      { type: 'object', properties: { 'a/b': { type: 'integer' } } },
      '{"v":{"a/b":1}}',
      'string-to-integer /v/a~1b',
    ],
  ])('changes %s under %j', (args, property, expected, repair) => {
    expect(coerce(args, property)).toEqual([expected, repair])
  })

  it.each([
    ['a fraction for an integer', '{"v":2.5}', { type: 'integer' }],
    ['text of a fraction for an integer', '{"v":"2.5"}', { type: 'integer' }],
    ['a leading zero', '{"v":"007"}', { type: 'integer' }],
    ['a number for a text', '{"v":5}', { type: ['string', 'null'] }],
    ['words for a number', '{"v":"about 5"}', { type: 'number' }],
    ['one item for a list', '{"v":"a"}', { type: 'array' }],
    ['a list for an object', '{"v":"[1]"}', { type: 'object' }],
    ['a member that fits two but for case', '{"v":"A"}', { enum: ['a', 'À', 'a '], const: 'a' }],
    ['text where text may stand', '{"v":"5"}', { type: ['string', 'integer'] }],
    ['what the schema does not declare', '{"w":"5"}', { type: 'integer' }],
    ['broken JSON in a text', '{"v":"[1, 2"}', { type: 'array' }],
    [
      'two branches',
      '{"v":"5"}',
      { anyOf: [{ type: 'integer', minimum: 3 }, { type: 'array' }, { type: 'string' }] },
    ],
  ])('leaves %s alone', (_what, args, property) => {
    const [coerced, ...repairs] = coerce(args, property)
    if (args.includes('"A"')) expect(repairs.length).toBeLessThanOrEqual(1)
    else expect([coerced, repairs]).toEqual([canonicalJson(objectOf(args)), []])
  })

  it('never makes a fitting value unfit, and what it changes fits better', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        i: { type: 'integer' },
        b: { type: 'boolean' },
        s: { type: 'string' },
        l: { type: 'array', items: { type: 'number' } },
      },
    }
    const any = fc.oneof(
      fc.integer(),
      fc.boolean(),
      fc.constantFrom('1', 'true', '[1]', '[1.5, 2]', 'x', ''),
      fc.array(fc.integer()),
      fc.constant(null),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('i', 'b', 's', 'l', 'x'), any), (given) => {
        const args = Object.assign(emptyObject(), given) as JsonObject
        const coerced = coerceArguments(args, { schema, repairs: new Repairs(), at: 0 })
        const faults = (value: JsonValue): number => preparedSchema(schema, STRICT).check(value).faults.length
        expect(faults(coerced)).toBeLessThanOrEqual(faults(args))
      }),
    )
  })
})
