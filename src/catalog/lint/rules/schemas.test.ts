import { describe, expect, it } from 'vitest'
import { codesOf, findingOf, schemaOf, toolTaking, toolWith } from '../../../../test/contract/lint-tools.js'

/** Codes that tell nothing of schemas. */
const skip = ['parameter-description-missing', 'parameter-description-short']

const root = (text: string) => codesOf(toolWith({ inputSchema: schemaOf(text) }), { skip })
const taking = (text: string) => codesOf(toolTaking(text), { skip })
/** A required parameter. */
const requiring = (text: string) => root(`{"type":"object","properties":{"x":${text}},"required":["x"]}`)

describe('shape', () => {
  it('of the root is that of an object', async () => {
    expect(await root('{"type":"object"}')).toEqual([])
    expect(await root('{"type":"string"}')).toEqual(['error schema-not-object'])
    expect(await root('{"type":["string","null"]}')).toEqual(['error schema-not-object'])
    expect(await root('{}')).toEqual(['warn schema-root-untyped'])
    expect(await root('{"type":["object","null"]}')).toEqual(['warn schema-root-untyped'])
    expect(await root('{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}')).toEqual([])
  })

  it('of the root has no alternatives where a provider refuses them', async () => {
    const text = '{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]}'
    expect(await root(text)).toEqual(['warn schema-root-combinator'])
    expect(await codesOf(toolWith({ inputSchema: schemaOf(text) }), { providers: ['gemini'] })).toEqual([])
    expect(
      (await findingOf(toolWith({ inputSchema: schemaOf(text) }), 'schema-root-combinator')).message,
    ).toBe('"anyOf" at the root of a schema is refused by openai and anthropic.')
  })

  it('of keywords is as JSON Schema has it', async () => {
    for (const text of [
      '{"type":"object","properties":[]}',
      '{"type":"object","required":"a"}',
      '{"type":"object","required":[1]}',
      '{"type":"object","properties":{"a":"string"}}',
      '{"type":7}',
      '{"type":["object","object"]}',
    ]) {
      expect(await root(text), text).toContain('error schema-invalid')
    }
    for (const text of [
      '{"type":"string","enum":"a"}',
      '{"type":"string","pattern":7}',
      '{"type":"string","minLength":-1}',
      '{"type":"string","minLength":1.5}',
      '{"type":"number","minimum":"0"}',
      '{"type":"number","multipleOf":0}',
      '{"type":"array","items":"string"}',
      '{"type":"string","description":["a"]}',
      '{"type":[]}',
      '{"anyOf":{}}',
    ]) {
      expect(await taking(text), text).toContain('error schema-invalid')
    }
    for (const text of ['{"type":"string","minLength":1.0}', '{"type":"number","maximum":1e400}', 'true']) {
      expect(await taking(text), text).toEqual([])
    }
  })

  it('has known types', async () => {
    expect(await taking('{"type":"float"}')).toEqual(['error schema-type-unknown'])
    expect(await taking('{"type":["string","any"]}')).toEqual(['error schema-type-unknown'])
    expect(await taking('{"type":"String"}')).toEqual(['error schema-type-unknown'])
  })

  it('is bounded', async () => {
    const deep = `${'{"type":"array","items":'.repeat(200)}{"type":"string"}${'}'.repeat(200)}`
    expect(await taking(deep)).toContain('warn schema-too-deep')
  })

  it('of results is judged apart, and never an error', async () => {
    const output = (text: string) => codesOf(toolWith({ outputSchema: schemaOf(text) }))
    expect(await output('{"type":"string"}')).toEqual(['warn output-schema-faulty'])
    expect(await output('{"type":"object","properties":3}')).toEqual(['warn output-schema-faulty'])
    expect(await output('{"type":"object","properties":{"a":{"$ref":"#/none"}}}')).toEqual([
      'warn output-schema-faulty',
    ])
    expect(await output('{"type":"object","properties":{"a":{"type":"string","default":3}}}')).toEqual([])
  })
})

