import { describe, expect, it } from 'vitest'
import { goldArguments } from '../../benchmark/gold-value.js'
import { ExactNumber, type JsonObject, type JsonValue } from '../../text/json.js'
import { askedArguments, callKey, compareArguments, givenArguments } from './call-comparison.js'

const defaults = new Map<string, JsonValue>([
  ['unit', 'km'],
  ['stops', 0],
  ['age', null],
])
const gold = (json: JsonObject) => ({ name: 't', json, arguments: goldArguments(json, 'test') })
const compare = (json: JsonObject, actual: JsonObject) => compareArguments(gold(json), actual, defaults)

describe('compareArguments', () => {
  it('counts what is asked, given and right', () => {
    expect(compare({ a: 1, b: 2 }, { a: 1, c: 3 })).toEqual({ isEqual: false, right: 1, asked: 2, given: 2 })
    expect(compare({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual({ isEqual: true, right: 2, asked: 2, given: 2 })
    expect(compare({}, {})).toEqual({ isEqual: true, right: 0, asked: 0, given: 0 })
  })

  it('takes a default for absence on either side, and counts it on neither', () => {
    const none = { isEqual: true, right: 0, asked: 0, given: 0 }
    expect(compare({}, { unit: 'km', stops: new ExactNumber('0.0'), age: null })).toEqual(none)
    expect(compare({ unit: 'km', age: null }, {})).toEqual(none)
    expect(compare({ unit: 'km' }, { unit: 'km' })).toEqual(none)
    expect(compare({ unit: 'mi' }, {})).toEqual({ isEqual: false, right: 0, asked: 1, given: 0 })
    expect(compare({ unit: 'mi' }, { unit: 'km' })).toEqual({ isEqual: false, right: 0, asked: 1, given: 0 })
    expect(compare({}, { unit: 'mi' })).toEqual({ isEqual: false, right: 0, asked: 0, given: 1 })
    expect(compare({ unit: { $oneOf: ['mi', 'km'] } }, {})).toEqual(none)
    expect(compare({ unit: { $absent: true } }, { unit: 'km' })).toEqual(none)
  })

  it('asks for an argument that may be absent only once it is rightly given', () => {
    const json = { a: { $oneOf: [1, { $absent: true }] } }
    expect(compare(json, {})).toEqual({ isEqual: true, right: 0, asked: 0, given: 0 })
    expect(compare(json, { a: 1 })).toEqual({ isEqual: true, right: 1, asked: 1, given: 1 })
    expect(compare(json, { a: 2 })).toEqual({ isEqual: false, right: 0, asked: 0, given: 1 })
  })

  it('never takes a prototype’s members for arguments', () => {
    expect(compare({ toString: 1 }, {}).isEqual).toBe(false)
    const own = JSON.parse('{"__proto__": 1}') as JsonObject
    expect(compare({}, own)).toEqual({ isEqual: false, right: 0, asked: 0, given: 1 })
  })
})

describe('askedArguments and givenArguments', () => {
  it('leave defaults and what may be absent out', () => {
    expect(
      askedArguments(gold({ a: 1, unit: 'km', b: { $oneOf: [1, { $absent: true }] }, stops: 2 }), defaults),
    ).toBe(2)
    expect(givenArguments({ a: 1, unit: 'km', stops: 2 }, defaults)).toBe(2)
  })
})

describe('callKey', () => {
  it('is one for calls that ask for the same', () => {
    const key = (given: JsonObject): string => callKey({ name: 't', arguments: given }, defaults)
    expect(key({ a: 5, b: 1 })).toBe(key({ b: new ExactNumber('1.0'), a: 5, unit: 'km' }))
    expect(key({ a: 5 })).not.toBe(key({ a: '5' }))
    expect(callKey({ name: 'u', arguments: {} }, defaults)).not.toBe(key({}))
  })
})
