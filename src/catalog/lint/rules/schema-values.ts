import { isJsonArray, type JsonObject, type JsonValue, writeJson } from '../../../text/json.js'
import { escapedKey } from '../../../text/json-pointer.js'
import { printable } from '../../../text/printable.js'
import type { Severity } from '../finding.js'
import { defineToolRule, type PlacedFault } from '../rule.js'
import {
  compareNumbers,
  declaredTypes,
  describeType,
  fitsTypes,
  isNumber,
  lengthOf,
  valueKey,
} from '../schema/values.js'
import type { SchemaNode } from '../schema/walk.js'

/** Whether enums, defaults and bounds agree with each other. */
export const schemaValues = defineToolRule({
  codes: [
    {
      code: 'schema-enum-empty',
      severities: ['warn', 'error'],
      means: 'An `enum` without values; an error where a required parameter can take none.',
      fix: 'List the values or remove `enum`.',
    },
    {
      code: 'schema-enum-type',
      severities: ['warn', 'error'],
      means:
        '`enum` or `const` holds values that `type` forbids; an error where no value is left for a required parameter.',
      fix: 'Make the values and the type agree.',
    },
    {
      code: 'schema-enum-duplicate',
      severities: ['warn'],
      means: 'The same value stands twice in an `enum`.',
      fix: 'Remove one.',
    },
    {
      code: 'schema-default',
      severities: ['warn'],
      means: 'The `default` is a value that the schema itself refuses (type, enum or bounds).',
      fix: 'Correct the default; models copy it.',
    },
    {
      code: 'schema-bounds',
      severities: ['warn', 'error'],
      means:
        'A lower bound lies above its upper bound, so that no value fits; an error for a required parameter.',
      fix: 'Exchange or correct the bounds.',
    },
  ],
  check({ input }, report) {
    for (const node of input.walk.nodes) {
      const place = {
        schema: node.schema,
        at: input.where + node.pointer,
        empty: emptySeverity(node, input.root),
      }
      checkEnum(place, report)
      checkBounds(place, report)
      checkDefault(place, report)
    }
  },
})

type Report = (fault: PlacedFault) => void

interface Place {
  readonly schema: JsonObject
  readonly at: string
  /** Of a schema that no value fits. */
  readonly empty: Severity
}

/** Where every call must give the value, none is valid. */
function emptySeverity({ role, pointer, name }: SchemaNode, root: JsonObject): Severity {
  if (role === 'root') return 'error'
  const isParameter =
    role === 'property' && name !== undefined && pointer === `/properties/${escapedKey(name)}`
  return isParameter && isJsonArray(root.required) && root.required.includes(name) ? 'error' : 'warn'
}

function checkEnum({ schema, at, empty }: Place, report: Report): void {
  const types = declaredTypes(schema)
  if (types !== undefined && schema.const !== undefined && !fitsTypes(schema.const, types)) {
    report({
      code: 'schema-enum-type',
      severity: empty,
      where: `${at}/const`,
      message: `"const" is ${describeType(schema.const)}, but the type is ${types.join(' or ')}: no value fits.`,
    })
  }
  const values = schema.enum
  if (!isJsonArray(values)) return
  if (values.length === 0) {
    report({
      code: 'schema-enum-empty',
      severity: empty,
      where: `${at}/enum`,
      message: 'The enum has no values.',
    })
    return
  }
  const odd = types === undefined ? [] : values.filter((value) => !fitsTypes(value, types))
  if (odd.length > 0) {
    report({
      code: 'schema-enum-type',
      severity: odd.length === values.length ? empty : 'warn',
      where: `${at}/enum`,
      message:
        `${odd.length} of ${values.length} enum values, e.g. ${shown(odd[0])}, contradict the type ${types?.join(' or ')}` +
        (odd.length === values.length ? ': no value fits.' : '.'),
    })
  }
  const seen = new Set<string>()
  for (const value of values) {
    const key = valueKey(value)
    if (seen.has(key)) {
      report({
        code: 'schema-enum-duplicate',
        where: `${at}/enum`,
        message: `The enum lists ${shown(value)} twice.`,
      })
    }
    seen.add(key)
  }
}

const BOUNDS: readonly (readonly [low: string, high: string])[] = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
]

