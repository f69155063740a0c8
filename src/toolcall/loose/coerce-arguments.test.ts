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
    ['{"v":" 30\\n"}', { type: 'integer' }, '{"v":30}', 'string-to-integer /v'],
    ['{"v":"-0.5e-3"}', { type: 'number' }, '{"v":-0.0005}', 'string-to-number /v'],
    ['{"v":"30"}', { type: ['integer', 'number'] }, '{"v":30}', 'string-to-number /v'],
    ['{"v":"30"}', { type: ['integer', 'null'] }, '{"v":30}', 'string-to-integer /v'],
    ['{"v":"30"}', { enum: [30] }, '{"v":30}', 'string-to-number /v'],
    ['{"v":" False "}', { type: 'boolean' }, '{"v":false}', 'string-to-boolean /v'],
    ['{"v":"null"}', { type: ['integer', 'null'] }, '{"v":null}', 'string-to-null /v'],
    ['{"v":"null"}', { type: 'integer', nullable: true }, '{"v":null}', 'string-to-null /v'],
    ['{"v":" [1] "}', { type: ['array', 'object'] }, '{"v":[1]}', 'string-to-array /v'],
    ['{"v":"{\\"a\\":1,}"}', { type: 'object' }, '{"v":{"a":1}}', 'string-to-object /v'],
    ['{"v":2.5e1}', { type: 'integer' }, '{"v":25}', 'integer-spelling /v'],
    ['{"v":-100.00}', { type: ['integer', 'null'] }, '{"v":-100}', 'integer-spelling /v'],
    ['{"v":1e20}', { type: 'integer' }, '{"v":100000000000000000000}', 'integer-spelling /v'],
    ['{"v":"A"}', { enum: ['a', 1, null] }, '{"v":"a"}', 'enum-case /v'],
    ['{"v":"7"}', { oneOf: [{ type: 'null' }, { type: 'integer' }] }, '{"v":7}', 'string-to-integer /v'],
    ['{"v":"7"}', { anyOf: [{ type: 'integer' }] }, '{"v":7}', 'string-to-integer /v'],
    ['{"v":"None"}', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, '{"v":null}', 'string-to-null /v'],
    ['{"v":"7"}', { anyOf: [{ $ref: '#/$defs/int' }, { type: 'null' }] }, '{"v":7}', 'string-to-number /v'],
    ['{"v":"7"}', { anyOf: [{ anyOf: [{ $ref: '#/$defs/int' }] }] }, '{"v":7}', 'string-to-integer /v'],
    [
      '{"v":{"b":["1"]}}',
      { properties: { b: { items: { type: 'integer' } } } },
      '{"v":{"b":[1]}}',
      'string-to-integer /v/b/0',
    ],
    [
      '{"v":{"x~y":"1","z":"1"}}',
      { properties: { 'x~y': { type: 'integer' } } },
      '{"v":{"x~y":1,"z":"1"}}',
      'string-to-integer /v/x~0y',
    ],
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
    ['a number with words behind', '{"v":"5 days"}', { type: 'number' }],
    ['a plus before a number', '{"v":"+5"}', { type: 'number' }],
    ['a bare point', '{"v":"5."}', { type: 'number' }],
    ['an exponent for an integer', '{"v":"1e3"}', { type: 'integer' }],
    ['an integer of many digits', '{"v":1e22}', { type: 'integer' }],
    ['a fraction in an exponent', '{"v":12.5e0}', { type: 'integer' }],
    ['a fraction where numbers may stand', '{"v":25.0}', { type: ['integer', 'number'] }],
    ['a digit for a flag', '{"v":"1"}', { type: 'boolean' }],
    ['a word that holds a flag', '{"v":"true!"}', { type: 'boolean' }],
    ['nothing in capitals', '{"v":"NULL"}', { type: 'null' }],
    ['a list in words', '{"v":"a [1]"}', { type: 'array' }],
    ['an object for a list', '{"v":"{}"}', { type: 'array' }],
    ['a list with more behind it', '{"v":"[1] x"}', { type: 'array' }],
    ['a list for a number', '{"v":"[1]"}', { type: 'number' }],
    ['a member that is there already', '{"v":"a"}', { enum: ['a', 'A'] }],
    ['a word that is no member', '{"v":"b"}', { enum: ['a'] }],
    ['a member among several', '{"v":"aB"}', { enum: ['ab', 'AB'] }],
    ['members that are no list', '{"v":"A"}', { enum: 'a' }],
    ['items of several schemas', '{"v":["1"]}', { items: [{ type: 'integer' }] }],
    ['a schema that is none', '{"v":"1"}', true],
    ['a reference to nowhere', '{"v":"1"}', { $ref: '#/$defs/none' }],
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

  it('reads numerals of up to 5,000 characters', () => {
    const digits = (count: number) => coerce(`{"v":"${'1'.repeat(count)}"}`, { type: 'integer' }).length
    expect([digits(4_999), digits(5_000)]).toEqual([2, 1])
  })

  it('looks 32 levels deep, and hands back what it did not change', () => {
    const nest = (levels: number, inner: JsonValue, wrap: (value: JsonValue) => JsonValue): JsonValue => {
      let value = inner
      for (let level = 0; level < levels; level++) value = wrap(value)
      return value
    }
    const changed = (levels: number): boolean => {
      const value = nest(levels, '1', (inner) => [inner])
      const schema = { properties: { v: nest(levels, { type: 'integer' }, (items) => ({ items })) } }
      const repairs = new Repairs()
      coerceArguments({ v: value }, { schema, repairs, at: 0 })
      return repairs.list.length > 0
    }
    expect([changed(31), changed(32)]).toEqual([true, false])
    const same = { v: ['1', { a: '1' }] }
    const args = coerceArguments(same, {
      schema: { properties: { v: { items: {} } } },
      repairs: new Repairs(),
      at: 0,
    })
    expect(args).toBe(same)
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
