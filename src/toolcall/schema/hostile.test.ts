import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ExactNumber, type JsonValue, parseJson } from '../../text/json.js'
import {
  checkSchema,
  declaredTypes,
  defaultsOf,
  type SchemaCheck,
  type SchemaOptions,
  STRICT,
} from './check-schema.js'
import { coercionsOf } from './coercions.js'

const many = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at))

function nested(levels: number, wrap: (inner: JsonValue) => JsonValue, core: JsonValue): JsonValue {
  let value = core
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

/** Judged by processor time, so that a busy machine may take its time. */
vi.setConfig({ testTimeout: 120_000 })

/** Milliseconds of processor time that one check may take; the slowest takes a fifth of it. */
const BOUND_MS = 3_000

function judge(value: JsonValue, schema: JsonValue, options: SchemaOptions = STRICT): SchemaCheck {
  const start = process.cpuUsage()
  const result = checkSchema(value, schema, options)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1_000).toBeLessThan(BOUND_MS)
  return result
}

const codes = ({ verdict, faults, unsupported }: SchemaCheck): readonly string[] => [
  verdict,
  ...faults.map(({ code }) => code),
  ...unsupported.map(({ code }) => code),
]

describe('hostile schemas', () => {
  it('a pattern that backtracks', () => {
    const result = judge(`${'a'.repeat(50_000)}!`, { pattern: '^(a+)+$' })
    expect(codes(result)).toEqual(['invalid', 'pattern-mismatch'])
  })
  it('references that lead back to themselves', () => {
    expect(codes(judge(1, { $ref: '#' }))).toEqual(['undecided', 'depth-limit'])
    const loop = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }
    expect(codes(judge(1, { properties: { x: loop } }))).toEqual(['valid'])
    const { faults } = judge(
      { x: [1] },
      { properties: { x: { items: { $ref: '#/$defs/a' } } }, $defs: loop.$defs },
    )
    expect(faults).toMatchObject([{ code: 'depth-limit', path: '/x/0' }])
    expect(faults[0]?.schemaPath).toMatch(/^\/\$defs\/[ab]$/)
    expect(codes(judge(1, { allOf: [{ $ref: '#' }, { $ref: '#' }] }))).toEqual(['undecided', 'depth-limit'])
    expect(codes(judge(1, { not: { $ref: '#' } }))).toEqual(['undecided', 'depth-limit'])
  })
  it.each(['allOf', 'anyOf', 'oneOf'])('references that double 40 times under %s', (keyword) => {
    const defs: { [name: string]: JsonValue } = { d40: { type: 'integer' } }
    for (let at = 0; at < 40; at++) {
      const next = { $ref: `#/$defs/d${at + 1}` }
      defs[`d${at}`] = { [keyword]: [next, next] }
    }
    const value = keyword === 'anyOf' ? 'x' : 1
    expect(codes(judge(value, { $ref: '#/$defs/d0', $defs: defs }))).toEqual(['undecided', 'step-limit'])
  })
  it('a oneOf of 2,000', () => {
    const branch = (at: number): JsonValue => ({
      type: 'object',
      properties: { kind: { const: `k${at}` }, size: { type: 'integer' } },
      required: ['kind'],
    })
    const schema = { oneOf: many(2_000, branch) }
    expect(codes(judge({ kind: 'k1999', size: 1 }, schema))).toEqual(['valid'])
    const { faults } = judge({ kind: 'k5', size: 'x' }, schema)
    expect(faults.map(({ code }) => code)).toEqual(['no-branch'])
    const items = { items: schema }
    expect(
      judge(
        many(2_000, () => ({ kind: 'k' })),
        items,
      ).verdict,
    ).toBe('invalid')
  })
  it('nested deeper than anyone writes', () => {
    expect(
      codes(
        judge(
          { a: 1 },
          nested(100_000, (inner) => ({ properties: { a: inner } }), {}),
        ),
      ),
    ).toEqual(['undecided', 'schema-too-deep'])
    expect(
      codes(
        judge(
          1,
          nested(100_000, (inner) => ({ not: inner }), {}),
        ),
      ),
    ).toEqual(['undecided', 'schema-too-deep'])
    expect(
      codes(
        judge(
          1,
          nested(250, (inner) => ({ not: inner }), {}),
        ),
      ),
    ).toEqual(['valid'])
  })
  it('of a hundred thousand subschemas', () => {
    const schema = { allOf: many(100_000, () => ({})) }
    expect(codes(judge(1, schema))).toEqual(['undecided', 'schema-too-large'])
  })
  it('with thousands of patterns', () => {
    const patterns = Object.fromEntries(many(300, (at) => [`^(a|b)*x${at}`, { type: 'string' }]))
    const members = Object.fromEntries(many(2_000, (at) => [`key${at}`, at]))
    expect(judge(members, { patternProperties: patterns }).verdict).not.toBe('invalid')
    const schema = { allOf: many(1_000, (at) => ({ pattern: `^(a|b|c)+${'x?'.repeat(20)}${at}?$` })) }
    expect(judge('abc', schema).ok).toBe(false)
  })
  it('that ask for every script', () => {
    const scripts = [
      'Greek',
      'Latin',
      'Thai',
      'Han',
      'Cyrillic',
      'Arabic',
      'Hebrew',
      'Hangul',
      'Tamil',
      'Lao',
    ]
    const properties = scripts.flatMap((name) => [`Script=${name}`, `sc=${name}`, `scx=${name}`])
    const schema = { allOf: properties.map((name) => ({ pattern: `^\\p{${name}}*$` })) }
    expect(judge('', schema).unsupported.map(({ code }) => code)).toContain('pattern-too-large')
  })
  it('with a million values to choose from, asked again and again', () => {
    const schema = { items: { enum: many(200_000, (at) => `v${at}`) } }
    expect(
      judge(
        many(1_000, (at) => `w${at}`),
        schema,
      ).faults,
    ).toHaveLength(100)
    const required = { items: { required: many(200_000, (at) => `p${at}`) } }
    expect(
      judge(
        many(10_000, () => ({})),
        required,
      ).faults,
    ).toHaveLength(100)
  })
  it('that share and repeat themselves as objects', () => {
    const shared: JsonValue = { type: 'integer' }
    const doubled = nested(60, (inner) => ({ allOf: [inner, inner] }), shared)
    expect(codes(judge(1, doubled))).toEqual(['undecided', 'step-limit'])
  })
})

