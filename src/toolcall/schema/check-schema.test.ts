import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../test/generators/parsed-json.js'
import type { JsonValue } from '../../text/json.js'
import { checkSchema, preparedSchema, type SchemaOptions, STRICT } from './check-schema.js'

/** Code and place of each fault; `?` and the code of each gap where the verdict is open. */
function faultsOf(value: string, schema: string, options?: SchemaOptions): readonly string[] {
  const { verdict, faults, unsupported } = checkSchema(parsedJson(value), parsedJson(schema), options)
  const told = faults.map(({ code, path }) => `${code} ${path}`.trim())
  return verdict === 'undecided' ? ['?', ...told, ...unsupported.map(({ code }) => code)] : told
}

describe('checkSchema', () => {
  const weather = `{
    "type": "object",
    "properties": {
      "city": {"type": "string", "minLength": 1},
      "days": {"type": "integer", "minimum": 1, "maximum": 14},
      "unit": {"enum": ["celsius", "fahrenheit"]}
    },
    "required": ["city"],
    "additionalProperties": false
  }`
  it('accepts what fits', () => {
    const result = checkSchema(parsedJson('{"city":"Lima","days":3,"unit":"celsius"}'), parsedJson(weather))
    expect(result).toMatchObject({ verdict: 'valid', ok: true, faults: [], unsupported: [] })
    expect(result.steps).toBeGreaterThan(0)
  })
  it('locates every fault in the value and in the schema', () => {
    const { verdict, faults } = checkSchema(
      parsedJson('{"days":"3","unit":"Celsius","citty":"x"}'),
      parsedJson(weather),
    )
    expect(verdict).toBe('invalid')
    expect(faults).toEqual([
      {
        code: 'missing-property',
        path: '',
        schemaPath: '/required',
        keyword: 'required',
        property: 'city',
        message: 'The property "city" is missing.',
      },
      {
        code: 'wrong-type',
        path: '/days',
        schemaPath: '/properties/days/type',
        keyword: 'type',
        message: 'Expected integer, found the string "3".',
      },
      {
        code: 'not-in-enum',
        path: '/unit',
        schemaPath: '/properties/unit/enum',
        keyword: 'enum',
        message: 'Expected one of "celsius", "fahrenheit"; found the string "Celsius".',
      },
      {
        code: 'unknown-property',
        path: '/citty',
        schemaPath: '/additionalProperties',
        keyword: 'additionalProperties',
        property: 'citty',
        message: 'The schema declares no property "citty"; the nearest is "city".',
      },
    ])
  })
  it('escapes paths and makes messages safe to print', () => {
    const { faults } = checkSchema(
      parsedJson('{"a/~\\u001b[2J":"\\u202e"}'),
      parsedJson('{"additionalProperties":{"type":"null"}}'),
    )
    expect(faults[0]?.path).toBe('/a~1~0\u001b[2J')
    expect(faults[0]?.message).toBe('Expected null, found the string "\\u{202e}".')
  })
  it('takes a boolean for a schema, and nothing else', () => {
    expect(faultsOf('1', 'true')).toEqual([])
    expect(faultsOf('1', 'false')).toEqual(['forbidden'])
    expect(faultsOf('1', '[]')).toEqual(['?', 'bad-schema'])
    expect(faultsOf('1', 'null')).toEqual(['?', 'bad-schema'])
  })
  it('treats prototype keys as plain data', () => {
    const schema =
      '{"properties":{"__proto__":{"type":"integer"},"toString":{"type":"string"}},"required":["constructor"]}'
    expect(faultsOf('{"__proto__":"x"}', schema)).toEqual(['missing-property', 'wrong-type /__proto__'])
    expect(checkSchema({ a: 1 }, { required: ['toString'] }).ok).toBe(false)
  })
  it('reports no more faults than its limit', () => {
    const many = parsedJson(`[${'"x",'.repeat(500)}"x"]`)
    const result = checkSchema(many, parsedJson('{"items":{"type":"integer"}}'))
    expect([result.verdict, result.faults.length]).toEqual(['invalid', 100])
  })
  it('gives the same answer whether a schema is prepared or not', () => {
    const schema = parsedJson('{"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"type":"string"}}}')
    const first = checkSchema(parsedJson('{"a":1}'), schema, { exactTypes: true })
    expect(checkSchema(parsedJson('{"a":1}'), schema, { exactTypes: true })).toEqual(first)
    expect(preparedSchema(schema, { exactTypes: true })).toBe(preparedSchema(schema, { exactTypes: true }))
    expect(preparedSchema(schema)).not.toBe(preparedSchema(schema, STRICT))
    expect(checkSchema(parsedJson('{"a":1}'), schema, { limits: { maxDepth: 2 } }).verdict).toBe('undecided')
    expect(checkSchema(parsedJson('{"a":1}'), schema, { limits: { maxDepth: 3 } }).verdict).toBe('invalid')
  })
})

