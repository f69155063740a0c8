import { describe, expect, it } from 'vitest'
import { canonicalJson, type JsonValue } from '../../text/json.js'
import { parameterTypes, valueOfText } from './typed-text.js'

function read(text: string, property: JsonValue | undefined): string {
  const schema = {
    type: 'object',
    properties: property === undefined ? {} : { v: property },
    $defs: { number: { type: 'number' }, loop: { $ref: '#/$defs/loop' } },
  }
  return canonicalJson(valueOfText(text, parameterTypes(schema, 'v')))
}

describe('valueOfText', () => {
  it.each([
    ['02134', { type: 'string' }, '"02134"'],
    ['true', { type: ['string', 'null'] }, '"true"'],
    ['null', { type: 'string' }, '"null"'],
    ['null', { type: ['string', 'null'] }, 'null'],
    ['null', { type: 'string', nullable: true }, 'null'],
    ['None', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'null'],
    ['5', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, '5'],
    ['5', { $ref: '#/$defs/number' }, '5'],
    ['5', { enum: [1, 5] }, '5'],
    ['5', { enum: ['5', '6'] }, '"5"'],
    ['5', { type: ['string', 'integer'] }, '"5"'],
    ['2026-01-15', { type: 'integer' }, '"2026-01-15"'],
    ['9007199254740993', { type: 'integer' }, '9007199254740993'],
    [' 7 ', { type: 'integer' }, '7'],
    ['True', { type: 'boolean' }, 'true'],
    ['False', { type: 'string' }, '"False"'],
    ['yes', { type: 'boolean' }, '"yes"'],
    ['{"a": [1]}', { type: 'object' }, '{"a":[1]}'],
    ['{"a": [1]', { type: 'object' }, '"{\\"a\\": [1]"'],
    ['[1]', { type: 'object' }, '"[1]"'],
    ['{"a": 1}', { type: ['string', 'object'] }, '{"a":1}'],
    ['{"a": 1}', {}, '{"a":1}'],
    ['5', {}, '"5"'],
    ['null', {}, '"null"'],
    ['{"a": 1}', undefined, '"{\\"a\\": 1}"'],
    ['5', { $ref: '#/$defs/loop' }, '"5"'],
    ['5', { allOf: [{ type: ['integer', 'string'] }, { type: 'integer' }] }, '5'],
  ])('reads %j under %j as %s', (text, property, value) => {
    expect(read(text, property)).toBe(value)
  })

  it('keeps text where there is no schema', () => {
    expect(valueOfText('5', parameterTypes(undefined, 'v'))).toBe('5')
  })
})
