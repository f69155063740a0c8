import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../../test/generators/parsed-json.js'
import { checkSchema } from '../check-schema.js'

function faultsOf(value: string, schema: string): readonly string[] {
  return checkSchema(parsedJson(value), parsedJson(schema)).faults.map(({ code, path }) =>
    `${code} ${path}`.trim(),
  )
}

const table = (rows: readonly (readonly [string, string, readonly string[]])[]): void => {
  it.each(rows)('%s against %s: %j', (value, schema, expected) => {
    expect(faultsOf(value, schema)).toEqual(expected)
  })
}

describe('type, enum, const', () => {
  table([
    ['null', '{"type":"null"}', []],
    ['1.5', '{"type":"integer"}', ['wrong-type']],
    ['[]', '{"type":["object","array"]}', []],
    ['{}', '{"type":["string","number","null"]}', ['wrong-type']],
    ['null', '{"type":"string","nullable":true}', []],
    [
      'null',
      '{"$schema":"http://json-schema.org/draft-07/schema#","type":"string","nullable":true}',
      ['wrong-type'],
    ],
    ['false', '{"enum":[0,null,"false"]}', ['not-in-enum']],
    ['{"b":[1.0],"a":2}', '{"enum":[{"a":2,"b":[1]}]}', []],
    ['[]', '{"enum":[{}]}', ['not-in-enum']],
    ['"a"', '{"enum":[]}', ['not-in-enum']],
    ['[[]]', '{"const":[[]]}', []],
    ['true', '{"const":1}', ['not-the-constant']],
  ])
})

describe('numbers', () => {
  table([
    ['3', '{"minimum":3,"maximum":3}', []],
    ['3', '{"exclusiveMinimum":3}', ['too-small']],
    ['3', '{"exclusiveMaximum":3}', ['too-large']],
    ['3', '{"minimum":3,"exclusiveMinimum":true}', ['too-small']],
    ['3', '{"maximum":3,"exclusiveMaximum":false}', []],
    ['-1e400', '{"minimum":-1e399}', ['too-small']],
    ['"9"', '{"minimum":10}', []],
    ['7', '{"multipleOf":2}', ['not-a-multiple']],
    ['0.3', '{"multipleOf":0.1}', []],
    ['1e308', '{"multipleOf":0.5}', []],
  ])
})

describe('strings', () => {
  table([
    ['"😀😀"', '{"minLength":2,"maxLength":2}', []],
    ['"😀"', '{"minLength":2}', ['too-short']],
    ['"abc"', '{"maxLength":2}', ['too-long']],
    ['"\\ud83d"', '{"minLength":1,"maxLength":1}', []],
    ['"abc"', '{"maxLength":3.0}', []],
    ['"abc"', '{"maxLength":1e999999}', []],
    ['"abc"', '{"pattern":"^b"}', ['pattern-mismatch']],
    ['5', '{"pattern":"^b","minLength":3}', []],
  ])
})

describe('arrays', () => {
  table([
    ['[1]', '{"minItems":2}', ['too-few-items']],
    ['[1,2]', '{"maxItems":1}', ['too-many-items']],
    ['[1,"a",null]', '{"items":{"type":"integer"}}', ['wrong-type /1', 'wrong-type /2']],
    ['[1,"a",null]', '{"prefixItems":[{"type":"integer"}],"items":{"type":"string"}}', ['wrong-type /2']],
    ['[1,2]', '{"prefixItems":[{}],"items":false}', ['unknown-item /1']],
    ['[1,2]', '{"items":[{"type":"string"}],"additionalItems":false}', ['wrong-type /0', 'unknown-item /1']],
    ['[]', '{"prefixItems":[{"type":"integer"}]}', []],
    ['[1,1.0,2,1]', '{"uniqueItems":true}', ['repeated-item /1', 'repeated-item /3']],
    ['[1,true,"1",[1],{"a":1}]', '{"uniqueItems":true}', []],
    ['[{"a":1,"b":2},{"b":2,"a":1}]', '{"uniqueItems":true}', ['repeated-item /1']],
    ['[1,1]', '{"uniqueItems":false}', []],
    ['[1,"a"]', '{"contains":{"type":"string"}}', []],
    ['[1]', '{"contains":{"type":"string"}}', ['too-few-matches']],
    ['[]', '{"contains":true}', ['too-few-matches']],
    ['[]', '{"contains":true,"minContains":0}', []],
    ['[1,2,3]', '{"contains":{"type":"integer"},"maxContains":2}', ['too-many-matches']],
    ['[1]', '{"minContains":5}', []],
    ['[1,"a"]', '{"prefixItems":[{}],"contains":{"type":"string"},"unevaluatedItems":false}', []],
    ['[1,2]', '{"allOf":[{"prefixItems":[{}]}],"unevaluatedItems":false}', ['unknown-item /1']],
    ['[1,2]', '{"anyOf":[{"prefixItems":[{},{}]},true],"unevaluatedItems":{"type":"string"}}', []],
    ['"abc"', '{"minItems":9,"items":false,"contains":false}', []],
  ])
})

