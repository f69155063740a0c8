import { describe, expect, it } from 'vitest'
import { type JsonValue, parseJson } from '../../text/json.js'
import { checkSchema, preparedSchema, type SchemaOptions } from './check-schema.js'

function json(text: string): JsonValue {
  const reading = parseJson(text)
  if (reading.kind === 'fault') throw new Error(reading.fault.reason)
  return reading.value
}

/** Where in the value, by which keyword of the schema, and what: all that a reader of a fault is told. */
function told(value: string, schema: string, options?: SchemaOptions): readonly string[] {
  const { faults } = checkSchema(json(value), json(schema), options)
  return faults.map(
    ({ code, path, schemaPath, keyword, message }) =>
      `${path}|${schemaPath.endsWith(`/${keyword}`) ? '' : `${keyword} `}${schemaPath}|${code}|${message}`,
  )
}

describe('what is said of a value that a keyword refuses', () => {
  it.each<readonly [string, string, string]>([
    // types, enumerations, constants
    ['1', '{"type":"string"}', '|/type|wrong-type|Expected string, found 1.'],
    [
      '[1]',
      '{"type":["string","null"]}',
      '|/type|wrong-type|Expected string or null, found an array of 1 item.',
    ],
    [
      '[]',
      '{"type":["string","null","object"]}',
      '|/type|wrong-type|Expected string or null or object, found an array of 0 items.',
    ],
    ['{"a":1}', '{"type":"string"}', '|/type|wrong-type|Expected string, found an object.'],
    ['null', '{"type":"array"}', '|/type|wrong-type|Expected array, found null.'],
    ['false', '{"type":"object"}', '|/type|wrong-type|Expected object, found false.'],
    ['1.50', '{"type":"integer"}', '|/type|wrong-type|Expected integer, found 1.50.'],
    [
      '"a"',
      '{"type":["null","number"],"nullable":true}',
      '|/type|wrong-type|Expected null or number, found the string "a".',
    ],
    ['1', '{"type":"string","nullable":true}', '|/type|wrong-type|Expected string or null, found 1.'],
    [
      '"b"',
      '{"enum":["a",1,null,true,[1,2],{}]}',
      '|/enum|not-in-enum|Expected one of "a", 1, null, true, an array of 2 items, an object; found the string "b".',
    ],
    [
      '9',
      '{"enum":[0,1,2,3,4,5,6,7]}',
      '|/enum|not-in-enum|Expected one of 0, 1, 2, 3, 4, 5, 6, 7; found 9.',
    ],
    [
      '9',
      '{"enum":[0,1,2,3,4,5,6,7,8,10]}',
      '|/enum|not-in-enum|Expected one of 0, 1, 2, 3, 4, 5, 6, 7 and 2 more; found 9.',
    ],
    ['"a"', '{"const":"b"}', '|/const|not-the-constant|Expected "b", found the string "a".'],
    ['1', '{"const":{"a":1}}', '|/const|not-the-constant|Expected an object, found 1.'],
    // numbers
    ['2', '{"minimum":3}', '|/minimum|too-small|Expected a number at least 3, found 2.'],
    ['3', '{"exclusiveMinimum":3}', '|/exclusiveMinimum|too-small|Expected a number above 3, found 3.'],
    ['4', '{"maximum":3.50}', '|/maximum|too-large|Expected a number at most 3.50, found 4.'],
    ['3', '{"exclusiveMaximum":3}', '|/exclusiveMaximum|too-large|Expected a number below 3, found 3.'],
    ['3', '{"minimum":3,"exclusiveMinimum":true}', '|/minimum|too-small|Expected a number above 3, found 3.'],
    ['3', '{"maximum":3,"exclusiveMaximum":true}', '|/maximum|too-large|Expected a number below 3, found 3.'],
    ['7', '{"multipleOf":2}', '|/multipleOf|not-a-multiple|Expected a multiple of 2, found 7.'],
    // strings
    ['"a"', '{"minLength":2}', '|/minLength|too-short|Expected at least 2 characters, found the string "a".'],
    [
      '"a😀b"',
      '{"maxLength":2}',
      '|/maxLength|too-long|Expected at most 2 characters, found 3: the string "a😀b".',
    ],
    [
      '"a"',
      '{"pattern":"^b"}',
      '|/pattern|pattern-mismatch|Expected a match of the pattern "^b", found the string "a".',
    ],
    [
      '"a"',
      `{"const":"${'b'.repeat(70)}"}`,
      `|/const|not-the-constant|Expected "${'b'.repeat(59)}…", found the string "a".`,
    ],
    // arrays
    ['[1]', '{"minItems":2}', '|/minItems|too-few-items|Expected at least 2 items, found 1.'],
    ['[1,2]', '{"maxItems":1}', '|/maxItems|too-many-items|Expected at most 1 items, found 2.'],
    [
      '[1,2,2]',
      '{"uniqueItems":true}',
      '/2|/uniqueItems|repeated-item|Expected items all different; this one equals item 1.',
    ],
    [
      '[1,"a"]',
      '{"items":{"type":"integer"}}',
      '/1|/items/type|wrong-type|Expected integer, found the string "a".',
    ],
    ['[1]', '{"items":false}', '/0|/items|unknown-item|The schema allows no value here.'],
    [
      '["a",1]',
      '{"prefixItems":[true,{"type":"null"}]}',
      '/1|/prefixItems/1/type|wrong-type|Expected null, found 1.',
    ],
    [
      '[1]',
      '{"prefixItems":[false]}',
      '/0|prefixItems /prefixItems/0|unknown-item|The schema allows no value here.',
    ],
    [
      '[1,2]',
      '{"items":[true],"additionalItems":false}',
      '/1|/additionalItems|unknown-item|The schema allows no value here.',
    ],
    [
      '[1]',
      '{"contains":{"type":"string"}}',
      '|/contains|too-few-matches|Expected at least 1 items that fit, found 0.',
    ],
    [
      '["a"]',
      '{"contains":{"type":"string"},"minContains":2}',
      '|/minContains|too-few-matches|Expected at least 2 items that fit, found 1.',
    ],
    [
      '["a","b"]',
      '{"contains":{"type":"string"},"maxContains":1}',
      '|/maxContains|too-many-matches|Expected at most 1 items that fit, found 2.',
    ],
    [
      '[1,2]',
      '{"prefixItems":[true],"unevaluatedItems":false}',
      '/1|/unevaluatedItems|unknown-item|The schema allows no value here.',
    ],
    // objects
    ['{}', '{"required":["a"]}', '|/required|missing-property|The property "a" is missing.'],
    [
      '{"a":1}',
      '{"dependentRequired":{"a":["b"]}}',
      '|/dependentRequired|missing-dependency|The property "b" is missing; "a" needs it.',
    ],
    [
      '{"a":1}',
      '{"dependencies":{"a":["b"]}}',
      '|/dependencies|missing-dependency|The property "b" is missing; "a" needs it.',
    ],
    [
      '{"a":1}',
      '{"minProperties":2}',
      '|/minProperties|too-few-properties|Expected at least 2 properties, found 1.',
    ],
    [
      '{"a":1,"b":2}',
      '{"maxProperties":1}',
      '|/maxProperties|too-many-properties|Expected at most 1 properties, found 2.',
    ],
    [
      '{"ab":1}',
      '{"propertyNames":{"maxLength":1}}',
      '/ab|/propertyNames/maxLength|too-long|Expected at most 1 characters, found 2: the string "ab".',
    ],
    [
      '{"a":1}',
      '{"properties":{"a":{"type":"null"}}}',
      '/a|/properties/a/type|wrong-type|Expected null, found 1.',
    ],
    [
      '{"a":1}',
      '{"properties":{"a":false}}',
      '/a|properties /properties/a|forbidden|The schema allows no value here.',
    ],
    [
      '{"ab":1}',
      '{"patternProperties":{"^a":{"type":"null"}}}',
      '/ab|/patternProperties/^a/type|wrong-type|Expected null, found 1.',
    ],
    [
      '{"b":1}',
      '{"additionalProperties":{"type":"null"}}',
      '/b|/additionalProperties/type|wrong-type|Expected null, found 1.',
    ],
    [
      '{"zz":1}',
      '{"properties":{"city":true},"additionalProperties":false}',
      '/zz|/additionalProperties|unknown-property|The schema declares no property "zz".',
    ],
    [
      '{"ciyt":1}',
      '{"properties":{"city":true},"additionalProperties":false}',
      '/ciyt|/additionalProperties|unknown-property|The schema declares no property "ciyt"; the nearest is "city".',
    ],
    [
      '{"b":1}',
      '{"properties":{"a":true},"unevaluatedProperties":false}',
      '/b|/unevaluatedProperties|unknown-property|The schema declares no property "b".',
    ],
    [
      '{"b":1}',
      '{"properties":{"a":true},"unevaluatedProperties":{"type":"null"}}',
      '/b|/unevaluatedProperties/type|wrong-type|Expected null, found 1.',
    ],
    // branches
    ['1', 'false', '|false |forbidden|The schema allows no value here.'],
    ['1', '{"not":{"type":"integer"}}', '|/not|forbidden|The schema forbids this value: 1.'],
    [
      '1',
      '{"anyOf":[{"type":"null"}]}',
      '|/anyOf|no-branch|Expected a value that fits the one branch, found 1.',
    ],
    [
      '1',
      '{"oneOf":[{"type":"null"},{"type":"string"}]}',
      '|/oneOf|no-branch|Expected a value that fits one of 2 branches, found 1.',
    ],
    [
      '1',
      '{"oneOf":[{"type":"null"},true,true,true]}',
      '|/oneOf|several-branches|Expected a value that fits one branch; this one fits 1 and 2.',
    ],
    ['1', '{"allOf":[true,{"type":"null"}]}', '|/allOf/1/type|wrong-type|Expected null, found 1.'],
    ['1', '{"if":true,"then":{"type":"null"}}', '|/then/type|wrong-type|Expected null, found 1.'],
    ['1', '{"if":false,"else":{"type":"null"}}', '|/else/type|wrong-type|Expected null, found 1.'],
    [
      '{"a":1}',
      '{"dependentSchemas":{"a":{"required":["b"]}}}',
      '|/dependentSchemas/a/required|missing-property|The property "b" is missing.',
    ],
    [
      '{"a":1}',
      '{"dependencies":{"a":{"required":["b"]}}}',
      '|/dependencies/a/required|missing-property|The property "b" is missing.',
    ],
    [
      '1',
      '{"$ref":"#/$defs/a","$defs":{"a":{"type":"null"}}}',
      '|/$defs/a/type|wrong-type|Expected null, found 1.',
    ],
    [
      '{"a/b":{"~":1}}',
      '{"properties":{"a/b":{"properties":{"~":{"type":"null"}}}}}',
      '/a~1b/~0|/properties/a~1b/properties/~0/type|wrong-type|Expected null, found 1.',
    ],
  ])('%s against %s: %s', (value, schema, expected) => {
    expect(told(value, schema)).toEqual([expected])
  })

  it('under the options that are stricter than JSON Schema', () => {
    expect(told('2.0', '{"type":"integer"}', { exactTypes: true })).toEqual([
      '|/type|integer-spelling|Expected an integer spelled as one, found 2.0.',
    ])
    expect(told('"x"', '{"format":"date"}', { assertsFormats: true })).toEqual([
      '|/format|format-mismatch|Expected the format "date", found the string "x".',
    ])
    expect(told('{"tow":1}', '{"properties":{"two":true}}', { closedObjects: true })).toEqual([
      '/tow|/properties|unknown-property|The schema declares no property "tow"; the nearest is "two".',
    ])
    const joined = '{"properties":{"a":true},"allOf":[{"properties":{"b":true}}]}'
    expect(told('{"c":1}', joined, { closedObjects: true })).toEqual([
      '/c|/properties|unknown-property|The schema declares no property "c".',
    ])
  })

  it('tells every fault of an object and a list, in the order of the schema', () => {
    const schema =
      '{"properties":{"a":{"type":"null"},"b":{"type":"null"}},"required":["c","d"],"minProperties":3}'
    expect(told('{"b":1,"a":1}', schema).map((line) => line.split('|').slice(0, 3).join(' '))).toEqual([
      ' /required missing-property',
      ' /required missing-property',
      ' /minProperties too-few-properties',
      '/b /properties/b/type wrong-type',
      '/a /properties/a/type wrong-type',
    ])
    expect(told('[1,1,2,2,1]', '{"uniqueItems":true}').map((line) => line.split(' ').at(-1))).toEqual([
      '0.',
      '2.',
      '0.',
    ])
    expect(told('["a","b"]', '{"prefixItems":[{"maxLength":0},{"maxLength":0}]}')).toHaveLength(2)
    expect(told('{"a":1,"b":2}', '{"unevaluatedProperties":false}')).toHaveLength(2)
    expect(told('[1,2]', '{"unevaluatedItems":false}')).toHaveLength(2)
    expect(told('{"aa":1,"bb":2}', '{"propertyNames":{"maxLength":1}}')).toHaveLength(2)
    expect(told('{"a":1,"b":2}', '{"dependentSchemas":{"a":false,"b":false}}')).toHaveLength(2)
    expect(told('{"a":1,"b":2}', '{"dependentRequired":{"a":["x","y"],"b":["z"]}}')).toHaveLength(3)
    expect(told('1', '{"allOf":[{"type":"null"},{"minimum":2}]}')).toHaveLength(2)
  })

  it('names the branch that comes nearest by type, then by how little is wrong, then by order', () => {
    const nearest = (value: string, schema: string): readonly string[] | undefined =>
      checkSchema(json(value), json(schema)).faults[0]?.nearest?.map(({ schemaPath }) => schemaPath)
    const two = '{"properties":{"a":{"type":"null"},"b":{"type":"null"}}}'
    expect(nearest('{"a":1,"b":1}', `{"anyOf":[${two},{"properties":{"a":{"type":"null"}}}]}`)).toEqual([
      '/anyOf/1/properties/a/type',
    ])
    expect(nearest('{"a":1,"b":1}', `{"anyOf":[{"type":"null"},${two}]}`)).toEqual([
      '/anyOf/1/properties/a/type',
      '/anyOf/1/properties/b/type',
    ])
    expect(nearest('1', '{"oneOf":[{"minimum":2},{"minimum":3}]}')).toEqual(['/oneOf/0/minimum'])
    expect(nearest('[1]', '{"items":{"anyOf":[{"type":"null"},{"minimum":2}]}}')).toEqual([
      '/items/anyOf/1/minimum',
    ])
    expect(nearest('1', '{"anyOf":[{"not":true}]}')).toEqual(['/anyOf/0/not'])
    expect(nearest('1', '{"anyOf":[{"anyOf":[false]}]}')).toEqual(['/anyOf/0/anyOf'])
  })
})

