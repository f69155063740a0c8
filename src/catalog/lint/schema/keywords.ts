/** The year-like order of JSON Schema drafts. */
export type Draft = 3 | 4 | 6 | 7 | 2019 | 2020

export interface Keyword {
  readonly from: Draft
  readonly until: Draft
  /** Whether a validator of another draft would let values through that the author meant to refuse. */
  readonly constrains: boolean
}

const LAST: Draft = 2020

function keywords(
  names: string,
  from: Draft,
  { until = LAST, constrains = true }: { readonly until?: Draft; readonly constrains?: boolean } = {},
): readonly (readonly [string, Keyword])[] {
  return names.split(' ').map((name) => [name, { from, until, constrains }])
}

/** Every keyword of the published drafts with the drafts that know it. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ...keywords('type properties patternProperties additionalProperties items required', 3),
  ...keywords('minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems uniqueItems', 3),
  ...keywords('pattern minLength maxLength enum format $ref', 3),
  ...keywords('$schema title description default', 3, { constrains: false }),
  ...keywords('additionalItems', 3, { until: 2019 }),
  ...keywords('dependencies', 3, { until: 7 }),
  ...keywords('extends disallow divisibleBy', 3, { until: 3 }),
  ...keywords('allOf anyOf oneOf not multipleOf minProperties maxProperties', 4),
  ...keywords('id', 3, { until: 4, constrains: false }),
  // Later drafts still find what `$ref` points at there.
  ...keywords('definitions', 4, { constrains: false }),
  ...keywords('const contains propertyNames', 6),
  ...keywords('$id examples', 6, { constrains: false }),
  ...keywords('if then else', 7),
  ...keywords('readOnly writeOnly $comment contentEncoding contentMediaType', 7, { constrains: false }),
  ...keywords('dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties', 2019),
  ...keywords('minContains maxContains $anchor', 2019),
  ...keywords('$defs deprecated contentSchema $vocabulary', 2019, { constrains: false }),
  ...keywords('$recursiveRef $recursiveAnchor', 2019, { until: 2019 }),
  ...keywords('prefixItems $dynamicRef $dynamicAnchor', 2020),
])

/** OpenAPI's own words inside a schema, and whether one of them constrains. */
export const OPENAPI_KEYWORDS: ReadonlyMap<string, boolean> = new Map([
  ['nullable', true],
  ['discriminator', false],
  ['xml', false],
  ['externalDocs', false],
  ['example', false],
  ['collectionFormat', false],
  ['allowEmptyValue', false],
])

/** Their meaning depends on the path by which a validator arrived; no model provider and few validators follow it. */
export const DYNAMIC_KEYWORDS: ReadonlySet<string> = new Set([
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
])

/** The draft that a `$schema` names; 2020-12 when it names none that is published, or is absent (as MCP has it). */
export function draftOf(schema: unknown): Draft {
  if (typeof schema !== 'string') return 2020
  const match = /draft-0?([3467])\b|draft\/(2019-09|2020-12)/.exec(schema)
  switch (match?.[1] ?? match?.[2]) {
    case '3':
      return 3
    case '4':
      return 4
    case '6':
      return 6
    case '7':
      return 7
    case '2019-09':
      return 2019
    default:
      return 2020
  }
}

export function draftName(draft: Draft): string {
  if (draft === 2020) return '2020-12'
  return draft === 2019 ? '2019-09' : `draft-0${draft}`
}

/** Formats of JSON Schema 2020-12 and of the OpenAPI registry that say something about a string or a number. */
export const FORMATS: ReadonlySet<string> = new Set(
  (
    'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri ' +
    'iri-reference uuid uri-template json-pointer relative-json-pointer regex ' +
    'int8 int16 int32 int64 uint8 uint16 uint32 uint64 single-int double-int float double decimal decimal128 ' +
    'byte base64url binary char password commonmark html http-date date-time-local time-local media-range sf-binary ' +
    'sf-boolean sf-decimal sf-integer sf-string sf-token'
  ).split(' '),
)
