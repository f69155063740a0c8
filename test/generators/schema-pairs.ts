import { type RandomStream, randomStream } from '../../src/numeric/random.js'
import { isJsonObject, type JsonValue } from '../../src/text/json.js'

/** A schema and values near it, made from a seed: what it wants, what it almost wants, and anything. */
export interface SchemaPair {
  readonly schema: { readonly [keyword: string]: JsonValue }
  readonly values: readonly JsonValue[]
}

export type GeneratedDraft = '2020-12' | '2019-09' | 'draft-07'

/** Everything that these drafts share with each other and with other validators: no formats, no remote references. */
export function schemaPair(seed: number, draft: GeneratedDraft): SchemaPair {
  const random = randomStream(seed, `schema pair ${draft}`)
  const maker = new SchemaMaker(random, draft)
  return { schema: maker.root(), values: Array.from({ length: 8 }, () => anyValue(random, 3)) }
}

const NAMES = ['a', 'b', 'c', 'aa', 'b c']
const TYPES = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object']
const SCALARS: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  -1,
  1.5,
  '',
  'a',
  'ab',
  'abc',
  'b1',
  '😀',
]
const PATTERNS = ['a', '^a', 'b$', '^[ab]+$', '^a?b{1,2}', '\\d', '(a|b)c', '^.{2}$', '^\\S*$']

function pick<T>(random: RandomStream, values: readonly T[]): T {
  return values[random.below(values.length)] as T // below its length
}

function anyValue(random: RandomStream, levels: number): JsonValue {
  const kind = levels === 0 ? 0 : random.below(4)
  if (kind < 2) return pick(random, SCALARS)
  const count = random.below(4)
  if (kind === 2) return Array.from({ length: count }, () => anyValue(random, levels - 1))
  return Object.fromEntries(
    Array.from({ length: count }, () => [pick(random, NAMES), anyValue(random, levels - 1)]),
  )
}

type Make = (maker: SchemaMaker, levels: number) => JsonValue

const someOf = (least: number, make: Make): Make => {
  return (maker, levels) => Array.from({ length: least + maker.random.below(3) }, () => make(maker, levels))
}
const mapOf = (names: readonly string[], make: Make): Make => {
  return (maker, levels) =>
    Object.fromEntries(
      Array.from({ length: maker.random.below(3) }, () => [pick(maker.random, names), make(maker, levels)]),
    )
}
const schema: Make = (maker, levels) => maker.schema(levels - 1)
const count: Make = ({ random }) => random.below(4)
const bound: Make = ({ random }) => random.below(6) - 2
const value: Make = ({ random }) => anyValue(random, 2)
const names: Make = ({ random }) => NAMES.filter(() => random.below(4) === 0)
const types: Make = ({ random }) => {
  const one = pick(random, TYPES)
  return random.below(2) === 0 ? one : [...new Set([one, pick(random, TYPES)])]
}

const COMMON: readonly (readonly [string, Make])[] = [
  ['type', types],
  ['enum', someOf(1, value)],
  ['const', value],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name): [string, Make] => [
    name,
    bound,
  ]),
  ['multipleOf', ({ random }) => 1 + random.below(3)],
  ['minLength', count],
  ['maxLength', count],
  ['pattern', ({ random }) => pick(random, PATTERNS)],
  ['minItems', count],
  ['maxItems', count],
  ['uniqueItems', () => true],
  ['contains', schema],
  ['minProperties', count],
  ['maxProperties', count],
  ['required', names],
  ['properties', mapOf(NAMES, schema)],
  ['properties', mapOf(NAMES, schema)],
  ['patternProperties', mapOf(['a', '^b', 'c$', '\\s'], schema)],
  ['additionalProperties', schema],
  ['propertyNames', schema],
  ['allOf', someOf(1, schema)],
  ['anyOf', someOf(1, schema)],
  ['oneOf', someOf(1, schema)],
  ['not', schema],
  ['if', schema],
  ['then', schema],
  ['else', schema],
  ['$ref', (maker) => maker.reference()],
]

const LIST_ITEMS: readonly (readonly [string, Make])[] = [
  ['items', someOf(1, schema)],
  ['items', schema],
  ['additionalItems', schema],
]

const SINCE_2019: readonly (readonly [string, Make])[] = [
  ['minContains', count],
  ['maxContains', count],
  ['unevaluatedProperties', schema],
  ['unevaluatedItems', schema],
  ['dependentSchemas', mapOf(NAMES, schema)],
  ['dependentRequired', mapOf(NAMES, names)],
]

