import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../test/generators/parsed-json.js'
import { writeJson } from '../../text/json.js'
import { declaredTypes, defaultsOf } from './check-schema.js'

describe('defaultsOf', () => {
  const defaults = (schema: string): string =>
    [...defaultsOf(parsedJson(schema))].map(([name, value]) => `${name}=${writeJson(value)}`).join(' ')
  it.each([
    ['{"properties":{"a":{"default":1},"b":{},"c":{"default":null},"d":{"default":[]}}}', 'a=1 c=null d=[]'],
    ['{"properties":{"a":{"$ref":"#/$defs/x","default":2}},"$defs":{"x":{"type":"integer"}}}', 'a=2'],
    ['{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"default":3}}}', 'a=3'],
    ['{"properties":{"a":{"allOf":[{"$ref":"#/$defs/x"}],"default":4}},"$defs":{"x":{}}}', 'a=4'],
    [
      '{"allOf":[{"properties":{"a":{"default":5}}},{"$ref":"#/$defs/p"}],"$defs":{"p":{"properties":{"b":{"default":6}}}}}',
      'a=5 b=6',
    ],
    ['{"allOf":[{"properties":{"a":{"default":1}}},{"properties":{"a":{"default":2}}}]}', ''],
    ['{"allOf":[{"properties":{"a":{"default":1}}},{"properties":{"a":{"default":1.0}}}]}', 'a=1'],
    ['{"properties":{"o":{"properties":{"inner":{"default":1}}}}}', ''],
    ['{"properties":{"a":{"anyOf":[{"default":1},{"default":2}]}}}', ''],
    ['{"properties":{"__proto__":{"default":1}}}', '__proto__=1'],
    ['{"$ref":"#","properties":{"a":{"$ref":"#/properties/a","default":9}}}', 'a=9'],
    ['{"properties":5}', ''],
    ['true', ''],
    ['"x"', ''],
  ])('of %s: %s', (schema, expected) => {
    expect(defaults(schema)).toBe(expected)
  })
})

describe('declaredTypes', () => {
  const types = (schema: string): string => [...declaredTypes(parsedJson(schema), 'a')].sort().join(' ')
  const every = 'array boolean integer null number object string'
  it.each([
    ['{"properties":{"a":{"type":"string"}}}', 'string'],
    ['{"properties":{"a":{"type":"number"}}}', 'integer number'],
    ['{"properties":{"a":{"type":["integer","null"]}}}', 'integer null'],
    ['{"properties":{"a":{"type":"string","nullable":true}}}', 'null string'],
    ['{"properties":{"a":{"enum":["x",1,null]}}}', 'integer null string'],
    ['{"properties":{"a":{"const":1.5}}}', 'number'],
    ['{"properties":{"a":{"type":"string","enum":["x",1]}}}', 'string'],
    ['{"properties":{"a":{"anyOf":[{"type":"integer"},{"type":"null"}]}}}', 'integer null'],
    ['{"properties":{"a":{"oneOf":[{"type":"integer"},{}]}}}', every],
    ['{"properties":{"a":{"allOf":[{"type":["integer","string"]},{"type":["string","null"]}]}}}', 'string'],
    ['{"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"array"}}}', 'array'],
    ['{"$ref":"#/$defs/x","$defs":{"x":{"properties":{"a":{"type":"array"}}}}}', 'array'],
    [
      '{"anyOf":[{"properties":{"a":{"type":"integer"}}},{"properties":{"a":{"type":"string"}}},{"properties":{"b":{}}}]}',
      'integer string',
    ],
    ['{"patternProperties":{"^a":{"type":"boolean"}}}', 'boolean'],
    ['{"patternProperties":{"^(?=a)":{"type":"boolean"}}}', every],
    ['{"additionalProperties":{"type":"boolean"}}', 'boolean'],
    ['{"properties":{"b":{"type":"integer"}}}', every],
    ['{"properties":{"a":{"type":"float"}}}', every],
    ['{"properties":{"a":true}}', every],
    ['{"properties":{"a":{"$ref":"#/properties/a"}}}', every],
    ['5', every],
  ])('of %s: %s', (schema, expected) => {
    expect(types(schema)).toBe(expected)
  })
  it('takes a million members of a list as they come', () => {
    const wide = { allOf: Array.from({ length: 1_000_000 }, () => true) }
    expect(declaredTypes(wide, 'a').size).toBe(7)
    expect(defaultsOf(wide).size).toBe(0)
  })
  it('ends in a schema that refers to itself in every branch', () => {
    const loop =
      '{"properties":{"a":{"anyOf":[{"$ref":"#/properties/a"},{"$ref":"#/properties/a"},{"type":"string"}]}},"anyOf":[{"$ref":"#"},{"$ref":"#"}]}'
    const start = process.cpuUsage()
    expect(types(loop)).toBe(every)
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1_000).toBeLessThan(2_000)
  })
})
