import { isJsonObject, type JsonValue } from '../../text/json.js'

/**
 * Whose rules a schema follows. `unstated` is for schemas that do not say: 2020-12, and what writers of such schemas
 * mean by `nullable`.
 */
export type Draft = '2020-12' | '2019-09' | 'draft-07' | 'draft-06' | 'draft-04' | 'openapi-3.0' | 'unstated'

/** The rules of a draft, or of a meta-schema that takes part of one. */
export interface Dialect {
  readonly draft: Draft
  /** Keywords that assert or apply; all others are passed over. */
  readonly keywords: ReadonlySet<string>
  /** `$id`, or `id` in draft 4. */
  readonly idKeyword: '$id' | 'id'
  /** Up to draft 7 nothing beside `$ref` counts, and `$id: "#name"` is an anchor. */
  readonly isLegacy: boolean
  /** Whether `format` asserts, by its meta-schema. */
  readonly assertsFormats: boolean
}

const REFERENCES = ['$ref']
const VALIDATION_4 = [
  ...['type', 'enum', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems'],
  ...['maxProperties', 'minProperties', 'required'],
]
const APPLICATOR_4 = [
  ...['additionalItems', 'items', 'additionalProperties', 'properties', 'patternProperties', 'dependencies'],
  ...['allOf', 'anyOf', 'oneOf', 'not'],
]
const DRAFT_4 = [...REFERENCES, ...VALIDATION_4, ...APPLICATOR_4, 'format']
const DRAFT_6 = [...DRAFT_4, 'const', 'contains', 'propertyNames']
const DRAFT_7 = [...DRAFT_6, 'if', 'then', 'else']
const SINCE_2019 = [
  ...['dependentRequired', 'dependentSchemas', 'unevaluatedItems', 'unevaluatedProperties'],
  ...['maxContains', 'minContains'],
]
const DRAFT_2019 = [...DRAFT_7, ...SINCE_2019, '$recursiveRef']
const DRAFT_2020 = [...DRAFT_7, ...SINCE_2019, 'prefixItems', '$dynamicRef']

function dialect(
  draft: Draft,
  keywords: readonly string[],
  parts: Partial<Omit<Dialect, 'draft' | 'keywords'>> = {},
): Dialect {
  return {
    draft,
    keywords: new Set(keywords),
    idKeyword: '$id',
    isLegacy: false,
    assertsFormats: false,
    ...parts,
  }
}

const DIALECTS: Readonly<Record<Draft, Dialect>> = {
  '2020-12': dialect('2020-12', DRAFT_2020),
  '2019-09': dialect('2019-09', DRAFT_2019),
  'draft-07': dialect('draft-07', DRAFT_7, { isLegacy: true }),
  'draft-06': dialect('draft-06', DRAFT_6, { isLegacy: true }),
  'draft-04': dialect('draft-04', DRAFT_4, { isLegacy: true, idKeyword: 'id' }),
  'openapi-3.0': dialect('openapi-3.0', [...DRAFT_4, 'nullable'], { isLegacy: true, idKeyword: 'id' }),
  unstated: dialect('unstated', [...DRAFT_2020, '$recursiveRef', 'nullable']),
}

export function dialectOf(draft: Draft): Dialect {
  return DIALECTS[draft]
}

const DRAFT_OF_ADDRESS: ReadonlyMap<string, Draft> = new Map([
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
  ['json-schema.org/draft-06/schema', 'draft-06'],
  ['json-schema.org/draft-04/schema', 'draft-04'],
  ['json-schema.org/schema', '2020-12'],
  ['spec.openapis.org/oas/3.1/dialect/base', '2020-12'],
])

/** The draft that a value of `$schema` names; undefined for one that is not known. */
export function draftOfAddress(address: string): Draft | undefined {
  return DRAFT_OF_ADDRESS.get(address.replace(/^https?:\/\//, '').replace(/#$/, ''))
}

/**
 * The dialect of a schema whose `$schema` names a meta-schema of its user's: the keywords of the vocabularies that the
 * meta-schema lists. Undefined when it lists none.
 */
export function dialectOfMetaSchema(metaSchema: JsonValue): Dialect | undefined {
  if (!isJsonObject(metaSchema)) return undefined
  const { $schema, $vocabulary } = metaSchema
  const draft = typeof $schema === 'string' ? draftOfAddress($schema) : undefined
  if (draft === undefined || !isJsonObject($vocabulary)) return undefined
  const names = Object.keys($vocabulary).map((address) => address.slice(address.lastIndexOf('/') + 1))
  const base = DIALECTS[draft]
  return {
    ...base,
    keywords: new Set([...base.keywords].filter((keyword) => names.includes(vocabularyOf(keyword, draft)))),
    assertsFormats: names.includes('format-assertion') || $vocabulary[FORMATS_OF_2019] === true,
  }
}

/** The one vocabulary of formats in 2019-09; it asserts where it is required. */
const FORMATS_OF_2019 = 'https://json-schema.org/draft/2019-09/vocab/format'

function vocabularyOf(keyword: string, draft: Draft): string {
  // Whether a format asserts is told apart from its vocabulary's name.
  if (keyword.startsWith('$') || keyword === 'format') return 'core'
  if (VALIDATION_KEYWORDS.has(keyword)) return 'validation'
  return keyword.startsWith('unevaluated') && draft !== '2019-09' ? 'unevaluated' : 'applicator'
}

const VALIDATION_KEYWORDS: ReadonlySet<string> = new Set([
  ...VALIDATION_4,
  ...['const', 'dependentRequired', 'maxContains', 'minContains'],
])