describe('hostile values', () => {
  it('nested 100,000 deep', () => {
    const deep = nested(100_000, (inner) => [inner], 1)
    expect(codes(judge(deep, { type: 'array' }))).toEqual(['valid'])
    const recursive = judge(deep, { type: 'array', items: { $ref: '#' } })
    expect(codes(recursive)).toEqual(['undecided', 'depth-limit'])
    expect(recursive.faults[0]?.path).toMatch(/^(\/0){100,400}$/)
    expect(codes(judge([deep, deep], { uniqueItems: true }))).toEqual(['undecided', 'depth-limit'])
    expect(codes(judge(deep, { enum: [[1]] }))).toEqual(['undecided', 'depth-limit'])
    expect(
      judge(
        nested(100_000, (inner) => ({ a: inner }), 1),
        { const: { a: [1] } },
      ).ok,
    ).toBe(false)
  })
  it('of 20,000 objects that must all differ', () => {
    const objects = many(20_000, (at) => ({ id: at, name: 'x'.repeat(20), tags: [at, at] }))
    expect(codes(judge(objects, { uniqueItems: true }))).toEqual(['valid'])
    const twice = [...objects, { tags: [7, 7], id: 7, name: 'x'.repeat(20) }]
    expect(judge(twice, { uniqueItems: true }).faults).toMatchObject([{ path: '/20000' }])
    // Spellings that canonical JSON writes alike, but that are not equal.
    const near = many(2_000, (at) => new ExactNumber(`0.1${'0'.repeat(20)}${at}1`))
    expect(codes(judge(near, { uniqueItems: true }))).toEqual(['valid'])
  })
  it('with numbers of a million digits', () => {
    const long = new ExactNumber('1'.repeat(1_000_000))
    expect(codes(judge(long, { type: 'integer', minimum: 5 }))).toEqual(['valid'])
    expect(codes(judge(long, { multipleOf: 3 }))).toEqual(['undecided', 'number-too-long'])
    expect(codes(judge(long, { oneOf: many(2_000, () => ({ type: 'integer', maximum: 1 })) }))).toEqual([
      'undecided',
      'step-limit',
    ])
    expect(codes(judge(new ExactNumber('1e999999999999999999999'), { maximum: 5 }))).toEqual([
      'invalid',
      'too-large',
    ])
  })
  it('with a million faults, or members', () => {
    expect(
      judge(
        many(1_000_000, () => 'x'),
        { items: { type: 'integer' } },
      ).faults,
    ).toHaveLength(100)
    const wide = Object.fromEntries(many(200_000, (at) => [`k${at}`, at]))
    expect(codes(judge(wide, { additionalProperties: { type: 'integer' } }))).toEqual(['valid'])
    expect(judge(wide, { properties: { a: {} } }).faults).toHaveLength(100)
    expect(
      judge({ ['k'.repeat(1_000_000)]: 1 }, { properties: { kk: {} } }).faults[0]?.message.length,
    ).toBeLessThan(200)
  })
  it('judged from far down a recursion', () => {
    const deep = nested(399, (inner) => ({ a: [inner] }), 1)
    const schema = {
      anyOf: [{ properties: { a: { items: { $ref: '#' } } } }, { not: { not: { $ref: '#' } } }],
    }
    const below = (levels: number): SchemaCheck =>
      levels === 0 ? checkSchema(deep, schema) : below(levels - 1)
    for (const levels of [0, 2_000, 5_000, 8_000]) expect(below(levels).verdict).toBe('undecided')
  })
})

