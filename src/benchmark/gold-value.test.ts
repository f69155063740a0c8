import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../text/json.js'
import { goldArguments } from './gold-value.js'

const read = (json: JsonObject) => Object.fromEntries(goldArguments(json, 'item "a", gold call 1 (t)'))

describe('goldArguments', () => {
  it('reads plain values as they stand, at any depth', () => {
    const value = { a: [1, { b: null }], c: 'x' }
    expect(read({ x: value })).toEqual({ x: { value: { kind: 'value', value }, mayBeAbsent: false } })
  })

  it('reads acceptable values, and that an argument may be left out', () => {
    expect(read({ x: { $oneOf: ['a', { $absent: true }] }, y: { $absent: true } })).toEqual({
      x: { value: { kind: 'oneOf', choices: [{ kind: 'value', value: 'a' }] }, mayBeAbsent: true },
      y: { value: undefined, mayBeAbsent: true },
    })
    expect(read({ x: { $oneOf: [{ $absent: true }] } }).x).toEqual({ value: undefined, mayBeAbsent: true })
  })

  it('reads matchers inside lists and objects', () => {
    const { x, y } = read({ x: [1, { $oneOf: [2, 3] }], y: { a: { $oneOf: [1, { $absent: true }] }, b: 2 } })
    expect(x?.value).toMatchObject({ kind: 'list', items: [{ kind: 'value' }, { kind: 'oneOf' }] })
    expect(y?.value).toMatchObject({ kind: 'object' })
  })

  it('takes $literal as data, also around what looks like a matcher', () => {
    const filter = { $oneOf: ['a'] }
    expect(read({ x: { $literal: filter } }).x?.value).toEqual({ kind: 'value', value: filter })
    expect(read({ x: [{ $literal: filter }, 1] }).x?.value).toEqual({ kind: 'value', value: [filter, 1] })
    expect(read({ x: { a: { $literal: filter } } }).x?.value).toEqual({ kind: 'value', value: { a: filter } })
  })

  it('leaves other dollar keys alone', () => {
    expect(read({ x: { $gt: 5 } }).x?.value).toEqual({ kind: 'value', value: { $gt: 5 } })
    expect(read({ x: { $ref: 'a', b: 1 } }).x?.value).toMatchObject({ kind: 'value' })
  })

  it('reads dates and sets', () => {
    expect(read({ x: { $date: '2031-5-1' }, y: { $set: [1, { $oneOf: [2] }] } })).toMatchObject({
      x: { value: { kind: 'date' } },
      y: { value: { kind: 'set', items: [{ kind: 'value', value: 1 }, { kind: 'oneOf' }] } },
    })
  })

  it.each<[string, JsonObject, RegExp]>([
    ['a misspelt matcher', { x: { $oneof: ['a'] } }, /"\$oneof" is no matcher[^]*arguments\.x[^]*"\$oneOf"/],
    ['company for a matcher', { x: { $oneOf: ['a'], b: 1 } }, /beside other keys/],
    ['an empty list', { x: { $oneOf: [] } }, /at least one entry/],
    ['no list', { x: { $oneOf: 'a' } }, /at least one entry/],
    ['absence in a list', { x: [{ $absent: true }] }, /\$absent[^]*arguments\.x\[0\]/],
    ['absence that is not true', { x: { $absent: false } }, /must hold true/],
    ['a set that is no list', { x: { $set: 'a' } }, /must hold a list/],
    ['a date that is none', { x: { $date: 'tomorrow' } }, /ISO 8601/],
  ])('refuses %s and says where', (_what, json, message) => {
    expect(() => read(json)).toThrow(message)
    expect(() => read(json)).toThrow(/item "a", gold call 1 \(t\)[^]*fix:/)
  })
})
