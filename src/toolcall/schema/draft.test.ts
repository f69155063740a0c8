import { describe, expect, it } from 'vitest'
import { type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import { checkSchema } from './check-schema.js'
import { type Draft, dialectOf, dialectOfMetaSchema, draftOfAddress } from './draft.js'

const drafts: readonly Draft[] = [
  'draft-04',
  'draft-06',
  'draft-07',
  '2019-09',
  '2020-12',
  'openapi-3.0',
  'unstated',
]
const since6 = drafts.slice(1).filter((draft) => draft !== 'openapi-3.0')
const since7 = since6.slice(1)
const since2019 = since7.slice(1)

function json(text: string): JsonValue {
  const reading = parseJson(text)
  if (reading.kind === 'fault') throw new Error(reading.fault.reason)
  return reading.value
}

describe('the keywords of a draft', () => {
  it.each<readonly [string, string, readonly Draft[]]>([
    // a value that the keyword refuses, and the drafts that know the keyword
    ['1', '{"type":"null"}', drafts],
    ['1', '{"enum":[2]}', drafts],
    ['1', '{"multipleOf":2}', drafts],
    ['1', '{"maximum":0}', drafts],
    ['1', '{"minimum":2}', drafts],
    ['1', '{"maximum":1,"exclusiveMaximum":true}', drafts],
    ['1', '{"minimum":1,"exclusiveMinimum":true}', drafts],
    ['"a"', '{"maxLength":0}', drafts],
    ['"a"', '{"minLength":2}', drafts],
    ['"a"', '{"pattern":"b"}', drafts],
    ['[1]', '{"maxItems":0}', drafts],
    ['[1]', '{"minItems":2}', drafts],
    ['[1,1]', '{"uniqueItems":true}', drafts],
    ['[1]', '{"items":{"type":"null"}}', drafts],
    ['[1,2]', '{"items":[{}],"additionalItems":false}', drafts],
    ['{"a":1}', '{"maxProperties":0}', drafts],
    ['{"a":1}', '{"minProperties":2}', drafts],
    ['{"a":1}', '{"required":["b"]}', drafts],
    ['{"a":1}', '{"properties":{"a":{"type":"null"}}}', drafts],
    ['{"a":1}', '{"patternProperties":{"a":{"type":"null"}}}', drafts],
    ['{"a":1}', '{"additionalProperties":false}', drafts],
    ['{"a":1}', '{"dependencies":{"a":["b"]}}', drafts],
    ['1', '{"allOf":[{"type":"null"}]}', drafts],
    ['1', '{"anyOf":[{"type":"null"}]}', drafts],
    ['1', '{"oneOf":[{"type":"null"}]}', drafts],
    ['1', '{"not":{}}', drafts],
    ['{"a":1}', '{"properties":{"a":{"$ref":"#/x"}},"x":{"type":"null"}}', drafts],
    ['1', '{"const":2}', since6],
    ['[1]', '{"contains":{"type":"null"}}', since6],
    ['{"a":1}', '{"propertyNames":{"maxLength":0}}', since6],
    ['1', '{"if":true,"then":false}', since7],
    ['1', '{"if":false,"else":false}', since7],
    ['{"a":1}', '{"dependentRequired":{"a":["b"]}}', since2019],
    ['{"a":1}', '{"dependentSchemas":{"a":false}}', since2019],
    ['[1]', '{"unevaluatedItems":false}', since2019],
    ['{"a":1}', '{"unevaluatedProperties":false}', since2019],
    ['[1,1]', '{"contains":true,"maxContains":1}', since2019],
    ['[1]', '{"contains":true,"minContains":2}', since2019],
    ['{"a":1}', '{"properties":{"a":{"$recursiveRef":"#"}},"type":"object"}', ['2019-09', 'unstated']],
    ['[1]', '{"prefixItems":[{"type":"null"}]}', ['2020-12', 'unstated']],
    ['{"a":1}', '{"properties":{"a":{"$dynamicRef":"#"}},"type":"object"}', ['2020-12', 'unstated']],
    // What stands beside a reference does not count up to draft 7.
    ['1', '{"$ref":"#/x","type":"null","x":{}}', since2019],
    // An integer in draft 4 is spelled without a fraction.
    ['1.0', '{"type":"integer"}', ['draft-04']],
    // The anchor of an older draft, and of a later one.
    [
      '{"a":1}',
      '{"properties":{"a":{"$ref":"#b"}},"definitions":{"b":{"$id":"#b","type":"null"}}}',
      ['draft-06', 'draft-07'],
    ],
    [
      '{"a":1}',
      '{"properties":{"a":{"$ref":"#b"}},"definitions":{"b":{"id":"#b","type":"null"}}}',
      ['draft-04', 'openapi-3.0'],
    ],
    ['{"a":1}', '{"properties":{"a":{"$ref":"#b"}},"$defs":{"b":{"$anchor":"b","type":"null"}}}', since2019],
    [
      '{"a":1}',
      '{"properties":{"a":{"$ref":"#b"}},"$defs":{"b":{"$dynamicAnchor":"b","type":"null"}}}',
      ['2020-12', 'unstated'],
    ],
  ])('%s is refused by %s in %j', (value, schema, expected) => {
    const refusing = drafts.filter(
      (draft) => checkSchema(json(value), json(schema), { draft }).verdict === 'invalid',
    )
    expect(refusing).toEqual(expected)
  })

  it('let null pass by nullable in OpenAPI, and where no draft is stated', () => {
    const lets = drafts.filter(
      (draft) => checkSchema(null, json('{"type":"string","nullable":true}'), { draft }).ok,
    )
    expect(lets).toEqual(['openapi-3.0', 'unstated'])
    expect(checkSchema(null, json('{"type":"string","nullable":false}')).ok).toBe(false)
  })

  it('are not counted as looked at by contains in 2019-09 alone', () => {
    const schema = json('{"contains":{"type":"integer"},"unevaluatedItems":false}')
    expect(since2019.filter((draft) => checkSchema([1], schema, { draft }).ok)).toEqual([
      '2020-12',
      'unstated',
    ])
  })

  it('assert no format of themselves', () => {
    expect(drafts.filter((draft) => dialectOf(draft).assertsFormats)).toEqual([])
    const asserts = drafts.filter(
      (draft) => !checkSchema('x', { format: 'date' }, { draft, assertsFormats: true }).ok,
    )
    expect(asserts).toEqual(drafts)
  })
})

describe('$schema', () => {
  it.each([
    ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
    ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
    ['http://json-schema.org/draft-07/schema#', 'draft-07'],
    ['http://json-schema.org/draft-06/schema', 'draft-06'],
    ['https://json-schema.org/draft-04/schema#', 'draft-04'],
    ['http://json-schema.org/schema#', '2020-12'],
    ['https://spec.openapis.org/oas/3.1/dialect/base', '2020-12'],
    ['ftp://json-schema.org/draft-07/schema#', undefined],
    ['see http://json-schema.org/draft-07/schema', undefined],
    ['http://json-schema.org/draft-07/schema#x', undefined],
  ])('%s names %s', (address, draft) => {
    expect(draftOfAddress(address)).toBe(draft)
  })

  it('overrules the option, in the schema and in a resource within', () => {
    const schema = json('{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[false]}')
    expect(checkSchema([1], schema, { draft: '2020-12' }).ok).toBe(true)
    const inner =
      '{"items":{"$id":"http://tools.example/a","$schema":"http://json-schema.org/draft-07/schema#","dependentRequired":{"a":["b"]}}}'
    expect(checkSchema(json('[{"a":1}]'), json(inner)).ok).toBe(true)
    const unknown = json('{"$schema":"http://tools.example/own","prefixItems":[false]}')
    expect(checkSchema([1], unknown).ok).toBe(false)
    expect(checkSchema([1], unknown, { draft: 'draft-07' }).ok).toBe(true)
  })
})

describe("a meta-schema of one's own", () => {
  const vocabulary = (draft: string, ...names: readonly string[]): JsonObject => ({
    $schema: `https://json-schema.org/draft/${draft}/schema`,
    $vocabulary: Object.fromEntries(
      names.map((name) => [`https://json-schema.org/draft/${draft}/vocab/${name}`, true]),
    ),
  })
  const keywords = (metaSchema: JsonValue): readonly string[] => [
    ...(dialectOfMetaSchema(metaSchema)?.keywords ?? []),
  ]

  it('allows the keywords of the vocabularies that it lists', () => {
    expect(keywords(vocabulary('2020-12', 'core'))).toEqual(['$ref', 'format', '$dynamicRef'])
    expect(keywords(vocabulary('2020-12', 'validation')).sort()).toEqual([
      ...[
        'const',
        'dependentRequired',
        'enum',
        'exclusiveMaximum',
        'exclusiveMinimum',
        'maxContains',
        'maxItems',
      ],
      ...['maxLength', 'maxProperties', 'maximum', 'minContains', 'minItems', 'minLength', 'minProperties'],
      ...['minimum', 'multipleOf', 'pattern', 'required', 'type', 'uniqueItems'],
    ])
    expect(keywords(vocabulary('2020-12', 'unevaluated'))).toEqual([
      'unevaluatedItems',
      'unevaluatedProperties',
    ])
    expect(keywords(vocabulary('2019-09', 'unevaluated'))).toEqual([])
    expect(keywords(vocabulary('2020-12', 'applicator'))).not.toContain('unevaluatedItems')
    expect(keywords(vocabulary('2019-09', 'applicator'))).toContain('unevaluatedItems')
    expect(keywords(vocabulary('2019-09', 'applicator'))).not.toContain('type')
    expect(keywords(vocabulary('2019-09', 'core'))).toEqual(['$ref', 'format', '$recursiveRef'])
  })

  it('says whether formats assert: by a vocabulary of its own, or in 2019-09 where that is required', () => {
    const asserts = (metaSchema: JsonValue) => dialectOfMetaSchema(metaSchema)?.assertsFormats
    expect(asserts(vocabulary('2020-12', 'core', 'format-assertion'))).toBe(true)
    expect(asserts(vocabulary('2020-12', 'core', 'format-annotation'))).toBe(false)
    expect(asserts(vocabulary('2019-09', 'core', 'format'))).toBe(true)
    expect(asserts(vocabulary('2020-12', 'core', 'format'))).toBe(false)
    const optional = {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      $vocabulary: { 'https://json-schema.org/draft/2019-09/vocab/format': false },
    }
    expect(asserts(optional)).toBe(false)
  })

  it('is none without a draft that is known, or without a list', () => {
    for (const none of [
      5,
      {},
      { $schema: 'https://json-schema.org/draft/2020-12/schema' },
      { $schema: 'http://tools.example', $vocabulary: {} },
      { $schema: 5, $vocabulary: {} },
    ])
      expect(dialectOfMetaSchema(none)).toBeUndefined()
  })

  it('rules the schema that names it, where it is at hand', () => {
    const address = 'https://tools.example/meta'
    const schema = json(`{"$schema":"${address}#","type":"null","format":"date"}`)
    const judged = (metaSchema: JsonValue) =>
      checkSchema('x', schema, { documents: new Map([[address, metaSchema]]) }).faults.map(({ code }) => code)
    expect(judged(vocabulary('2020-12', 'core'))).toEqual([])
    expect(judged(vocabulary('2020-12', 'core', 'validation'))).toEqual(['wrong-type'])
    expect(judged(vocabulary('2020-12', 'core', 'format-assertion'))).toEqual(['format-mismatch'])
    expect(judged({})).toEqual(['wrong-type'])
  })
})