describe('objects', () => {
  table([
    ['{"a":1}', '{"required":["a","b","c"]}', ['missing-property', 'missing-property']],
    ['{}', '{"minProperties":1}', ['too-few-properties']],
    ['{"a":1,"b":1}', '{"maxProperties":1}', ['too-many-properties']],
    ['{"ab":1,"b":1}', '{"propertyNames":{"maxLength":1}}', ['too-long /ab']],
    [
      '{"a":1,"x1":"s","y":true}',
      '{"properties":{"a":{}},"patternProperties":{"^x":{"type":"integer"}},"additionalProperties":{"type":"string"}}',
      ['wrong-type /x1', 'wrong-type /y'],
    ],
    [
      '{"a":1}',
      '{"patternProperties":{"a":{"type":"string"},"^a$":{"minimum":5}}}',
      ['wrong-type /a', 'too-small /a'],
    ],
    ['{"a":1}', '{"additionalProperties":false}', ['unknown-property /a']],
    ['{"a":1}', '{"properties":{"a":false}}', ['forbidden /a']],
    [
      '{"a":1}',
      '{"dependentRequired":{"a":["b","c"],"x":["y"]}}',
      ['missing-dependency', 'missing-dependency'],
    ],
    ['{"a":1}', '{"dependencies":{"a":["b"]}}', ['missing-dependency']],
    ['{"a":1}', '{"dependencies":{"a":{"required":["b"]},"c":["d"]}}', ['missing-property']],
    ['{"a":1}', '{"dependentSchemas":{"a":{"properties":{"a":{"type":"string"}}}}}', ['wrong-type /a']],
    [
      '{"a":1,"b":2}',
      '{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}',
      ['unknown-property /b'],
    ],
    [
      '{"a":1,"b":2}',
      '{"if":{"properties":{"a":{"const":1}}},"then":{"properties":{"b":{}}},"unevaluatedProperties":false}',
      [],
    ],
    [
      '{"a":1}',
      '{"not":{"not":{"properties":{"a":{}}}},"unevaluatedProperties":false}',
      ['unknown-property /a'],
    ],
    ['{"a":1}', '{"allOf":[{"unevaluatedProperties":true}],"unevaluatedProperties":false}', []],
    ['[]', '{"required":["a"],"minProperties":1,"properties":{"a":false}}', []],
  ])
})

describe('branches', () => {
  table([
    ['5', '{"allOf":[{"minimum":6},{"multipleOf":2}]}', ['too-small', 'not-a-multiple']],
    ['5', '{"anyOf":[{"type":"string"},{"minimum":3}]}', []],
    ['5', '{"anyOf":[{"type":"string"},{"minimum":6}]}', ['no-branch']],
    ['5', '{"oneOf":[{"minimum":1},{"minimum":2}]}', ['several-branches']],
    ['5', '{"oneOf":[{"minimum":6},{"minimum":7}]}', ['no-branch']],
    ['5', '{"not":{"type":"integer"}}', ['forbidden']],
    ['5', '{"if":{"minimum":3},"then":{"maximum":4},"else":false}', ['too-large']],
    ['2', '{"if":{"minimum":3},"then":false,"else":{"multipleOf":2}}', []],
    ['2', '{"then":false,"else":false}', []],
  ])
  it('name the faults against the branch that comes nearest', () => {
    const schema =
      '{"anyOf":[{"type":"null"},{"type":"object","properties":{"a":{"type":"integer"}},"required":["a","b"]}]}'
    const [fault] = checkSchema(parsedJson('{"a":1}'), parsedJson(schema)).faults
    expect(fault?.nearest?.map(({ code, schemaPath }) => `${code} ${schemaPath}`)).toEqual([
      'missing-property /anyOf/1/required',
    ])
  })
  it('stop telling within a branch at the limit, and go on to the next', () => {
    const items = `[${'1,'.repeat(300)}1]`
    const schema = '{"anyOf":[{"items":{"type":"string"}},{"items":{"type":"null"}},{"maxItems":5}]}'
    const { verdict, faults } = checkSchema(parsedJson(items), parsedJson(schema))
    expect([verdict, faults.map(({ code }) => code)]).toEqual(['invalid', ['no-branch']])
    expect(faults[0]?.nearest?.map(({ code }) => code)).toEqual(['too-many-items'])
    expect(checkSchema(parsedJson(items), parsedJson(schema.replace('5', '500'))).ok).toBe(true)
  })
})
