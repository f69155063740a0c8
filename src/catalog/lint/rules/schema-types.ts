import { isJsonArray, isJsonObject, type JsonObject } from '../../../text/json.js'
import { escapedKey } from '../../../text/json-pointer.js'
import { printable } from '../../../text/printable.js'
import { defineToolRule, type PlacedFault } from '../rule.js'
import { declaredTypes, isText } from '../schema/values.js'
import type { SchemaNode } from '../schema/walk.js'

/** Whether every parameter says what it takes, and every required name is declared. */
export const schemaTypes = defineToolRule({
  codes: [
    {
      code: 'schema-type-missing',
      severities: ['warn'],
      means: 'A parameter says nothing of what it takes: no `type`, `enum`, `const`, `$ref` or combinator.',
      fix: 'Add a `type`.',
    },
    {
      code: 'schema-required-undeclared',
      severities: ['warn', 'error'],
      means:
        '`required` names a property that `properties` does not declare; an error at a root that forbids `additionalProperties`, since then no call is valid.',
      fix: 'Declare the property or take its name out of `required`.',
    },
    {
      code: 'schema-array-items',
      severities: ['warn'],
      means: 'An array does not say what its items are; OpenAI refuses it, and a model has to guess.',
      fix: 'Add `items`.',
    },
    {
      code: 'parameters-differ-by-case',
      severities: ['warn'],
      means:
        'Two properties of one object differ only by case or separators, such as `userId` and `user_id`.',
      fix: 'Keep one, or rename so that the difference is a word.',
    },
  ],
  check({ input }, report) {
    for (const node of input.walk.nodes) {
      const at = input.where + node.pointer
      checkType(node, at, report)
      checkRequired(node, at, report)
      checkNames(node.schema, at, report)
    }
  },
})

type Report = (fault: PlacedFault) => void

/** Any of them says what a value is. */
const TELLING = [
  'type',
  'enum',
  'const',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
]

function checkType({ schema, role }: SchemaNode, at: string, report: Report): void {
  if (role === 'property' && !TELLING.some((keyword) => schema[keyword] !== undefined)) {
    report({ code: 'schema-type-missing', where: at, message: 'The parameter has no type.' })
  }
  const tellsItems = ['items', 'prefixItems', '$ref', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'contains']
  if (
    declaredTypes(schema)?.includes('array') &&
    !tellsItems.some((keyword) => schema[keyword] !== undefined)
  ) {
    report({ code: 'schema-array-items', where: at, message: 'The array does not say what its items are.' })
  }
}

/** Keywords through which a schema may declare properties elsewhere. */
const ELSEWHERE = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'patternProperties',
]

function checkRequired({ schema, role }: SchemaNode, at: string, report: Report): void {
  const { required, properties } = schema
  if (!isJsonArray(required)) return
  // A branch that only requires, or leaves its type to others, speaks of properties declared elsewhere.
  if (properties === undefined && schema.type === undefined) return
  const declared = isJsonObject(properties) ? properties : undefined
  for (const name of required.filter(isText)) {
    if (declared !== undefined && Object.hasOwn(declared, name)) continue
    if (ELSEWHERE.some((keyword) => schema[keyword] !== undefined)) continue
    const isClosed = role === 'root' && schema.additionalProperties === false
    const quoted = `"${printable(name, { maxLength: 60 })}"`
    report({
      code: 'schema-required-undeclared',
      severity: isClosed ? 'error' : 'warn',
      where: `${at}/required`,
      message: isClosed
        ? `${quoted} is required but not declared, and other properties are forbidden: no call is valid.`
        : `${quoted} is required but not declared.`,
    })
  }
}

function checkNames(schema: JsonObject, at: string, report: Report): void {
  const { properties } = schema
  if (!isJsonObject(properties)) return
  const names = Object.keys(properties)
  if (names.length < 2) return
  const firstOf = new Map<string, string>()
  for (const name of names) {
    const key = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    if (key === '') continue
    const first = firstOf.get(key)
    if (first === undefined) {
      firstOf.set(key, name)
      continue
    }
    report({
      code: 'parameters-differ-by-case',
      where: `${at}/properties/${escapedKey(name)}`,
      message: `"${printable(first, { maxLength: 60 })}" and "${printable(name, { maxLength: 60 })}" differ only by case or separators.`,
    })
  }
}