describe('what cannot be judged', () => {
  const looksAhead = '{"pattern":"^(?=a)"}'
  it('is undecided, never passed in silence', () => {
    const result = checkSchema('abc', parsedJson(looksAhead))
    expect(result).toMatchObject({ verdict: 'undecided', ok: false, faults: [] })
    expect(result.unsupported).toEqual([
      {
        code: 'pattern-look-around',
        schemaPath: '/pattern',
        keyword: 'pattern',
        reason: 'The pattern looks ahead or behind.',
      },
    ])
  })
  it('does not matter where it does not apply', () => {
    expect(checkSchema(5, parsedJson(looksAhead)).ok).toBe(true)
  })
  it('does not hide a fault elsewhere', () => {
    const schema = `{"properties":{"a":${looksAhead},"b":{"type":"integer"}}}`
    expect(faultsOf('{"a":"x","b":"y"}', schema)).toEqual(['wrong-type /b'])
  })
  it.each([
    ['{"not":GAP}', 'undecided'],
    ['{"anyOf":[GAP,true]}', 'valid'],
    ['{"anyOf":[GAP,false]}', 'undecided'],
    ['{"oneOf":[GAP,true]}', 'undecided'],
    ['{"oneOf":[GAP,true,true]}', 'invalid'],
    ['{"allOf":[GAP,false]}', 'invalid'],
    ['{"if":GAP,"then":true,"else":false}', 'undecided'],
    ['{"if":GAP,"then":false,"else":false}', 'invalid'],
    ['{"if":GAP,"then":{"minLength":1},"else":{"maxLength":9}}', 'valid'],
  ])('%s of "abc" is %s', (schema, verdict) => {
    expect(checkSchema('abc', parsedJson(schema.replaceAll('GAP', looksAhead))).verdict).toBe(verdict)
  })
  it('spreads over members and items that a pattern may or may not cover', () => {
    const patterns = '{"patternProperties":{"^(?!x)":{"type":"integer"}},"additionalProperties":false}'
    expect(faultsOf('{"a":1}', patterns)).toEqual(['?', 'pattern-look-around'])
    expect(faultsOf('{"a":"b"}', '{"patternProperties":{"^(?!x)":{"type":"integer"}}}')).toEqual([
      '?',
      'pattern-look-around',
    ])
    expect(faultsOf('{"a":1}', '{"patternProperties":{"^(?!x)":{"type":"integer"}}}')).toEqual([])
    expect(faultsOf('["b"]', `{"contains":${looksAhead}}`)).toEqual(['?', 'pattern-look-around'])
    expect(faultsOf('["b"]', `{"contains":${looksAhead},"minContains":2}`)).toEqual(['too-few-matches'])
    expect(faultsOf('["b"]', `{"contains":${looksAhead},"unevaluatedItems":false}`)).toEqual([
      '?',
      'pattern-look-around',
    ])
    expect(
      faultsOf('{"a":"b"}', `{"anyOf":[{"properties":{"a":${looksAhead}}}],"unevaluatedProperties":false}`),
    ).toEqual(['?', 'pattern-look-around'])
  })
  it('keeps members from being left over for certain', () => {
    const schema = '{"patternProperties":{"^(?!x)":true},"unevaluatedProperties":false}'
    expect(faultsOf('{"a":1}', schema)).toEqual(['?', 'pattern-look-around'])
    const far = '{"$ref":"https://tools.example/far","unevaluatedProperties":false}'
    expect(faultsOf('{"a":1}', far)).toEqual(['?', 'remote-reference'])
    const closed = '{"$ref":"https://tools.example/far","properties":{"b":{}}}'
    expect(faultsOf('{"a":1}', closed, { closedObjects: true })).toEqual(['?', 'remote-reference'])
  })
  it('is found in the whole schema ahead of any value', () => {
    const schema = parsedJson(`{
      "properties": {"a": {"pattern": "(?=x)"}, "b": {"type": "float"}, "c": {"$ref": "#/$defs/none"}},
      "$defs": {"unused": {"minimum": "3"}, "far": {"$ref": "http://example.org/other"}, "fine": {"pattern": "x"}},
      "items": 5
    }`)
    const found = preparedSchema(schema)
      .gaps()
      .map(({ code, schemaPath }) => `${code} ${schemaPath}`)
    expect([...found].sort()).toEqual([
      'bad-keyword /$defs/unused/minimum',
      'bad-keyword /properties/b/type',
      'bad-schema /items',
      'pattern-look-around /properties/a/pattern',
      'remote-reference /$defs/far/$ref',
      'unresolved-reference /properties/c/$ref',
    ])
  })
})

