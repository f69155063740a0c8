import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaOf } from '../../../../test/contract/lint-tools.js'
import { ExactNumber } from '../../../text/json.js'
import { compareNumbers, declaredTypes, describeType, fitsTypes, lengthOf, valueKey } from './values.js'

const exact = (text: string): ExactNumber => new ExactNumber(text)

describe('compareNumbers', () => {
  it('orders what doubles cannot tell apart', () => {
    expect(compareNumbers(exact('9007199254740993'), 9007199254740992)).toBeGreaterThan(0)
    expect(compareNumbers(exact('1.0'), 1)).toBe(0)
    expect(compareNumbers(exact('-0'), 0)).toBe(0)
    expect(compareNumbers(exact('1e400'), exact('1e399'))).toBeGreaterThan(0)
    expect(compareNumbers(exact('-1e400'), exact('-1e399'))).toBeLessThan(0)
    expect(compareNumbers(exact('1e-400'), 0)).toBeGreaterThan(0)
    expect(compareNumbers(exact('-5.0'), 3)).toBeLessThan(0)
  })

  it('agrees with scaled whole numbers', () => {
    const decimal = fc.tuple(fc.bigInt(-(10n ** 24n), 10n ** 24n), fc.integer({ min: -8, max: 8 }))
    fc.assert(
      fc.property(decimal, decimal, ([a, m], [b, n]) => {
        const scaled = (value: bigint, power: number): bigint => value * 10n ** BigInt(power + 8)
        const difference = scaled(a, m) - scaled(b, n)
        const sign = difference === 0n ? 0 : difference > 0n ? 1 : -1
        expect(Math.sign(compareNumbers(exact(`${a}e${m}`), exact(`${b}e${n}`)))).toBe(sign)
      }),
    )
  })
})

describe('fitsTypes', () => {
  it('takes integers by value', () => {
    expect(fitsTypes(exact('25.0'), ['integer'])).toBe(true)
    expect(fitsTypes(exact('2.5e1'), ['integer'])).toBe(true)
    expect(fitsTypes(exact('1E400'), ['integer'])).toBe(true)
    expect(fitsTypes(2.5, ['integer'])).toBe(false)
    expect(fitsTypes(exact('25.50'), ['integer'])).toBe(false)
    expect(fitsTypes(exact('0.0'), ['integer'])).toBe(true)
  })

  it('knows each type and leaves unknown ones open', () => {
    expect(fitsTypes(null, ['null'])).toBe(true)
    expect(fitsTypes([], ['object'])).toBe(false)
    expect(fitsTypes(schemaOf('{}'), ['object'])).toBe(true)
    expect(fitsTypes('1', ['number', 'string'])).toBe(true)
    expect(fitsTypes('1', ['float'])).toBe(true)
  })
})

describe('declaredTypes', () => {
  it('reads type lists and nullable', () => {
    expect(declaredTypes(schemaOf('{"type":"string"}'))).toEqual(['string'])
    expect(declaredTypes(schemaOf('{"type":["string","null"]}'))).toEqual(['string', 'null'])
    expect(declaredTypes(schemaOf('{"type":"string","nullable":true}'))).toEqual(['string', 'null'])
    expect(declaredTypes(schemaOf('{"type":7}'))).toBeUndefined()
    expect(declaredTypes(schemaOf('{}'))).toBeUndefined()
  })
})

describe('lengthOf', () => {
  it('counts code points, as JSON Schema does', () => {
    expect(lengthOf('a😀b')).toBe(3)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(lengthOf(text)).toBe([...text].length)
      }),
    )
  })
})

describe('descriptions', () => {
  it('name types and equal values', () => {
    expect(describeType(exact('1.0'))).toBe('an integer')
    expect(describeType(1.5)).toBe('a number')
    expect(valueKey(exact('1.0'))).toBe(valueKey(1))
  })
})