describe('types', () => {
  it('are given for every parameter', async () => {
    expect(await taking('{"description":"Anything at all"}')).toEqual(['warn schema-type-missing'])
    for (const text of ['{"enum":["a"]}', '{"const":1}', '{"$ref":"#"}', '{"anyOf":[{"type":"string"}]}']) {
      expect(await taking(text), text).not.toContain('warn schema-type-missing')
    }
  })

  it('of items are given for every array', async () => {
    expect(await taking('{"type":"array"}')).toEqual(['warn schema-array-items'])
    expect(await taking('{"type":["array","null"]}')).toEqual(['warn schema-array-items'])
    for (const text of [
      '{"type":"array","items":{}}',
      '{"type":"array","items":true}',
      '{"type":"array","prefixItems":[]}',
    ]) {
      expect(await taking(text), text).toEqual([])
    }
  })

  it('are declared for what is required', async () => {
    expect(await root('{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"]}')).toEqual(
      ['warn schema-required-undeclared'],
    )
    expect(await root('{"type":"object","required":["a"],"additionalProperties":false}')).toEqual([
      'error schema-required-undeclared',
    ])
    expect(await taking('{"type":"object","required":["a"],"additionalProperties":false}')).toEqual([
      'warn schema-required-undeclared',
    ])
    expect(await root('{"type":"object","properties":{},"required":["__proto__"]}')).toEqual([
      'warn schema-required-undeclared',
    ])
    expect(
      await root('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}'),
    ).toEqual([])
    // Declared elsewhere, or a mere condition.
    expect(
      await taking('{"type":"object","required":["a"],"allOf":[{"properties":{"a":{"type":"string"}}}]}'),
    ).not.toContain('warn schema-required-undeclared')
    expect(await taking('{"anyOf":[{"required":["a"]},{"required":["b"]}]}')).toEqual([])
  })

  it('do not hang on the case of a name', async () => {
    expect(
      await root(
        '{"type":"object","properties":{"userId":{"type":"string"},"user_id":{"type":"string"},"user":{"type":"string"}}}',
      ),
    ).toEqual(['warn parameters-differ-by-case'])
  })
})

