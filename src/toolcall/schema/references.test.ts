import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../../test/generators/parsed-json.js'
import { checkSchema, type SchemaOptions } from './check-schema.js'

function verdictOf(value: string, schema: string, options?: SchemaOptions): string {
  const { verdict, unsupported } = checkSchema(parsedJson(value), parsedJson(schema), options)
  return [verdict, ...unsupported.map(({ code }) => code)].join(' ')
}

describe('$ref', () => {
  it('follows pointers, escaped and encoded, into any place', () => {
    const schema =
      '{"properties":{"a":{"$ref":"#/$defs/x~1y%20z"},"b":{"$ref":"#/notes/here/0"}},"$defs":{"x/y z":{"type":"integer"}},"notes":{"here":[{"type":"string"}]}}'
    expect(verdictOf('{"a":1,"b":"x"}', schema)).toBe('valid')
    expect(verdictOf('{"a":"1"}', schema)).toBe('invalid')
    expect(verdictOf('{"b":1}', schema)).toBe('invalid')
  })
  it('follows itself as deep as the value', () => {
    const tree =
      '{"type":"object","properties":{"next":{"$ref":"#"},"value":{"type":"integer"}},"additionalProperties":false}'
    expect(verdictOf('{"value":1,"next":{"next":{"value":2}}}', tree)).toBe('valid')
    expect(verdictOf('{"value":1,"next":{"next":{"value":"2"}}}', tree)).toBe('invalid')
  })
  it('says where it leads nowhere', () => {
    expect(verdictOf('1', '{"$ref":"#/$defs/none"}')).toBe('undecided unresolved-reference')
    expect(verdictOf('1', '{"$ref":"#none"}')).toBe('undecided unresolved-reference')
    expect(verdictOf('1', '{"$ref":"#/items/01","items":[true,true]}')).toBe('undecided unresolved-reference')
    expect(verdictOf('1', '{"$ref":"#/title","title":"x"}')).toBe('undecided bad-schema')
    expect(verdictOf('1', '{"$ref":"https://example.org/x.json"}')).toBe('undecided remote-reference')
    expect(verdictOf('1', '{"$ref":"%zz"}')).toBe('undecided remote-reference')
  })
  it('stands alone up to draft 7, and beside other keywords later', () => {
    const schema = '{"$ref":"#/definitions/a","minimum":5,"definitions":{"a":{"type":"integer"}}}'
    expect(verdictOf('1', schema, { draft: 'draft-07' })).toBe('valid')
    expect(verdictOf('1', schema, { draft: '2019-09' })).toBe('invalid')
    expect(verdictOf('1', schema)).toBe('invalid')
  })
  it('takes no identifier from beside itself up to draft 7', () => {
    const schema =
      '{"$id":"https://tools.example/root","properties":{"p":{"$ref":"#/definitions/a"}},"definitions":{"a":{"$id":"https://tools.example/other","$ref":"#/definitions/b"},"b":{"type":"integer"}}}'
    expect(verdictOf('{"p":"x"}', schema, { draft: 'draft-07' })).toBe('invalid')
  })
  it('finds a document by its address and by its own identifier', () => {
    const part = parsedJson('{"$id":"https://tools.example/two","$anchor":"mark","type":"integer"}')
    const documents = new Map([['https://tools.example/one', part]])
    for (const place of ['one', 'one#mark']) {
      expect(verdictOf('"x"', `{"$ref":"https://tools.example/${place}"}`, { documents })).toBe('invalid')
    }
    const all =
      '{"allOf":[{"$ref":"https://tools.example/one"},{"$ref":"https://tools.example/one#mark"},{"$ref":"https://tools.example/two#mark"}]}'
    expect(verdictOf('1', all, { documents })).toBe('valid')
  })
  it('finds identifiers and anchors', () => {
    const schema =
      '{"$id":"https://tools.example/root","properties":{"a":{"$ref":"part"},"b":{"$ref":"part#mark"},"c":{"$ref":"https://tools.example/part#/$defs/m"}},"$defs":{"p":{"$id":"part","type":"integer","$defs":{"m":{"$anchor":"mark","type":"string"}}}}}'
    expect(verdictOf('{"a":1,"b":"x","c":"x"}', schema)).toBe('valid')
    expect(verdictOf('{"a":"x"}', schema)).toBe('invalid')
    expect(verdictOf('{"b":1}', schema)).toBe('invalid')
    expect(verdictOf('{"c":1}', schema)).toBe('invalid')
  })
  it('knows the anchors of draft 6 and 7, and `id` of draft 4', () => {
    expect(
      verdictOf('"x"', '{"$ref":"#a","definitions":{"a":{"$id":"#a","type":"integer"}}}', {
        draft: 'draft-07',
      }),
    ).toBe('invalid')
    expect(
      verdictOf('"x"', '{"$ref":"other","definitions":{"a":{"id":"other","type":"integer"}}}', {
        draft: 'draft-04',
      }),
    ).toBe('invalid')
  })
  it('takes no identifier from what is no schema', () => {
    const schema = '{"const":{"$id":"x","type":"integer"},"anyOf":[{"$ref":"x"},true]}'
    expect(verdictOf('{"$id":"x","type":"integer"}', schema)).toBe('valid remote-reference')
  })
  it('reads documents that are handed in, by the rules of each', () => {
    const documents = new Map([
      [
        'https://tools.example/seven',
        parsedJson(
          '{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","minimum":9,"definitions":{"a":{"type":"integer"}}}',
        ),
      ],
      ['https://tools.example/broken', parsedJson('[]')],
    ])
    expect(verdictOf('1', '{"$ref":"https://tools.example/seven"}', { documents })).toBe('valid')
    expect(verdictOf('"1"', '{"$ref":"https://tools.example/seven#/definitions/a"}', { documents })).toBe(
      'invalid',
    )
    expect(verdictOf('1', '{"$ref":"https://tools.example/broken"}', { documents })).toBe(
      'undecided bad-schema',
    )
    const { faults } = checkSchema('x', parsedJson('{"$ref":"https://tools.example/seven"}'), { documents })
    expect(faults[0]?.schemaPath).toBe('https://tools.example/seven#/definitions/a/type')
  })
})