const KEYWORDS: Readonly<Record<GeneratedDraft, readonly (readonly [string, Make])[]>> = {
  'draft-07': [
    ...COMMON,
    ...LIST_ITEMS,
    ['dependencies', mapOf(NAMES, names)],
    ['dependencies', mapOf(NAMES, schema)],
  ],
  '2019-09': [...COMMON, ...LIST_ITEMS, ...SINCE_2019],
  '2020-12': [...COMMON, ['prefixItems', someOf(1, schema)], ['items', schema], ...SINCE_2019],
}

class SchemaMaker {
  readonly random: RandomStream
  readonly #draft: GeneratedDraft

  constructor(random: RandomStream, draft: GeneratedDraft) {
    this.random = random
    this.#draft = draft
  }

  root(): SchemaPair['schema'] {
    const [one, two] = [this.#definition(2), this.#definition(2)]
    if (this.#draft === 'draft-07') return { ...this.#definition(4), definitions: { one, two } }
    return { ...this.#object(4), $defs: { one, two: { ...two, $anchor: 'two' } } }
  }

  /** Without a reference of its own: validators overflow on a definition that is nothing but a reference to itself. */
  #definition(levels: number): SchemaPair['schema'] {
    return Object.fromEntries(Object.entries(this.#object(levels)).filter(([keyword]) => keyword !== '$ref'))
  }

  schema(levels: number): JsonValue {
    if (levels <= 0 || this.random.below(8) === 0) {
      return pick<JsonValue>(this.random, [true, true, false, { type: pick(this.random, TYPES) }])
    }
    return this.#object(levels)
  }

  #object(levels: number): SchemaPair['schema'] {
    const made: { [keyword: string]: JsonValue } = {}
    const keywords = KEYWORDS[this.#draft]
    for (let left = 1 + this.random.below(4); left > 0; left--) {
      const [keyword, make] = pick(this.random, keywords)
      made[keyword] = make(this, levels)
    }
    // Beside a reference nothing counts in draft 7, and validators differ on that.
    return this.#draft === 'draft-07' && '$ref' in made ? { $ref: made.$ref as JsonValue } : made
  }

  reference(): string {
    if (this.#draft === 'draft-07') return pick(this.random, ['#/definitions/one', '#/definitions/two'])
    return pick(this.random, ['#/$defs/one', '#/$defs/two', '#two'])
  }
}

/** What other validators read unlike the text of the draft; schemas that hold it are no fair comparison. */
export interface Dispute {
  /** Ajv 8.20 passes an empty array by `contains` beside a list of items. */
  readonly containsBesideList: boolean
  /** Ajv 8.20 takes no note of what an `if` without `then` and `else` has looked at. */
  readonly bareIf: boolean
  /**
   * Ajv 8.20 and @hyperjump/json-schema 1.18 count items that `contains` matched as looked at in 2019-09 too; there
   * `unevaluatedItems` names `items` and `additionalItems` alone.
   */
  readonly containsMarks: boolean
}

export function disputeOf(schema: JsonValue, draft: GeneratedDraft): Dispute {
  const held = [...objectsIn(schema)]
  const has = (keyword: string): boolean => held.some((object) => keyword in object)
  const unevaluated = has('unevaluatedItems') || has('unevaluatedProperties')
  return {
    containsBesideList: held.some(
      (object) => 'contains' in object && ('prefixItems' in object || Array.isArray(object.items)),
    ),
    bareIf: unevaluated && held.some((object) => 'if' in object && !('then' in object || 'else' in object)),
    containsMarks: draft === '2019-09' && has('contains') && has('unevaluatedItems'),
  }
}

function* objectsIn(value: JsonValue): Iterable<{ readonly [key: string]: JsonValue }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as { readonly [key: string]: JsonValue } // no exact numbers are generated
  for (const member of Object.values(value)) yield* objectsIn(member as JsonValue)
}

/** The schema with every pattern and half of the references beyond judgement, though what they ask stays the same. */
export function withGaps(schema: JsonValue, at = 0): JsonValue {
  if (Array.isArray(schema)) return schema.map((item: JsonValue, index) => withGaps(item, index))
  if (!isJsonObject(schema)) return schema
  const hidden = Object.keys(schema).map((keyword): [string, JsonValue] => {
    const value = schema[keyword] as JsonValue // an own key
    if (keyword === 'pattern') return [keyword, `(?=)${String(value)}`]
    if (keyword === '$ref' && at % 2 === 0) return [keyword, `https://elsewhere.example/${String(value)}`]
    if (keyword === 'patternProperties' && isJsonObject(value)) {
      return [
        keyword,
        Object.fromEntries(
          Object.keys(value).map((name) => [`(?=)${name}`, withGaps(value[name] ?? true, at + 1)]),
        ),
      ]
    }
    return [keyword, keyword === 'const' || keyword === 'enum' ? value : withGaps(value, at + 1)]
  })
  return Object.fromEntries(hidden)
}