describe('what a keyword leaves alone', () => {
  /** One value of each type. */
  const kinds = ['null', 'true', '7', '7.5', '"abc"', '[1,"a"]', '{"a":1,"b":2}']
  it.each<readonly [string, readonly string[]]>([
    ['{"minimum":9}', ['7', '7.5']],
    ['{"maximum":1}', ['7', '7.5']],
    ['{"exclusiveMinimum":7.5}', ['7', '7.5']],
    ['{"exclusiveMaximum":7}', ['7', '7.5']],
    ['{"multipleOf":2}', ['7', '7.5']],
    ['{"minLength":4}', ['"abc"']],
    ['{"maxLength":2}', ['"abc"']],
    ['{"pattern":"x"}', ['"abc"']],
    ['{"minItems":3}', ['[1,"a"]']],
    ['{"maxItems":1}', ['[1,"a"]']],
    ['{"items":{"type":"null"}}', ['[1,"a"]']],
    ['{"prefixItems":[{"type":"null"}]}', ['[1,"a"]']],
    ['{"contains":{"type":"null"}}', ['[1,"a"]']],
    ['{"unevaluatedItems":false}', ['[1,"a"]']],
    ['{"required":["c"]}', ['{"a":1,"b":2}']],
    ['{"minProperties":3}', ['{"a":1,"b":2}']],
    ['{"maxProperties":1}', ['{"a":1,"b":2}']],
    ['{"propertyNames":{"const":"a"}}', ['{"a":1,"b":2}']],
    ['{"properties":{"b":{"type":"null"}}}', ['{"a":1,"b":2}']],
    ['{"patternProperties":{"a|b":{"const":1}}}', ['{"a":1,"b":2}']],
    ['{"additionalProperties":{"const":1}}', ['{"a":1,"b":2}']],
    ['{"unevaluatedProperties":{"const":1}}', ['{"a":1,"b":2}']],
    ['{"dependentRequired":{"a":["c"]}}', ['{"a":1,"b":2}']],
    ['{"dependentSchemas":{"a":false}}', ['{"a":1,"b":2}']],
    ['{"dependencies":{"a":["c"]}}', ['{"a":1,"b":2}']],
    ['{"type":"integer"}', kinds.filter((kind) => kind !== '7')],
    ['{"type":"number"}', kinds.filter((kind) => !kind.startsWith('7'))],
    ['{"type":"boolean"}', kinds.filter((kind) => kind !== 'true')],
    ['{"type":["array","object"]}', kinds.slice(0, 5)],
    ['{"type":["array","null","string"]}', ['true', '7', '7.5', '{"a":1,"b":2}']],
    ['{"enum":[7.50,true,{"b":2.0,"a":1}]}', ['null', '7', '"abc"', '[1,"a"]']],
    ['{"const":null}', kinds.slice(1)],
    ['{"not":{"enum":["abc",null]}}', ['null', '"abc"']],
    ['{"x-unknown":false,"title":5}', []],
  ])('%s refuses %j and nothing else', (schema, expected) => {
    expect(kinds.filter((value) => !checkSchema(json(value), json(schema)).ok)).toEqual(expected)
  })

  it('stands at its limit: the limit itself is within, or without where it is exclusive', () => {
    const ok = (value: string, schema: string): boolean => checkSchema(json(value), json(schema)).ok
    for (const [schema, values, expected] of [
      [
        '{"minLength":2}',
        ['"a"', '"ab"', '"😀"', '"😀a"', '"abcd"', '""'],
        [false, true, false, true, true, false],
      ],
      ['{"maxLength":2}', ['"ab"', '"abc"', '"😀a"', '"😀😀"', '"😀ab"'], [true, false, true, true, false]],
      ['{"minItems":1}', ['[]', '[1]', '[1,2]'], [false, true, true]],
      ['{"maxItems":0}', ['[]', '[1]'], [true, false]],
      ['{"minProperties":1}', ['{}', '{"a":1}'], [false, true]],
      ['{"maxProperties":0}', ['{}', '{"a":1}'], [true, false]],
      ['{"minimum":0}', ['-1', '0', '-0.0', '1e-400', '-1e-400'], [false, true, true, true, false]],
      ['{"exclusiveMinimum":0}', ['0', '1e-400', '5e-324'], [false, true, true]],
      ['{"exclusiveMaximum":0}', ['0', '-1e-400', '-5e-324'], [false, true, true]],
      [
        '{"multipleOf":0.5}',
        ['1', '1.5', '0.25', '0', '0.0', '1e400'],
        [true, true, false, true, true, true],
      ],
      ['{"multipleOf":30}', ['3e1', '1e1', '9e400', '-60', '45'], [true, false, true, true, false]],
      [
        '{"contains":{"const":1},"minContains":0,"maxContains":1}',
        ['[]', '[1]', '[1,1]', '[2]'],
        [true, true, false, true],
      ],
      ['{"contains":{"const":1},"minContains":2}', ['[1]', '[1,1]', '[1,2,1]'], [false, true, true]],
    ] as const) {
      expect(
        values.map((value) => ok(value, schema)),
        schema,
      ).toEqual(expected)
    }
  })
})

