import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../text/json.js'
import { printable } from '../../../text/printable.js'
import { defineToolRule, type PlacedFault } from '../rule.js'
import { referencesOf } from '../schema/references.js'
import { isNumber, SCHEMA_TYPES } from '../schema/values.js'
import { MAX_SCHEMA_DEPTH, type SchemaNode } from '../schema/walk.js'
import type { SchemaSubject } from '../subject.js'

/** Whether the schema is one at all, and describes an object of arguments. */
export const schemaShape = defineToolRule({
  codes: [
    {
      code: 'schema-not-object',
      severities: ['error'],
      means: 'The root of the schema does not describe an object, so no call can carry arguments.',
      fix: 'Give the root `"type": "object"`; wrap a single value in a property.',
    },
    {
      code: 'schema-root-untyped',
      severities: ['warn'],
      means: 'The root of the schema has no `type`; OpenAI and Anthropic refuse such a tool.',
      fix: 'Add `"type": "object"` at the root.',
    },
    {
      code: 'schema-root-combinator',
      severities: ['warn'],
      means:
        'The root uses a keyword that a provider refuses there (`oneOf`, `anyOf`, `allOf`, `enum`, `not`).',
      fix: 'Merge the alternatives into one object, or move them below a property.',
    },
    {
      code: 'schema-invalid',
      severities: ['error'],
      means: 'A keyword holds a value that JSON Schema does not allow (e.g. `properties` that is no object).',
      fix: 'Correct the keyword; validators and providers refuse the schema as it is.',
    },
    {
      code: 'schema-type-unknown',
      severities: ['error'],
      means: 'A `type` that JSON Schema does not have, such as `float`, `dict` or `any`.',
      fix: 'Use null, boolean, string, number, integer, array or object; leave `type` out where anything fits.',
    },
    {
      code: 'schema-too-deep',
      severities: ['warn'],
      means: `Schemas nest deeper than ${MAX_SCHEMA_DEPTH}; what lies below was not looked at.`,
      fix: 'Flatten the schema, or name its parts under `$defs`.',
    },
  ],
  check({ input }, report, { providers }) {
    checkRoot(input, report)
    checkShape(input, report)
    for (const pointer of input.walk.tooDeep) {
      report({
        code: 'schema-too-deep',
        where: input.where + pointer,
        message: `Schemas nest deeper than ${MAX_SCHEMA_DEPTH}; what lies below was not looked at.`,
      })
    }
    for (const keyword of Object.keys(input.root)) {
      const refusing = providers.filter(({ refusedAtRoot }) => refusedAtRoot.includes(keyword))
      if (refusing.length === 0) continue
      report({
        code: 'schema-root-combinator',
        where: `inputSchema/${keyword}`,
        message: `"${keyword}" at the root of a schema is refused by ${refusing.map(({ id }) => id).join(' and ')}.`,
      })
    }
  },
})

/** Whether what a tool promises to return is described by a schema at all. Calls do not depend on it. */
export const outputSchema = defineToolRule({
  codes: [
    {
      code: 'output-schema-faulty',
      severities: ['warn'],
      means: 'The output schema is not valid, does not describe an object, or refers to nothing.',
      fix: 'Correct it; clients that check results by it refuse every result.',
    },
  ],
  check({ output }, report) {
    if (output === undefined) return
    const reportAs: Report = ({ where, message }) => report({ code: 'output-schema-faulty', where, message })
    checkRoot(output, reportAs)
    checkShape(output, reportAs)
    for (const { pointer, ref, target } of referencesOf(output.root, output.walk.nodes)) {
      if (target.kind !== 'missing') continue
      reportAs({
        code: 'schema-ref-unresolved',
        where: `outputSchema${pointer}/$ref`,
        message: `"${printable(ref, { maxLength: 80 })}" leads nowhere: ${target.reason}.`,
      })
    }
  },
})

type Report = (fault: PlacedFault) => void

function checkShape({ where, walk }: SchemaSubject, report: Report): void {
  for (const { pointer, reason } of walk.misfits) {
    report({ code: 'schema-invalid', where: where + pointer, message: `Not a schema: ${reason}.` })
  }
  for (const node of walk.nodes) checkKeywords(node, where, report)
}

function checkRoot({ where, root }: SchemaSubject, report: Report): void {
  const { type } = root
  if (type === undefined) {
    // A result may be described by its alternatives alone.
    if (where === 'inputSchema' && root.$ref === undefined) {
      report({ code: 'schema-root-untyped', where, message: 'The root of the schema has no "type".' })
    }
    return
  }
  if (type === 'object') return
  const mayBeObject = isJsonArray(type) && type.includes('object')
  report({
    code: mayBeObject ? 'schema-root-untyped' : 'schema-not-object',
    where,
    message: mayBeObject
      ? 'The root of the schema allows more than an object.'
      : `The root of the schema has type ${shown(type)}, not "object".`,
  })
}