describe('keywords with values that no draft allows', () => {
  it.each([
    ['1', '{"type":"float"}'],
    ['1', '{"type":[]}'],
    ['1', '{"enum":"a"}'],
    ['1', '{"minimum":"0"}'],
    ['1', '{"multipleOf":0}'],
    ['"a"', '{"minLength":-1}'],
    ['"a"', '{"maxLength":1.5}'],
    ['"a"', '{"pattern":5}'],
    ['[]', '{"minItems":"1"}'],
    ['[1]', '{"items":"string"}'],
    ['[1,2]', '{"uniqueItems":"yes"}'],
    ['[1]', '{"contains":{},"minContains":"1"}'],
    ['{}', '{"required":"a"}'],
    ['{}', '{"required":[1]}'],
    ['{"a":1}', '{"properties":["a"]}'],
    ['{"a":1}', '{"properties":{"a":"string"}}'],
    ['{"a":1}', '{"dependentRequired":{"a":"b"}}'],
    ['1', '{"anyOf":[]}'],
    ['1', '{"allOf":{}}'],
    ['1', '{"$ref":5}'],
  ])('%s is undecided by %s', (value, schema) => {
    expect(checkSchema(parsedJson(value), parsedJson(schema)).verdict).toBe('undecided')
  })
  it('are absent when null: writers of schemas spell nothing so', () => {
    const schema = '{"type":"object","properties":null,"required":null,"enum":null,"minProperties":null}'
    expect(faultsOf('{"a":1}', schema)).toEqual([])
    expect(faultsOf('1', '{"const":null}')).toEqual(['not-the-constant'])
  })
  it('are read where their meaning is plain: a flag that a property carries itself', () => {
    const schema = '{"properties":{"a":{"type":"string","required":true},"b":{"required":false}}}'
    expect(faultsOf('{"a":"x"}', schema)).toEqual([])
    expect(faultsOf('{"b":1}', schema)).toEqual(['?', 'bad-keyword'])
  })
})

describe('exactTypes', () => {
  it.each(['25.0', '2.5e1', '1e3', '1E5'])('refuses %s as an integer, which JSON Schema allows', (text) => {
    expect(faultsOf(text, '{"type":"integer"}', STRICT)).toEqual(['integer-spelling'])
    expect(faultsOf(text, '{"type":"integer"}')).toEqual([])
    expect(faultsOf(text, '{"type":["integer","number"]}', STRICT)).toEqual([])
  })
  it.each(['0', '-0', '25', '9007199254740993', '1'.repeat(400)])('accepts %s', (text) => {
    expect(faultsOf(text, '{"type":"integer"}', STRICT)).toEqual([])
  })
  it('leaves comparisons by exact value as they are', () => {
    for (const options of [STRICT, {}]) {
      expect(faultsOf('9007199254740993', '{"maximum":9007199254740992}', options)).toEqual(['too-large'])
      expect(faultsOf('5.0', '{"enum":[5]}', options)).toEqual([])
      expect(faultsOf('5e0', '{"const":5.00}', options)).toEqual([])
      expect(faultsOf('0.1', '{"const":0.10000000000000001}', options)).toEqual(['not-the-constant'])
      expect(faultsOf('4.35', '{"multipleOf":0.01}', options)).toEqual([])
    }
  })
})