describe('what neither can do', () => {
  it('is throw, or say more than the verdict allows', () => {
    const texts = ['{}', '[]', '1', '"x"', 'null', '{"a":{"b":[1,"x",null]}}', '{"type":"string","$ref":"#"}']
    const schemas = [
      ...texts,
      '{"$id":"%","$ref":"%25#%"}',
      '{"$id":"http://a/b","$ref":"//"}',
      '{"properties":{"":{"$ref":"#/properties/"}}}',
      '{"$dynamicRef":"#a","$dynamicAnchor":"a"}',
      '{"$recursiveRef":"#","$recursiveAnchor":true}',
      '{"$schema":5,"$id":{},"$anchor":[],"$defs":5}',
      '{"items":{"items":{"items":[]}}}',
    ]
    for (const value of texts) {
      for (const schema of schemas) {
        const [read, judgedBy] = [parseJson(value), parseJson(schema)]
        if (read.kind === 'fault' || judgedBy.kind === 'fault') throw new Error('the table holds JSON')
        const { verdict, ok, faults } = judge(read.value, judgedBy.value)
        expect(ok).toBe(verdict === 'valid')
        expect(faults.length > 0).toBe(
          verdict === 'invalid' || faults.some(({ code }) => code.endsWith('-limit')),
        )
      }
    }
  })
  it('holds for whatever stands under the keywords', () => {
    const keywords = [
      ...[
        'type',
        'enum',
        'const',
        'minimum',
        'exclusiveMaximum',
        'multipleOf',
        'minLength',
        'pattern',
        'format',
      ],
      ...[
        'items',
        'prefixItems',
        'additionalItems',
        'contains',
        'minContains',
        'uniqueItems',
        'unevaluatedItems',
      ],
      ...['properties', 'patternProperties', 'additionalProperties', 'required', 'propertyNames', 'nullable'],
      ...['dependencies', 'dependentRequired', 'dependentSchemas', 'unevaluatedProperties', 'allOf', 'anyOf'],
      ...['oneOf', 'not', 'if', 'then', 'else', '$ref', '$id', '$anchor', '$dynamicRef', '$dynamicAnchor'],
      ...['$recursiveRef', '$recursiveAnchor', '$defs', 'definitions', '$schema', 'id', 'default'],
    ]
    const words = fc.constantFrom<JsonValue>(
      '#',
      '#/$defs/a',
      'integer',
      '^a',
      'a',
      'date',
      0,
      -1,
      1.5,
      true,
      false,
      null,
    )
    const { schema } = fc.letrec<{ schema: JsonValue; any: JsonValue }>((tie) => ({
      schema: fc.dictionary(fc.constantFrom(...keywords), tie('any'), { maxKeys: 4 }),
      any: fc.oneof(
        { depthSize: 'small' },
        words,
        tie('schema'),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', '', '^a', '__proto__'), tie('any'), { maxKeys: 3 }),
      ),
    }))
    const value = fc.oneof(
      words,
      fc.array(words),
      fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), words),
    )
    const draft = fc.constantFrom('unstated', '2019-09', 'draft-07', 'draft-04', 'openapi-3.0')
    fc.assert(
      fc.property(schema, value, draft, (one, judged, rules) => {
        const options = { ...STRICT, assertsFormats: true, draft: rules as 'unstated', limits: FEW_STEPS } // as listed
        const { verdict, ok, faults, unsupported } = checkSchema(judged, one, options)
        expect(ok).toBe(verdict === 'valid')
        if (verdict === 'valid') expect(faults).toEqual([])
        else expect(faults.length + unsupported.length).toBeGreaterThan(0)
        coercionsOf(judged, one, options)
        expect(declaredTypes(one, 'a', options).size).toBeLessThanOrEqual(7)
        expect([...defaultsOf(one, options).values()].includes(undefined as never)).toBe(false) // never a hole
      }),
      { numRuns: Number(process.env.ASSAY_FUZZ_RUNS ?? 2_000) },
    )
  })
})

const FEW_STEPS = { maxSteps: 20_000 }