type Shape = (value: JsonValue) => boolean

const isTextArray: Shape = (value) => isJsonArray(value) && value.every((item) => typeof item === 'string')
const isCount: Shape = (value) => isNumber(value) && Number(numberText(value)) >= 0 && isWhole(value)
const isText: Shape = (value) => typeof value === 'string'
const isFlag: Shape = (value) => typeof value === 'boolean'

/** What each plain keyword may hold, over all drafts: what an older draft allows is a matter of drafts, not of shape. */
const SHAPES: ReadonlyMap<string, { readonly fits: Shape; readonly wants: string }> = new Map([
  [
    'required',
    { fits: (value: JsonValue) => isTextArray(value) || isFlag(value), wants: 'an array of names' },
  ],
  ['enum', { fits: isJsonArray, wants: 'an array of values' }],
  ['pattern', { fits: isText, wants: 'a string' }],
  ['format', { fits: isText, wants: 'a string' }],
  ['$ref', { fits: isText, wants: 'a string' }],
  ['$schema', { fits: isText, wants: 'a string' }],
  ['$id', { fits: isText, wants: 'a string' }],
  ['title', { fits: isText, wants: 'a string' }],
  ['description', { fits: isText, wants: 'a string' }],
  ['minimum', { fits: isNumber, wants: 'a number' }],
  ['maximum', { fits: isNumber, wants: 'a number' }],
  ['exclusiveMinimum', { fits: (value: JsonValue) => isNumber(value) || isFlag(value), wants: 'a number' }],
  ['exclusiveMaximum', { fits: (value: JsonValue) => isNumber(value) || isFlag(value), wants: 'a number' }],
  [
    'multipleOf',
    {
      fits: (value: JsonValue) => isNumber(value) && Number(numberText(value)) > 0,
      wants: 'a number above 0',
    },
  ],
  ...[
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
    'minContains',
    'maxContains',
  ].map((keyword) => [keyword, { fits: isCount, wants: 'a whole number from 0' }] as const),
  ['uniqueItems', { fits: isFlag, wants: 'true or false' }],
  ['nullable', { fits: isFlag, wants: 'true or false' }],
])

function checkKeywords({ schema, pointer }: SchemaNode, where: string, report: Report): void {
  const at = where + pointer
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] as JsonValue // an own key
    const shape = SHAPES.get(keyword)
    if (shape !== undefined && !shape.fits(value)) {
      report({
        code: 'schema-invalid',
        where: `${at}/${keyword}`,
        message: `"${keyword}" holds ${shown(value)}, but wants ${shape.wants}.`,
      })
    }
  }
  if (schema.type !== undefined) checkType(schema, at, report)
}

function checkType(schema: JsonObject, at: string, report: Report): void {
  const { type } = schema
  const types: readonly JsonValue[] = isJsonArray(type) ? type : [type as JsonValue] // checked by the caller
  if (isJsonArray(type) && type.length === 0) {
    report({ code: 'schema-invalid', where: `${at}/type`, message: '"type" lists no type at all.' })
  }
  for (const [index, name] of types.entries()) {
    if (typeof name === 'string' && SCHEMA_TYPES.has(name)) {
      if (types.indexOf(name) === index) continue
      report({ code: 'schema-invalid', where: `${at}/type`, message: `"type" lists ${shown(name)} twice.` })
    } else if (typeof name === 'string') {
      report({
        code: 'schema-type-unknown',
        where: `${at}/type`,
        message: `JSON Schema has no type ${shown(name)}.`,
      })
    } else {
      report({
        code: 'schema-invalid',
        where: `${at}/type`,
        message: `"type" holds ${shown(name)}, not a name.`,
      })
    }
  }
}

function shown(value: JsonValue | undefined): string {
  if (typeof value === 'string') return `"${printable(value, { maxLength: 40 })}"`
  if (value === undefined) return 'nothing'
  if (isJsonArray(value)) return 'an array'
  return isJsonObject(value) ? 'an object' : numberText(value)
}

function numberText(value: JsonValue): string {
  return value !== null && typeof value === 'object' && 'text' in value ? String(value.text) : String(value)
}

function isWhole(value: JsonValue): boolean {
  return Number.isInteger(Number(numberText(value)))
}
