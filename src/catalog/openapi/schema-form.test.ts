import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataOf, jsonOf } from '../../../test/contract/described-tools.js'
import { emptyObject, type JsonValue } from '../../text/json.js'
import type { Dialect } from './document.js'
import { type Direction, isShortExample, MAX_NESTING, schemaForm } from './schema-form.js'

interface Options {
  readonly dialect?: Dialect
  readonly direction?: Direction
  readonly behind?: Readonly<Record<string, unknown>>
  readonly maxDepth?: number
}

/** The form of a schema, references left as they are, and what was told of it. */
function formOf(
  schema: unknown,
  options: Options = {},
): { readonly form: unknown; readonly faults: readonly string[] } {
  const faults: string[] = []
  const form = schemaForm(jsonOf(schema), {
    dialect: options.dialect ?? '3.0',
    direction: options.direction ?? 'input',
    place: 'at',
    ...(options.maxDepth === undefined ? {} : { maxDepth: options.maxDepth }),
    reference: (reference) => {
      const object = emptyObject()
      object.$ref = reference
      return object
    },
    behind: (reference) => {
      const schema = options.behind?.[reference]
      return schema === undefined ? undefined : jsonOf(schema)
    },
    fault: (code, what, place) => faults.push(`${code} ${place}: ${what}`),
  })
  return { form: dataOf(form), faults }
}

const form = (schema: unknown, options?: Options): unknown => formOf(schema, options).form