function checkBounds({ schema, at, empty }: Place, report: Report): void {
  for (const [low, high] of BOUNDS) {
    const least = schema[low]
    const most = schema[high]
    if (isNumber(least) && isNumber(most) && compareNumbers(least, most) > 0) {
      report({
        code: 'schema-bounds',
        severity: empty,
        where: `${at}/${low}`,
        message: `"${low}" is ${shown(least)}, above "${high}" ${shown(most)}: no value fits.`,
      })
    }
  }
  const { lower, upper } = numericBounds(schema)
  if (lower === undefined || upper === undefined) return
  const order = compareNumbers(lower.value, upper.value)
  if (order < 0 || (order === 0 && !lower.isOpen && !upper.isOpen)) return
  report({
    code: 'schema-bounds',
    severity: empty,
    where: `${at}/${lower.keyword}`,
    message: `"${lower.keyword}" ${shown(lower.value)} and "${upper.keyword}" ${shown(upper.value)} leave no number.`,
  })
}

interface NumericBound {
  readonly keyword: string
  readonly value: Parameters<typeof compareNumbers>[0]
  /** Whether the bound itself is left out. */
  readonly isOpen: boolean
}

/** The stricter of `minimum` and `exclusiveMinimum`, and of the maxima; draft-04's boolean form too. */
function numericBounds(schema: JsonObject): {
  readonly lower: NumericBound | undefined
  readonly upper: NumericBound | undefined
} {
  return {
    lower: bound(schema, { closed: 'minimum', open: 'exclusiveMinimum', stricter: 1 }),
    upper: bound(schema, { closed: 'maximum', open: 'exclusiveMaximum', stricter: -1 }),
  }
}

function bound(
  schema: JsonObject,
  { closed, open, stricter }: { readonly closed: string; readonly open: string; readonly stricter: 1 | -1 },
): NumericBound | undefined {
  const closedValue = schema[closed]
  const openValue = schema[open]
  const closedBound = isNumber(closedValue)
    ? { keyword: closed, value: closedValue, isOpen: openValue === true }
    : undefined
  if (!isNumber(openValue)) return closedBound
  const openBound = { keyword: open, value: openValue, isOpen: true }
  if (closedBound === undefined) return openBound
  return compareNumbers(openValue, closedBound.value) * stricter >= 0 ? openBound : closedBound
}

function checkDefault({ schema, at }: Place, report: Report): void {
  const value = schema.default
  if (value === undefined) return
  const fault = whyRefused(value, schema)
  if (fault === undefined) return
  report({ code: 'schema-default', where: `${at}/default`, message: `The default ${shown(value)} ${fault}.` })
}

function whyRefused(value: JsonValue, schema: JsonObject): string | undefined {
  const types = declaredTypes(schema)
  if (types !== undefined && !fitsTypes(value, types))
    return `is ${describeType(value)}, not ${types.join(' or ')}`
  const values = schema.enum
  if (isJsonArray(values) && values.length > 0) {
    const key = valueKey(value)
    if (
      !(schema.nullable === true && value === null) &&
      !values.some((allowed) => valueKey(allowed) === key)
    ) {
      return 'is not in the enum'
    }
  }
  if (schema.const !== undefined && valueKey(schema.const) !== valueKey(value)) return 'is not the constant'
  if (isNumber(value)) return numberFault(value, schema)
  if (typeof value === 'string') return sizeFault(lengthOf(value), schema, ['minLength', 'maxLength'])
  return isJsonArray(value) ? sizeFault(value.length, schema, ['minItems', 'maxItems']) : undefined
}

function numberFault(value: NumericBound['value'], schema: JsonObject): string | undefined {
  const { lower, upper } = numericBounds(schema)
  if (lower !== undefined) {
    const order = compareNumbers(value, lower.value)
    if (order < 0 || (order === 0 && lower.isOpen))
      return `lies below "${lower.keyword}" ${shown(lower.value)}`
  }
  if (upper !== undefined) {
    const order = compareNumbers(value, upper.value)
    if (order > 0 || (order === 0 && upper.isOpen))
      return `lies above "${upper.keyword}" ${shown(upper.value)}`
  }
  return undefined
}

function sizeFault(
  size: number,
  schema: JsonObject,
  [low, high]: readonly [low: string, high: string],
): string | undefined {
  const least = schema[low]
  const most = schema[high]
  if (isNumber(least) && compareNumbers(size, least) < 0) return `is shorter than "${low}" ${shown(least)}`
  if (isNumber(most) && compareNumbers(size, most) > 0) return `is longer than "${high}" ${shown(most)}`
  return undefined
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : printable(writeJson(value), { maxLength: 60 })
}
