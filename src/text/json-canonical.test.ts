import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../test/generators/parsed-json.js'
import { canonicalJson } from './json.js'
import { canonicalText } from './json-canonical.js'

const byValue = (text: string): string => canonicalJson(parsedJson(text))

describe('canonicalText', () => {
  it.each([
    ' { "b" : [ 1.0 , 2E1 , -0 , 9007199254740993 ] , "a" : null , "10" : true , "2" : false } ',
    '{"\\u0061\\n":"\\/\\u00e9\\ud800","\\"":"x"}',
    '[]',
    '{}',
    '[[],{},"",[{"b":1,"a":{"d":1,"c":2}}]]',
    '{"__proto__":1,"constructor":2,"":3}',
    '"\u2028😀"',
    '-1e400',
  ])('writes %j as its value is written', (text) => {
    expect(canonicalText(text)).toBe(byValue(text))
  })

  it('writes any JSON as its value is written', () => {
    const spaced = fc
      .tuple(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), fc.nat(3))
      .map(([value, indent]) => JSON.stringify(value, undefined, indent))
    fc.assert(
      fc.property(spaced, (text) => {
        expect(canonicalText(text)).toBe(byValue(text))
      }),
      { numRuns: 1000 },
    )
  })
})