describe('values', () => {
  it('of an enum are some, distinct and of the type', async () => {
    expect(await taking('{"type":"string","enum":[]}')).toEqual(['warn schema-enum-empty'])
    expect(await requiring('{"type":"string","enum":[]}')).toEqual(['error schema-enum-empty'])
    expect(await taking('{"type":"string","enum":["a","a"]}')).toEqual(['warn schema-enum-duplicate'])
    expect(await taking('{"type":"number","enum":[1,1.0]}')).toEqual(['warn schema-enum-duplicate'])
    expect(await taking('{"type":"string","enum":["a",null]}')).toEqual(['warn schema-enum-type'])
    expect(await taking('{"type":"string","nullable":true,"enum":["a",null]}')).toEqual([
      'warn schema-other-draft',
    ])
    expect(await taking('{"type":"integer","enum":["1","2"]}')).toEqual(['warn schema-enum-type'])
    expect(await requiring('{"type":"integer","enum":["1","2"]}')).toEqual(['error schema-enum-type'])
    expect(await taking('{"type":"integer","const":"1"}')).toEqual(['warn schema-enum-type'])
    expect(await taking('{"type":"integer","enum":[25.0,1e3]}')).toEqual([])
  })

  it('say in the message what contradicts what', async () => {
    expect(
      (await findingOf(toolTaking('{"type":"integer","enum":["1","2",3]}'), 'schema-enum-type')).message,
    ).toBe('2 of 3 enum values, e.g. "1", contradict the type integer.')
    expect((await findingOf(toolTaking('{"type":"integer","default":2.50}'), 'schema-default')).message).toBe(
      'The default 2.50 is a number, not integer.',
    )
  })

  it('of bounds leave room', async () => {
    for (const text of [
      '{"type":"integer","minimum":5,"maximum":4}',
      '{"type":"number","exclusiveMinimum":5,"maximum":5}',
      '{"type":"number","minimum":5,"exclusiveMaximum":5.0}',
      '{"type":"integer","minimum":9007199254740993,"maximum":9007199254740992}',
      '{"type":"string","minLength":3,"maxLength":2}',
      '{"type":"array","items":{},"minItems":3,"maxItems":2}',
    ]) {
      expect(await taking(text), text).toEqual(['warn schema-bounds'])
      expect(await requiring(text), text).toEqual(['error schema-bounds'])
    }
    for (const text of [
      '{"type":"number","minimum":5,"maximum":5.0}',
      '{"type":"string","minLength":2,"maxLength":2}',
    ]) {
      expect(await requiring(text), text).toEqual([])
    }
    const draft4 =
      '{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"x":{"type":"number","minimum":1,"maximum":1,"exclusiveMinimum":true}},"required":["x"]}'
    expect(await root(draft4)).toEqual(['error schema-bounds'])
  })

  it('by default are allowed ones', async () => {
    for (const text of [
      '{"type":"string","default":3}',
      '{"type":"string","default":null}',
      '{"enum":["a","b"],"default":"c"}',
      '{"const":"a","default":"b"}',
      '{"type":"integer","minimum":1,"default":0}',
      '{"type":"number","exclusiveMaximum":1,"default":1.0}',
      '{"type":"string","maxLength":1,"default":"ab"}',
      '{"type":"array","items":{},"minItems":1,"default":[]}',
    ]) {
      expect(await taking(text), text).toEqual(['warn schema-default'])
    }
    for (const text of [
      '{"type":"string","default":""}',
      '{"type":["string","null"],"default":null}',
      '{"type":"number","enum":[1,2],"default":1.0}',
      '{"type":"string","maxLength":1,"default":"😀"}',
    ]) {
      expect(await taking(text), text).toEqual([])
    }
  })
})