describe('what is said of a schema that cannot be judged', () => {
  it.each<readonly [string, string, string]>([
    ['1', '5', '|bad-schema|A schema is an object or a boolean.'],
    [
      '1',
      '{"type":"float"}',
      '/type|bad-keyword|"type" holds a type of JSON or a list of them; this one does not.',
    ],
    ['1', '{"enum":5}', '/enum|bad-keyword|"enum" holds a list of values; this one does not.'],
    ['1', '{"minimum":"1"}', '/minimum|bad-keyword|"minimum" holds a number; this one does not.'],
    [
      '1',
      '{"exclusiveMaximum":"1"}',
      '/exclusiveMaximum|bad-keyword|"exclusiveMaximum" holds a number; this one does not.',
    ],
    [
      '1',
      '{"multipleOf":0}',
      '/multipleOf|bad-keyword|"multipleOf" holds a number above 0; this one does not.',
    ],
    [
      '1',
      '{"multipleOf":-1}',
      '/multipleOf|bad-keyword|"multipleOf" holds a number above 0; this one does not.',
    ],
    ['"a"', '{"minLength":-1}', '/minLength|bad-keyword|"minLength" holds a count; this one does not.'],
    ['"a"', '{"maxLength":0.5}', '/maxLength|bad-keyword|"maxLength" holds a count; this one does not.'],
    ['"a"', '{"pattern":5}', '/pattern|bad-keyword|"pattern" holds a text; this one does not.'],
    ['"a"', '{"pattern":"("}', '/pattern|pattern-syntax|A group in the pattern is not closed.'],
    ['[]', '{"minItems":"1"}', '/minItems|bad-keyword|"minItems" holds a count; this one does not.'],
    ['[]', '{"maxItems":[]}', '/maxItems|bad-keyword|"maxItems" holds a count; this one does not.'],
    [
      '[]',
      '{"uniqueItems":"yes"}',
      '/uniqueItems|bad-keyword|"uniqueItems" holds true or false; this one does not.',
    ],
    [
      '[1]',
      '{"prefixItems":{}}',
      '/prefixItems|bad-keyword|"prefixItems" holds a list of schemas; this one does not.',
    ],
    ['[1]', '{"items":5}', '/items|bad-schema|/items should be a schema.'],
    ['[1]', '{"prefixItems":[5]}', '/prefixItems/0|bad-schema|/prefixItems/0 should be a schema.'],
    [
      '[1]',
      '{"contains":true,"minContains":"1"}',
      '/minContains|bad-keyword|"minContains" holds a count; this one does not.',
    ],
    [
      '[1]',
      '{"contains":true,"maxContains":"1"}',
      '/maxContains|bad-keyword|"maxContains" holds a count; this one does not.',
    ],
    ['{}', '{"required":"a"}', '/required|bad-keyword|"required" holds a list of names; this one does not.'],
    [
      '{}',
      '{"properties":{"a":{"required":true}}}',
      '/properties|bad-keyword|The property "a" calls itself required; only a list beside "properties" can.',
    ],
    [
      '{}',
      '{"minProperties":"1"}',
      '/minProperties|bad-keyword|"minProperties" holds a count; this one does not.',
    ],
    [
      '{}',
      '{"maxProperties":"1"}',
      '/maxProperties|bad-keyword|"maxProperties" holds a count; this one does not.',
    ],
    [
      '{}',
      '{"properties":[]}',
      '/properties|bad-keyword|"properties" holds schemas by name; this one does not.',
    ],
    [
      '{}',
      '{"patternProperties":[]}',
      '/patternProperties|bad-keyword|"patternProperties" holds schemas by name; this one does not.',
    ],
    [
      '{"a":1}',
      '{"patternProperties":{"(":{"type":"null"}}}',
      '/patternProperties|pattern-syntax|A group in the pattern is not closed.',
    ],
    [
      '{}',
      '{"dependentRequired":[]}',
      '/dependentRequired|bad-keyword|"dependentRequired" holds names by property; this one does not.',
    ],
    [
      '{}',
      '{"dependentRequired":{"a":{}}}',
      '/dependentRequired|bad-keyword|"dependentRequired" holds lists of names by property; this one does not.',
    ],
    [
      '{}',
      '{"dependencies":{"a":[1]}}',
      '/dependencies|bad-keyword|"dependencies" holds lists of names by property; this one does not.',
    ],
    [
      '{}',
      '{"dependentSchemas":[]}',
      '/dependentSchemas|bad-keyword|"dependentSchemas" holds schemas by property; this one does not.',
    ],
    ['1', '{"allOf":[]}', '/allOf|bad-keyword|"allOf" holds a list of schemas; this one does not.'],
    ['1', '{"anyOf":{}}', '/anyOf|bad-keyword|"anyOf" holds a list of schemas; this one does not.'],
    ['1', '{"oneOf":5}', '/oneOf|bad-keyword|"oneOf" holds a list of schemas; this one does not.'],
    ['1', '{"$ref":5}', '/$ref|bad-keyword|"$ref" holds an address; this one does not.'],
    ['1', '{"$dynamicRef":5}', '/$dynamicRef|bad-keyword|"$dynamicRef" holds an address; this one does not.'],
    [
      '1',
      '{"$recursiveRef":5}',
      '/$recursiveRef|bad-keyword|"$recursiveRef" holds an address; this one does not.',
    ],
    ['1', '{"$ref":"#/none"}', '/$ref|unresolved-reference|Nothing stands where the reference points.'],
    ['1', '{"$ref":"#none"}', '/$ref|unresolved-reference|No anchor has the name that the reference gives.'],
    [
      '1',
      '{"$dynamicRef":"#none"}',
      '/$dynamicRef|unresolved-reference|No anchor has the name that the reference gives.',
    ],
    [
      '1',
      '{"$ref":"other.json"}',
      '/$ref|remote-reference|The reference leads to a document that is not at hand.',
    ],
    ['1', '{"$ref":"#/x","x":5}', '/$ref|bad-schema|/x should be a schema.'],
  ])('%s against %s: %s', (value, schema, expected) => {
    const { verdict, ok, unsupported } = checkSchema(json(value), json(schema))
    expect({ verdict, ok }).toEqual({ verdict: 'undecided', ok: false })
    expect(unsupported.map(({ schemaPath, code, reason }) => `${schemaPath}|${code}|${reason}`)).toEqual([
      expected,
    ])
    expect(
      preparedSchema(json(schema))
        .gaps()
        .map(({ code }) => code),
    ).toContain(expected.split('|')[1])
  })

  it('asks for the name of a format only where formats assert', () => {
    const schema = json('{"format":5}')
    expect(checkSchema('a', schema).ok).toBe(true)
    const [gap] = checkSchema('a', schema, { assertsFormats: true }).unsupported
    expect(gap).toEqual({
      code: 'bad-keyword',
      schemaPath: '/format',
      keyword: 'format',
      reason: '"format" holds a name; this one does not.',
    })
  })

  it('divides no number of thousands of digits', () => {
    const divided = (digits: number) =>
      checkSchema(json('1.5'), json(`{"multipleOf":0.${'3'.repeat(digits)}}`))
    expect(divided(5_000).verdict).toBe('invalid')
    expect(divided(5_001)).toMatchObject({
      verdict: 'undecided',
      unsupported: [
        {
          code: 'number-too-long',
          schemaPath: '/multipleOf',
          reason: 'A number has too many digits to be divided.',
        },
      ],
    })
  })

  it('says which limit was reached, and where', () => {
    const deep = json('{"items":{"$ref":"#"}}')
    const at = (options: SchemaOptions, value = '[[[1]]]') => checkSchema(json(value), deep, options).faults
    expect(at({ limits: { maxDepth: 5 } })).toEqual([
      {
        code: 'depth-limit',
        path: '/0/0/0',
        schemaPath: '/items',
        keyword: '',
        message: 'Here schemas are applied, or values nest, more than 5 levels deep.',
      },
    ])
    expect(at({ limits: { maxDepth: 7 } })).toEqual([])
    expect(at({ limits: { maxSteps: 3 } })).toEqual([
      {
        code: 'step-limit',
        path: '/0/0',
        schemaPath: '/items',
        keyword: '',
        message: 'Judging the value takes more than 3 steps.',
      },
    ])
    const wrong = json('{"items":{"type":"null"}}')
    expect(checkSchema(json('[1,2,3]'), wrong, { limits: { maxFaults: 2 } })).toMatchObject({
      verdict: 'invalid',
      faults: [{ path: '/0' }, { path: '/1' }],
    })
    expect(checkSchema(1, json('{"allOf":[true,true]}'), { limits: { maxSchemas: 1 } }).ok).toBe(true)
    const [large] = checkSchema(1, json('{"allOf":[{},{}]}'), { limits: { maxSchemas: 2 } }).unsupported
    expect(large).toMatchObject({ code: 'schema-too-large', reason: 'The schema holds too many subschemas.' })
    const [nested] = checkSchema(1, json('{"not":{"not":{}}}'), { limits: { maxSchemaDepth: 1 } }).unsupported
    expect(nested).toMatchObject({ code: 'schema-too-deep', reason: 'The schema nests too deep.' })
    expect(checkSchema(1, json('{"not":{"not":{}}}'), { limits: { maxSchemaDepth: 2 } }).verdict).toBe(
      'valid',
    )
  })
})