describe('dynamic references', () => {
  const tree = `{
    "$id": "https://tools.example/tree", "$dynamicAnchor": "node",
    "type": "object", "properties": {"children": {"type": "array", "items": {"$dynamicRef": "#node"}}}
  }`
  it('are widened by the schema that one comes from', () => {
    const strict = `{"$id":"https://tools.example/strict","$dynamicAnchor":"node","$ref":"tree","unevaluatedProperties":false,"$defs":{"t":${tree}}}`
    expect(verdictOf('{"children":[{"extra":1}]}', tree)).toBe('valid')
    expect(verdictOf('{"children":[{"extra":1}]}', strict)).toBe('invalid')
    expect(verdictOf('{"children":[{"children":[]}]}', strict)).toBe('valid')
    const outer = `{"$id":"https://tools.example/outer","properties":{"tree":{"$ref":"strict"}},"$defs":{"s":${strict}}}`
    expect(verdictOf('{"tree":{"children":[{"extra":1}]}}', outer)).toBe('invalid')
  })
  it('have an older form in 2019-09', () => {
    const list =
      '{"$id":"https://tools.example/list","$recursiveAnchor":true,"type":["array","integer"],"items":{"$recursiveRef":"#"}}'
    const short = `{"$schema":"https://json-schema.org/draft/2019-09/schema","$id":"https://tools.example/short","$recursiveAnchor":true,"$ref":"list","maxItems":1,"$defs":{"l":${list}}}`
    expect(verdictOf('[[1],2]', list, { draft: '2019-09' })).toBe('valid')
    expect(verdictOf('[[1,2]]', short)).toBe('invalid')
    expect(verdictOf('[[1]]', short)).toBe('valid')
  })
})

describe('drafts', () => {
  it('pass over keywords that they do not have', () => {
    const cases: readonly [string, string, string][] = [
      ['"a"', '{"const":"b"}', 'draft-04'],
      ['1', '{"if":true,"then":false}', 'draft-06'],
      ['{"a":1}', '{"dependentRequired":{"a":["b"]}}', 'draft-07'],
      ['[1]', '{"prefixItems":[false]}', '2019-09'],
    ]
    for (const [value, schema, draft] of cases) {
      expect(verdictOf(value, schema, { draft: draft as 'draft-04' })).toBe('valid') // the table's own words
      expect(verdictOf(value, schema)).toBe('invalid')
    }
  })
  it('count what contains has matched as looked at from 2020-12 on', () => {
    const schema = '{"contains":{"type":"string"},"unevaluatedItems":false}'
    expect(verdictOf('["a"]', schema, { draft: '2020-12' })).toBe('valid')
    expect(verdictOf('["a"]', schema, { draft: '2019-09' })).toBe('invalid')
  })
  it('are told by $schema, whatever the option says', () => {
    const stated = (address: string): string => `{"$schema":"${address}","prefixItems":[false]}`
    expect(
      verdictOf('[1]', stated('https://json-schema.org/draft/2020-12/schema'), { draft: 'draft-07' }),
    ).toBe('invalid')
    expect(verdictOf('[1]', stated('http://json-schema.org/draft-07/schema#'))).toBe('valid')
    expect(verdictOf('[1]', stated('https://example.org/mine'), { draft: '2020-12' })).toBe('invalid')
  })
  it('take part of their keywords from a meta-schema that lists vocabularies', () => {
    const documents = new Map([
      [
        'https://tools.example/meta',
        parsedJson(
          '{"$schema":"https://json-schema.org/draft/2020-12/schema","$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true,"https://json-schema.org/draft/2020-12/vocab/applicator":true}}',
        ),
      ],
    ])
    const schema = '{"$schema":"https://tools.example/meta","minimum":5,"properties":{"a":false}}'
    expect(verdictOf('1', schema, { documents })).toBe('valid')
    expect(verdictOf('{"a":1}', schema, { documents })).toBe('invalid')
  })
  it('know the nullable of OpenAPI 3.0', () => {
    expect(verdictOf('null', '{"type":"string","nullable":true}', { draft: 'openapi-3.0' })).toBe('valid')
    expect(
      verdictOf('null', '{"type":"string","nullable":true,"enum":["a"]}', { draft: 'openapi-3.0' }),
    ).toBe('invalid')
    expect(verdictOf('5', '{"minimum":5,"exclusiveMinimum":true}', { draft: 'openapi-3.0' })).toBe('invalid')
  })
})