describe('references', () => {
  it('lead somewhere in the schema', async () => {
    expect(await taking('{"$ref":"#/$defs/none"}')).toEqual(['error schema-ref-unresolved'])
    expect(await taking('{"$ref":"https://example.com/schema.json"}')).toEqual(['warn schema-ref-remote'])
    expect(await taking('{"$ref":"other.json#/a"}')).toEqual(['warn schema-ref-remote'])
    expect(
      await root('{"type":"object","properties":{"x":{"$ref":"#/$defs/d"}},"$defs":{"d":{"type":"string"}}}'),
    ).toEqual([])
  })

  it('that lead back are noted', async () => {
    const tree =
      '{"type":"object","properties":{"x":{"$ref":"#/$defs/node"}},"$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"}}}}}'
    expect(await root(tree)).toEqual(['info schema-recursive'])
  })

  it('of many a schema are followed in bounded time', async () => {
    const definitions = Array.from(
      { length: 1500 },
      (_, at) => `"d${at}":{"$ref":"#/$defs/d${(at * 7 + 1) % 1500}"}`,
    )
    const started = performance.now()
    await root(`{"type":"object","$defs":{${definitions.join(',')}}}`)
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

describe('keywords', () => {
  it('are those of the draft', async () => {
    expect(await taking('{"type":"array","items":[{"type":"string"}]}')).toEqual(['warn schema-other-draft'])
    expect(await taking('{"type":"number","exclusiveMinimum":true}')).toEqual(['warn schema-other-draft'])
    expect(await taking('{"type":"string","nullable":true}')).toEqual(['warn schema-other-draft'])
    expect(await taking('{"type":"string","required":true}')).toEqual(['warn schema-other-draft'])
    expect(await taking('{"type":"string","example":"a"}')).toEqual(['info schema-other-draft'])
    expect(await root('{"type":"object","definitions":{}}')).toEqual([])
    const draft7 = (text: string) =>
      root(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"x":${text}}}`)
    expect(await draft7('{"type":"array","items":[{"type":"string"}]}')).toEqual([])
    expect(await draft7('{"type":"array","prefixItems":[{"type":"string"}]}')).toEqual([
      'warn schema-other-draft',
    ])
    expect(await draft7('{"type":"array","items":{},"unevaluatedItems":false}')).toEqual([
      'warn schema-other-draft',
    ])
  })

  it('are known ones', async () => {
    expect(await taking('{"type":"string","descripton":"x","x-note":1}')).toEqual([
      'info schema-keyword-unknown',
    ])
    expect(await taking('{"type":"string","__proto__":1}')).toEqual(['info schema-keyword-unknown'])
    expect(await taking('{"type":"string","format":"slug"}')).toEqual(['info schema-format-unknown'])
    expect(await taking('{"type":"string","format":"date-time"}')).toEqual([])
    expect(await taking('{"$dynamicRef":"#x"}')).toEqual(['warn schema-keyword-unsupported'])
  })

  it('are read by the providers', async () => {
    const text = '{"type":"object","patternProperties":{"^a":{"type":"string"}}}'
    expect(await taking(text)).toEqual(['info provider-keyword-unread'])
    expect(await codesOf(toolTaking(text), { skip, providers: ['anthropic'] })).toEqual([])
  })

  it('hold patterns that can be run in linear time', async () => {
    for (const [pattern, code] of [
      ['^[a-z]{1,64}$', undefined],
      ['^(a+)+$', undefined],
      ['[\\\\w-.]+', undefined],
      ['(?=a)b', 'schema-pattern-unsupported'],
      ['(?<!a)b', 'schema-pattern-unsupported'],
      ['(a)\\\\1', 'schema-pattern-unsupported'],
      ['(?<n>a)\\\\k<n>', 'schema-pattern-unsupported'],
      ['a{1,5000}', 'schema-pattern-unsupported'],
      ['((a{999}){999}){999}', 'schema-pattern-unsupported'],
      ['\\\\p{ASCII}', 'schema-pattern-unsupported'],
      ['[a', 'schema-pattern-invalid'],
      ['(?P<n>a)', 'schema-pattern-invalid'],
      ['(?i)a', 'schema-pattern-invalid'],
      ['\\\\Aa\\\\z-\\\\_', 'schema-pattern-invalid'],
    ] as const) {
      expect(await taking(`{"type":"string","pattern":"${pattern}"}`), pattern).toEqual(
        code === undefined ? [] : [`warn ${code}`],
      )
    }
    expect(
      (await findingOf(toolTaking('{"type":"string","pattern":"a{1,5000}"}'), 'schema-pattern-unsupported'))
        .message,
    ).toBe('The pattern "a{1,5000}" repeats more than 1,000 times.')
    expect(await taking(`{"type":"string","pattern":"${'(a|'.repeat(3000)}${')'.repeat(3000)}"}`)).toEqual([
      'warn schema-pattern-unsupported',
    ])
  })
})

describe('limits', () => {
  it('of names of parameters', async () => {
    const text =
      '{"type":"object","properties":{"filter[id]":{"type":"object","properties":{"$top":{"type":"string"}}},"$top":{"type":"string"}}}'
    expect(
      await findingOf(toolWith({ inputSchema: schemaOf(text) }), 'parameter-name-refused'),
    ).toMatchObject({
      where: 'inputSchema/properties/filter[id]',
      places: 2,
      message: 'The parameter name "filter[id]" is refused by anthropic.',
    })
  })

  it('of size', async () => {
    const values = Array.from({ length: 1001 }, (_, at) => at).join(',')
    expect(await taking(`{"enum":[${values}]}`)).toEqual(['info schema-too-large'])
    const deep = `${'{"type":"object","properties":{"a":'.repeat(11)}{"type":"string"}${'}}'.repeat(11)}`
    expect(await root(deep)).toEqual(['info schema-too-large'])
    expect(await root(deep.replace('{"type":"object","properties":{"a":', '').slice(0, -2))).toEqual([])
  })
})