describe('schemaForm', () => {
  it('keeps what JSON Schema says', () => {
    const schema = {
      type: 'object',
      title: 'T',
      description: 'D',
      properties: { a: { type: 'string', enum: ['x', 'y'], pattern: '^x', minLength: 1, default: 'x' } },
      required: ['a'],
      additionalProperties: { type: 'integer', minimum: 0, multipleOf: 2 },
      patternProperties: { '^x-': { type: 'number' } },
      oneOf: [{ required: ['a'] }, { not: { required: ['a'] } }],
      anyOf: [{ type: 'object' }],
      allOf: [{ minProperties: 1 }],
    }
    expect(form(schema)).toEqual(schema)
  })
  it('keeps the keywords of 2020-12', () => {
    const schema = {
      type: ['array', 'null'],
      prefixItems: [{ const: 1 }],
      items: false,
      contains: { type: 'string' },
      minContains: 1,
      if: { maxItems: 1 },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { uniqueItems: true },
      else: { minItems: 2 },
      dependentSchemas: { a: { required: ['b'] } },
      dependentRequired: { a: ['b'] },
      propertyNames: { maxLength: 3 },
      unevaluatedProperties: false,
      exclusiveMinimum: 5,
      contentEncoding: 'base64',
    }
    expect(form(schema, { dialect: '3.1' })).toEqual(schema)
  })
  it('leaves out what says nothing of values', () => {
    const schema = {
      type: 'object',
      xml: { name: 'a' },
      externalDocs: { url: 'https://a.test' },
      discriminator: { propertyName: 'kind' },
      'x-internal': true,
      $id: 'https://a.test/schema',
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $anchor: 'a',
      $defs: { a: {} },
      definitions: { a: {} },
    }
    expect(form(schema)).toEqual({ type: 'object' })
  })
  it('keeps properties that are called like keywords', () => {
    const properties = {
      type: { type: 'string' },
      $ref: { type: 'string' },
      'x-a': { type: 'string' },
      required: { type: 'boolean' },
      example: { type: 'string' },
      constructor: { type: 'string' },
      id: { type: 'integer' },
      xml: { type: 'string' },
    }
    expect(form({ properties })).toEqual({ properties })
  })

  it('makes nullable a type', () => {
    expect(form({ type: 'string', nullable: true })).toEqual({ type: ['string', 'null'] })
    expect(form({ type: 'string', 'x-nullable': true }, { dialect: '2.0' })).toEqual({
      type: ['string', 'null'],
    })
    expect(form({ type: ['string', 'null'], nullable: true })).toEqual({ type: ['string', 'null'] })
    expect(form({ type: 'string', nullable: false })).toEqual({ type: 'string' })
    expect(form({ type: 'string', enum: ['a', null], nullable: true })).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    })
  })
  it('lets null in beside what has no type', () => {
    const integer = { type: 'integer' }
    expect(form({ oneOf: [{ type: 'string' }, integer], nullable: true, description: 'D' })).toEqual({
      description: 'D',
      anyOf: [{ oneOf: [{ type: 'string' }, integer] }, { type: 'null' }],
    })
    expect(form({ $ref: '#/a', nullable: true })).toEqual({ anyOf: [{ $ref: '#/a' }, { type: 'null' }] })
    expect(form({ description: 'anything', nullable: true })).toEqual({ description: 'anything' })
  })
  it('makes exclusive bounds numbers', () => {
    expect(form({ minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false })).toEqual({
      exclusiveMinimum: 1,
      maximum: 9,
    })
    expect(form({ exclusiveMinimum: true })).toEqual({})
    expect(form({ exclusiveMaximum: 3 }, { dialect: '3.1' })).toEqual({ exclusiveMaximum: 3 })
  })
  it('makes a file a binary text, a list of items prefixItems, dependencies their successors', () => {
    expect(form({ type: 'file' })).toEqual({ type: 'string', format: 'binary' })
    expect(form({ items: [{ type: 'string' }, { type: 'integer' }] })).toEqual({
      prefixItems: [{ type: 'string' }, { type: 'integer' }],
    })
    expect(form({ dependencies: { a: ['b'], c: { required: ['d'] } } })).toEqual({
      dependentRequired: { a: ['b'] },
      dependentSchemas: { c: { required: ['d'] } },
    })
  })
  it('takes null without quotes for the type of that name', () => {
    expect(form({ type: ['string', null] })).toEqual({ type: ['string', 'null'] })
  })
  it('writes booleans as schemas where properties are', () => {
    expect(form({ properties: { a: true, b: false } }, { dialect: '3.1' })).toEqual({
      properties: { a: {}, b: { not: {} } },
    })
    expect(form({ additionalProperties: false, items: true })).toEqual({
      additionalProperties: false,
      items: true,
    })
  })
  it('keeps short examples only', () => {
    expect(form({ example: 'a' })).toEqual({ examples: ['a'] })
    expect(form({ example: 'a'.repeat(257) })).toEqual({})
    expect(form({ examples: ['a', 1, 'b'.repeat(257)] }, { dialect: '3.1' })).toEqual({ examples: ['a', 1] })
    expect(form({ examples: { named: { value: 1 } } })).toEqual({})
    expect(form({ example: { $ref: '#/components/examples/a' } })).toEqual({})
    expect([isShortExample(null), isShortExample(''), isShortExample(0), isShortExample(false)]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('asks for no property that only the other side sends, before 3.1', () => {
    const schema = {
      properties: {
        id: { type: 'string', readOnly: true },
        key: { writeOnly: true },
        name: {},
        ref: { $ref: '#/r' },
      },
      required: ['id', 'key', 'name', 'ref'],
    }
    const behind = { '#/r': { readOnly: true } }
    expect(form(schema, { behind })).toMatchObject({ required: ['key', 'name'] })
    expect(form(schema, { behind, direction: 'output' })).toMatchObject({ required: ['id', 'name', 'ref'] })
    expect(form(schema, { behind, dialect: '3.1' })).toMatchObject({ required: ['id', 'key', 'name', 'ref'] })
    expect(form({ properties: { id: { readOnly: true } }, required: ['id'] })).not.toHaveProperty('required')
  })
  it('keeps beside a reference what describes; from 3.1 on, what decides too', () => {
    const schema = { $ref: '#/a', description: 'D', maxLength: 3 }
    expect(form(schema)).toEqual({ $ref: '#/a', description: 'D' })
    expect(form(schema, { dialect: '3.1' })).toEqual(schema)
    expect(form({ $dynamicRef: '#node' }, { dialect: '3.1' })).toEqual({ $ref: '#node' })
  })

  it.each([
    ['text', {}, 'at: A schema is neither an object nor a boolean'],
    [{ type: 5 }, {}, 'at.type: A "type" is neither'],
    [{ required: true }, {}, 'at.required: "required" is not a list of names'],
    [{ required: ['a', 5] }, { required: ['a'] }, 'at.required: "required" holds something'],
    [{ properties: [] }, {}, 'at.properties: "properties" is not a mapping'],
    [{ properties: { a: 'text' } }, { properties: { a: {} } }, 'at.properties.a: A schema is neither'],
    [{ allOf: {} }, {}, 'at.allOf: "allOf" is not a list'],
    [{ oneOf: [] }, {}, 'at.oneOf: "oneOf" is not a list'],
    [{ anyOf: [1] }, { anyOf: [{}] }, 'at.anyOf[0]: A schema is neither'],
    [{ enum: 'a' }, {}, 'at.enum: An "enum" is not a list'],
    [{ description: ['a'] }, {}, 'at.description: A "description" is not a text'],
  ])('tells of what is wrong in %j and where', (schema, expected, fault) => {
    const { form, faults } = formOf(schema)
    expect(form).toEqual(expected)
    expect(faults).toEqual([expect.stringContaining(`schema-unreadable ${fault}`)])
  })

  const nested = (depth: number): unknown =>
    depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } }
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  it('opens what is nested too deep, and says so', () => {
    const deep = form(nested(100))
    expect(depthOf(deep)).toBeLessThanOrEqual(MAX_NESTING + 2)
    expect(JSON.stringify(deep)).toContain('{"type":"object","$comment":"Left out: nested too deep."}')
    expect(form(nested(3), { maxDepth: 3 })).toEqual({
      type: 'object',
      properties: { a: { type: 'object', $comment: 'Left out: nested too deep.' } },
    })
    expect(form(nested(20))).toEqual(nested(20))
  })
  it('counts the levels that null adds', () => {
    const nullable = (depth: number): unknown =>
      depth === 0 ? {} : { nullable: true, properties: { a: nullable(depth - 1) } }
    expect(depthOf(form(nullable(100)))).toBeLessThanOrEqual(MAX_NESTING + 2)
  })
  it('leaves out data that is nested too deep', () => {
    const list = (depth: number): unknown => (depth === 0 ? 1 : [list(depth - 1)])
    expect(formOf({ default: list(100) })).toEqual({
      form: {},
      faults: [expect.stringContaining('"default" is nested too deep')],
    })
    expect(form({ example: list(20) })).toEqual({})
  })

  const anySchema = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.jsonValue({ maxDepth: 1 }),
      fc.dictionary(
        fc.constantFrom(
          ...[
            'type',
            'items',
            'properties',
            'required',
            'allOf',
            'not',
            'enum',
            'nullable',
            'example',
            'examples',
          ],
          ...[
            '$ref',
            'minimum',
            'exclusiveMinimum',
            'additionalProperties',
            'dependencies',
            'description',
            'x-a',
          ],
        ),
        fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 3 }), fc.boolean(), fc.string()),
        { maxKeys: 5 },
      ),
    ),
  })).schema
  it('takes any data without a crash, gives a schema, and changes nothing when done again', () => {
    fc.assert(
      fc.property(anySchema, fc.constantFrom<Dialect>('2.0', '3.0', '3.1'), (schema, dialect) => {
        const once = form(schema, { dialect }) as JsonValue
        expect(typeof once).toBe('object')
        expect(form(once, { dialect: '3.1' })).toEqual(
          form(form(once, { dialect: '3.1' }), { dialect: '3.1' }),
        )
      }),
      { numRuns: 500 },
    )
  })
})