describe('closedObjects', () => {
  const closed = (value: string, schema: string) => faultsOf(value, schema, { closedObjects: true })
  it('refuses what an object with properties does not declare', () => {
    expect(closed('{"a":1}', '{"type":"object","properties":{}}')).toEqual(['unknown-property /a'])
    expect(closed('{"o":{"a":1,"b":2}}', '{"properties":{"o":{"properties":{"a":{}}}}}')).toEqual([
      'unknown-property /o/b',
    ])
  })
  it('leaves objects open that say so, or declare no properties', () => {
    expect(closed('{"a":1}', '{"type":"object"}')).toEqual([])
    expect(closed('{"a":1}', '{"properties":{},"additionalProperties":true}')).toEqual([])
    expect(closed('{"a":1}', '{"properties":{},"additionalProperties":{"type":"integer"}}')).toEqual([])
    expect(closed('{"a":1}', '{"properties":{},"unevaluatedProperties":true}')).toEqual([])
    expect(closed('{"a":1}', '{"properties":{},"patternProperties":{"^a$":{}}}')).toEqual([])
  })
  it('counts what all schemas in place declare together', () => {
    const both =
      '{"allOf":[{"properties":{"a":{}}},{"$ref":"#/$defs/b"}],"$defs":{"b":{"properties":{"b":{}}}}}'
    expect(closed('{"a":1,"b":2}', both)).toEqual([])
    expect(closed('{"a":1,"b":2,"c":3}', both)).toEqual(['unknown-property /c'])
    const branch =
      '{"properties":{"k":{}},"anyOf":[{"properties":{"a":{"type":"integer"}},"required":["a"]},{"properties":{"b":{}},"required":["b"]}]}'
    expect(closed('{"k":1,"b":2}', branch)).toEqual([])
    expect(closed('{"k":1,"b":2,"a":"x"}', branch)).toEqual(['unknown-property /a'])
    expect(closed('{"a":1}', '{"anyOf":[{"properties":{"a":{}}},{"additionalProperties":true}]}')).toEqual([])
  })
  it('takes no declaration from a condition', () => {
    const schema = '{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]}}'
    expect(closed('{"a":1,"b":2}', schema)).toEqual([])
    expect(closed('{"a":1,"c":2}', schema)).toEqual(['missing-property'])
  })
  it('does not call known what belongs to the branch that comes nearest', () => {
    const branch = '{"anyOf":[{"properties":{"a":{"type":"integer"}}}]}'
    expect(closed('{"a":"x","b":1}', branch)).toEqual(['no-branch', 'unknown-property /b'])
  })
})

describe('formats', () => {
  it('assert only where asked to', () => {
    expect(faultsOf('"x"', '{"format":"date"}')).toEqual([])
    expect(faultsOf('"x"', '{"format":"date"}', { assertsFormats: true })).toEqual(['format-mismatch'])
    expect(faultsOf('"["', '{"format":"regex"}', { assertsFormats: true })).toEqual(['format-mismatch'])
    expect(faultsOf('5', '{"format":"date"}', { assertsFormats: true })).toEqual([])
    expect(faultsOf('"x"', '{"format":"house-number"}', { assertsFormats: true })).toEqual([])
  })
})

describe('laws', () => {
  const schema = fc.constantFrom(
    '{"type":["string","integer"]}',
    '{"minimum":2,"maxLength":3}',
    '{"properties":{"a":{"type":"integer"}},"required":["b"]}',
    '{"items":{"type":"string"},"uniqueItems":true}',
    '{"enum":[1,"a",[],{"a":1}]}',
  )
  const value = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue> // plain JSON is JsonValue
  it('hold: not turns the verdict, twice gives it back, allOf and anyOf of one change nothing', () => {
    fc.assert(
      fc.property(schema, value, (text, one) => {
        const verdict = (wrapped: string): boolean => checkSchema(one, parsedJson(wrapped)).ok
        const plain = verdict(text)
        expect(verdict(`{"not":${text}}`)).toBe(!plain)
        expect(verdict(`{"not":{"not":${text}}}`)).toBe(plain)
        for (const keyword of ['allOf', 'anyOf', 'oneOf'])
          expect(verdict(`{"${keyword}":[${text}]}`)).toBe(plain)
        expect(verdict(`{"oneOf":[${text},${text}]}`)).toBe(false)
        expect(verdict(`{"$ref":"#/$defs/x","$defs":{"x":${text}}}`)).toBe(plain)
        expect(verdict(`{"if":${text},"then":true,"else":false}`)).toBe(plain)
      }),
    )
  })
})
