import type { SchemaContext } from './keyword.js'
import { arrayChecks } from './keywords/arrays.js'
import { branchChecks } from './keywords/branches.js'
import { formatCheck } from './keywords/format.js'
import { type MemberChecks, memberChecks } from './keywords/members.js'
import { numberChecks } from './keywords/numbers.js'
import { objectChecks } from './keywords/objects.js'
import { referenceChecks } from './keywords/references.js'
import { stringChecks } from './keywords/strings.js'
import { typeCheck } from './keywords/type.js'
import { closingCheck, unevaluatedChecks } from './keywords/unevaluated.js'
import { constCheck, enumCheck } from './keywords/values.js'
import type { Check, NodeChecks } from './schema-node.js'

const TYPE = 1
const VALUES = 2
const NUMBERS = 4
const STRINGS = 8
const OBJECTS = 16
const MEMBERS = 32
const ARRAYS = 64
const REFERENCES = 128
const BRANCHES = 256
const UNEVALUATED = 512

/** Which makers a keyword concerns; most schemas have two or three keywords, and most makers nothing to do. */
const FAMILIES: ReadonlyMap<string, number> = new Map<string, number>([
  ['type', TYPE],
  ...family(VALUES, ['enum', 'const']),
  ...family(NUMBERS, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']),
  ...family(STRINGS, ['minLength', 'maxLength', 'pattern', 'format']),
  ...family(OBJECTS, ['required', 'minProperties', 'maxProperties', 'propertyNames', 'dependentRequired']),
  ['properties', OBJECTS | MEMBERS],
  ...family(MEMBERS, ['patternProperties', 'additionalProperties']),
  ...family(ARRAYS, ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']),
  ...family(REFERENCES, ['$ref', '$dynamicRef', '$recursiveRef']),
  ...family(BRANCHES, ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas']),
  ['dependencies', OBJECTS | BRANCHES],
  ...family(UNEVALUATED, ['unevaluatedProperties', 'unevaluatedItems']),
])

function family(bit: number, keywords: readonly string[]): readonly [string, number][] {
  return keywords.map((keyword) => [keyword, bit])
}

function familiesOf({ schema }: SchemaContext): number {
  let families = 0
  for (const keyword of Object.keys(schema)) families |= FAMILIES.get(keyword) ?? 0
  return families
}

const NONE: readonly Check[] = []
const NO_MEMBERS: MemberChecks = { inPlace: undefined, alone: undefined }

/** All checks of one schema, in the order in which they are looked at: cheap ones first, unevaluated members last. */
export function checksOf(context: SchemaContext): NodeChecks {
  const families = familiesOf(context)
  const references = families & REFERENCES ? referenceChecks(context) : NONE
  // Up to draft 7 a reference stands for the whole schema around it.
  const isReference = context.site.resource.dialect.isLegacy && references.length > 0
  if (isReference) return shared(context, { checks: references, asksSeen: false })
  const branches = families & BRANCHES ? branchChecks(context) : NONE
  const unevaluated = families & UNEVALUATED ? unevaluatedChecks(context) : NONE
  const asksSeen = unevaluated.length > 0
  const before = valueChecks(context, families)
  const arrays = families & ARRAYS ? arrayChecks(context) : NONE
  const { inPlace, alone } = families & MEMBERS ? memberChecks(context) : NO_MEMBERS
  const list = (members: Check | undefined): readonly Check[] => [
    ...before,
    ...present(members),
    ...arrays,
    ...references,
    ...branches,
    ...unevaluated,
  ]
  const checks = list(inPlace)
  if (references.length + branches.length > 0) return shared(context, { checks, asksSeen })
  return { checks, checksAlone: inPlace === alone ? checks : list(alone), closing: undefined, asksSeen }
}

/** Of a schema with others in place: which properties they declare together shows only when they are applied. */
function shared(
  context: SchemaContext,
  { checks, asksSeen }: Pick<NodeChecks, 'checks' | 'asksSeen'>,
): NodeChecks {
  const closing = context.strictness.closedObjects ? closingCheck(context) : undefined
  return { checks, checksAlone: checks, closing, asksSeen }
}

function valueChecks(context: SchemaContext, families: number): readonly Check[] {
  return [
    ...(families & TYPE ? present(typeCheck(context)) : NONE),
    ...(families & VALUES ? [...present(enumCheck(context)), ...present(constCheck(context))] : NONE),
    ...(families & NUMBERS ? numberChecks(context) : NONE),
    ...(families & STRINGS ? [...stringChecks(context), ...present(formatCheck(context))] : NONE),
    ...(families & OBJECTS ? objectChecks(context) : NONE),
  ]
}

function present(check: Check | undefined): readonly Check[] {
  return check === undefined ? NONE : [check]
}

/** Of a schema without keywords of its own. */
export function plainChecks(checks: readonly Check[]): NodeChecks {
  return { checks, checksAlone: checks, closing: undefined, asksSeen: false }
}
