import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../test/generators/parsed-json.js'
import { type JsonValue, writeJson } from '../../text/json.js'
import { checkSchema, STRICT } from './check-schema.js'
import { coercionsOf } from './coercions.js'

function told(value: string, schema: string): string {
  const { coercions, sufficient } = coercionsOf(parsedJson(value), parsedJson(schema))
  const parts = coercions.map(({ path, kind, to }) => {
    const made = to === undefined ? 'nothing' : writeJson(to)
    return `${path} ${kind} ${made}`.trim()
  })
  return [...parts, sufficient ? 'fits' : 'does not fit'].join('; ')
}

describe('coercionsOf', () => {
  it.each([
    ['5', '{"type":"integer"}', 'fits'],
    ['"5"', '{"type":"integer"}', 'string-to-integer 5; fits'],
    ['" 5 "', '{"type":"integer"}', 'string-to-integer 5; fits'],
    ['"9007199254740993"', '{"type":"integer"}', 'string-to-integer 9007199254740993; fits'],
    ['"5.5"', '{"type":"number"}', 'string-to-number 5.5; fits'],
    ['"5.0"', '{"type":"integer"}', 'does not fit'],
    ['"five"', '{"type":"integer"}', 'does not fit'],
    ['""', '{"type":"integer"}', 'does not fit'],
    ['"True"', '{"type":"boolean"}', 'string-to-boolean true; fits'],
    ['"no"', '{"type":"boolean"}', 'does not fit'],
    ['"None"', '{"type":["integer","null"]}', 'string-to-null null; fits'],
    ['"null"', '{"type":["integer","null"]}', 'string-to-null null; fits'],
    ['5', '{"type":"string"}', 'number-to-string "5"; fits'],
    ['1.50', '{"type":"string"}', 'number-to-string "1.50"; fits'],
    ['true', '{"type":"string"}', 'boolean-to-string "true"; fits'],
    ['true', '{"type":"integer"}', 'boolean-to-integer 1; fits'],
    ['1', '{"type":"boolean"}', 'number-to-boolean true; fits'],
    ['2', '{"type":"boolean"}', 'does not fit'],
    ['25.0', '{"type":"integer"}', 'integer-spelling 25; fits'],
    ['2.5e25', '{"type":"integer"}', 'integer-spelling 25000000000000000000000000; fits'],
    ['1e999999999', '{"type":"integer"}', 'does not fit'],
    ['"Celsius"', '{"enum":["celsius","kelvin"]}', 'letter-case "celsius"; fits'],
    ['" celsius"', '{"enum":["celsius"]}', 'white-space "celsius"; fits'],
    ['"Light  Rain"', '{"const":"light rain"}', 'letter-case-and-white-space "light rain"; fits'],
    ['"A"', '{"enum":["a","A "]}', 'does not fit'],
    ['"5"', '{"enum":[5,6]}', 'string-to-integer 5; fits'],
    ['"x"', '{"type":"array","items":{"type":"string"}}', 'single-to-array ["x"]; fits'],
    ['5', '{"type":"array","items":{"type":"string"}}', 'does not fit'],
    ['["x"]', '{"type":"string"}', 'array-to-single "x"; fits'],
    ['["x","y"]', '{"type":"string"}', 'does not fit'],
    ['"[1, 2]"', '{"type":"array","items":{"type":"integer"}}', 'string-to-array [1,2]; fits'],
    ['"{\\"a\\": 1}"', '{"type":"object"}', 'string-to-object {"a":1}; fits'],
    ['"{a: 1}"', '{"type":"object"}', 'does not fit'],
    ['null', '{"type":"string"}', 'null-to-string "null"; fits'],
  ])('%s against %s: %s', (value, schema, expected) => {
    expect(told(value, schema)).toBe(expected)
  })
  it('locates each, and says whether all together are enough', () => {
    const schema =
      '{"properties":{"n":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}},"u":{"enum":["c"]}},"required":["n"]}'
    expect(told('{"n":"1","tags":"x","u":"C"}', schema)).toBe(
      '/n string-to-integer 1; /tags single-to-array ["x"]; /u letter-case "c"; fits',
    )
    expect(told('{"n":"1","u":"d"}', schema)).toBe('/n string-to-integer 1; does not fit')
    expect(told('{"tags":[1]}', schema)).toBe('/tags/0 number-to-string "1"; does not fit')
    expect(told('{"n":1,"more":"x"}', schema)).toBe('does not fit')
  })
  it('leaves out what may be absent, but not what may not', () => {
    const schema = '{"properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["b"]}'
    expect(told('{"a":null,"b":1}', schema)).toBe('/a null-to-absent nothing; fits')
    expect(told('{"b":null}', schema)).toBe('does not fit')
  })
  it('holds to that where faults are too many to be told', () => {
    const wrong = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, 'x']))
    const schema = parsedJson('{"additionalProperties":{"type":"integer"},"required":["a"]}')
    const { coercions } = coercionsOf({ a: null, ...wrong }, schema)
    expect(coercions).toEqual([])
  })
  it('sees into the nearest branch', () => {
    const schema =
      '{"properties":{"a":{"anyOf":[{"type":"integer"},{"type":"null"}]},"o":{"oneOf":[{"type":"object","properties":{"x":{"type":"integer"}}},{"type":"null"}]}}}'
    expect(told('{"a":"5"}', schema)).toBe('/a string-to-integer 5; fits')
    expect(told('{"o":{"x":"5"}}', schema)).toBe('/o/x string-to-integer 5; fits')
  })
  it('reports nothing that only moves the fault, and changes no value', () => {
    const value = parsedJson('{"a":"5"}')
    const schema = parsedJson('{"properties":{"a":{"type":"integer","minimum":6}}}')
    expect(coercionsOf(value, schema)).toEqual({ coercions: [], sufficient: false })
    expect(writeJson(value)).toBe('{"a":"5"}')
  })
  it('reads what a document handed in enumerates', () => {
    const documents = new Map([['https://tools.example/unit', parsedJson('{"enum":["c"]}')]])
    const { coercions } = coercionsOf('C', parsedJson('{"$ref":"https://tools.example/unit"}'), {
      ...STRICT,
      documents,
    })
    expect(coercions).toMatchObject([{ kind: 'letter-case', to: 'c' }])
  })
  it('only ever reports what the schema accepts', () => {
    const schema = parsedJson(
      '{"properties":{"a":{"type":"integer"},"b":{"type":["boolean","null"]},"c":{"type":"array","items":{"enum":["x",1]}}},"required":["a"],"additionalProperties":false}',
    )
    const scalar = fc.constantFrom<JsonValue>(
      '1',
      'true',
      'X',
      ' x',
      null,
      1,
      2,
      true,
      ['x'],
      ['X', '1'],
      'none',
    )
    const value = fc.dictionary(fc.constantFrom('a', 'b', 'c'), scalar)
    fc.assert(
      fc.property(value, (object) => {
        const { coercions, sufficient } = coercionsOf(object, schema)
        const repaired: { [name: string]: JsonValue } = { ...object }
        for (const { path, to } of coercions) {
          const [, name = '', at] = path.split('/')
          const member = repaired[name]
          if (at !== undefined && Array.isArray(member)) {
            repaired[name] = member.map((item: JsonValue, index) =>
              index === Number(at) ? (to ?? item) : item,
            )
          } else if (to === undefined) delete repaired[name]
          else repaired[name] = to
        }
        expect(checkSchema(repaired, schema, STRICT).ok).toBe(sufficient)
      }),
    )
  })
  it('gives up within bounds', () => {
    const start = process.cpuUsage()
    const strings = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, String(at)]))
    const report = coercionsOf(strings, parsedJson('{"additionalProperties":{"type":"integer"}}'))
    expect(report.sufficient).toBe(false)
    expect(report.coercions.length).toBeGreaterThan(10)
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1_000).toBeLessThan(5_000)
  })
})
