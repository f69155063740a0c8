import {
  type Alias,
  Composer,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  type Scalar,
} from 'yaml'
import { emptyObject, isJsonObject, type JsonArray, type JsonValue, numberOf } from '../../text/json.js'

/** Where and why a text is not one YAML document that JSON can hold. */
export interface YamlFault {
  readonly code:
    | 'yaml-broken'
    | 'yaml-too-large'
    | 'yaml-too-deep'
    | 'yaml-bomb'
    | 'yaml-tag'
    | 'yaml-alias'
    | 'yaml-key'
    | 'yaml-duplicate-key'
    | 'yaml-prototype-key'
    | 'yaml-several-documents'
  /** One sentence. */
  readonly reason: string
  /** UTF-16 code units from the start. */
  readonly at: number
}

export type YamlReading =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'fault'; readonly fault: YamlFault }

export interface YamlLimits {
  /** Deepest nesting of mappings and sequences. */
  readonly maxDepth: number
  /** Longest text. Reading takes about 1 s and 40 MB of memory per MiB. */
  readonly maxLength: number
}

/**
 * Most tokens of the library's lexer. A description of 26 MB has 4.7 million; a list of nothing but commas has one in
 * every character, and 300 bytes of memory for each.
 */
const MAX_TOKENS = 7_000_000

/**
 * A document may grow to ten times its length (and 1 MiB) when its aliases are written out. A "billion laughs" text
 * grows tenfold with every line.
 */
const MAX_GROWTH = 10
const FREE_GROWTH = 1 << 20

/**
 * Reads one YAML 1.2 document as the data of JSON: numbers keep their spelling, keys are texts as written (`200:` is
 * "200"), merge keys (`<<`) are carried out, aliases are written out within a bound. Tags other than those of the core
 * schema, keys that are no texts, repeated keys, the key `__proto__`, and aliases to what encloses them are faults. Never throws on a text.
 */
export function parseYaml(text: string, limits: YamlLimits): YamlReading {
  try {
    return { kind: 'value', value: read(text, limits) }
  } catch (error) {
    if (!(error instanceof YamlStop)) throw error
    return { kind: 'fault', fault: { code: error.code, reason: error.message, at: error.at } }
  }
}

/** Carries a fault out of the recursion; it never leaves this file. */
class YamlStop extends Error {
  readonly code: YamlFault['code']
  readonly at: number

  constructor(code: YamlFault['code'], at: number, reason: string) {
    super(reason)
    this.code = code
    this.at = at
  }
}

function read(text: string, { maxDepth, maxLength }: YamlLimits): JsonValue {
  if (text.length > maxLength) {
    const mebibytes = Math.round(maxLength / 1024 / 1024)
    throw new YamlStop('yaml-too-large', 0, `The YAML text is longer than ${mebibytes} MiB.`)
  }
  const options = { version: '1.2', schema: 'core', uniqueKeys: false, merge: false } as const
  const composer = new Composer({ ...options, prettyErrors: false, logLevel: 'silent' })
  const [document, second] = [...composer.compose(tokensOf(text, maxDepth))]
  if (document === undefined) throw new YamlStop('yaml-broken', 0, 'The text is empty.')
  const [error] = document.errors
  if (error !== undefined) throw new YamlStop('yaml-broken', error.pos[0], sentence(error.message))
  if (second !== undefined) {
    throw new YamlStop('yaml-several-documents', second.range[0], 'The text holds several YAML documents.')
  }
  return new ValueBuilder(FREE_GROWTH + MAX_GROWTH * text.length, maxDepth).document(document.contents)
}

/** The parser keeps its own stack, the composer after it recurses: nesting is bounded in between. */
function* tokensOf(text: string, maxDepth: number) {
  const parser = new Parser()
  let count = 0
  let at = 0
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > MAX_TOKENS)
      throw new YamlStop('yaml-too-large', at, `The YAML text has over ${MAX_TOKENS} tokens.`)
    yield* parser.next(lexeme)
    // A mapping in a mapping may stand two levels up the stack, for the document and for a scalar.
    if (parser.stack.length > maxDepth + 2) throw new YamlStop('yaml-too-deep', at, tooDeep(maxDepth))
    at += lexeme.length
  }
  yield* parser.end()
}

interface Built {
  readonly value: JsonValue
  /** Length of the value when all aliases are written out: one for each node, and the characters of its texts. */
  readonly weight: number
  /** Nesting of mappings and sequences; 0 for a scalar. */
  readonly depth: number
}

const PROTOTYPE_KEY = 'The key "__proto__" is refused: in many programs it changes every object.'

const NOTHING: Built = { value: null, weight: 1, depth: 0 }

const CORE_TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
)

/** Turns the nodes of a document into values. */
class ValueBuilder {
  readonly #maxWeight: number
  readonly #maxDepth: number
  /** What an anchor stands for; `undefined` while it is being built. */
  readonly #anchors = new Map<string, Built | undefined>()

  constructor(maxWeight: number, maxDepth: number) {
    this.#maxWeight = maxWeight
    this.#maxDepth = maxDepth
  }

  document(node: unknown): JsonValue {
    return this.#build(node, 1).value
  }

  #build(node: unknown, depth: number): Built {
    if (node === null || node === undefined) return NOTHING
    if (isAlias(node)) return this.#alias(node, depth)
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) {
      throw new YamlStop('yaml-broken', 0, 'The document holds a node of an unknown kind.')
    }
    const at = node.range?.[0] ?? 0
    if (node.tag !== undefined && !CORE_TAGS.has(node.tag)) {
      throw new YamlStop('yaml-tag', at, `The tag "${node.tag}" stands for no data of JSON.`)
    }
    if (!isScalar(node) && depth > this.#maxDepth)
      throw new YamlStop('yaml-too-deep', at, tooDeep(this.#maxDepth))
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, undefined)
    const built = isScalar(node)
      ? scalar(node)
      : isSeq(node)
        ? this.#sequence(node.items, depth)
        : this.#mapping(node.items, depth)
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, built)
    return built
  }

  #alias(alias: Alias, depth: number): Built {
    const at = alias.range?.[0] ?? 0
    const target = this.#anchors.get(alias.source)
    if (target === undefined) {
      const what = this.#anchors.has(alias.source)
        ? 'stands inside what it refers to'
        : 'refers to no anchor before it'
      throw new YamlStop('yaml-alias', at, `The alias "*${alias.source}" ${what}.`)
    }
    if (depth + target.depth - 1 > this.#maxDepth) {
      throw new YamlStop('yaml-too-deep', at, tooDeep(this.#maxDepth))
    }
    return target
  }

  #sequence(items: readonly unknown[], depth: number): Built {
    const value: JsonValue[] = []
    let weight = 1
    let inner = 0
    for (const item of items) {
      const built = this.#build(item, depth + 1)
      value.push(built.value)
      weight = this.#sum(weight + built.weight, item)
      inner = Math.max(inner, built.depth)
    }
    return { value, weight, depth: inner + 1 }
  }

  #mapping(items: readonly unknown[], depth: number): Built {
    const value = emptyObject()
    const merges: { readonly built: Built; readonly at: number }[] = []
    let weight = 1
    let inner = 0
    for (const pair of items) {
      if (!isPair(pair)) throw new YamlStop('yaml-broken', 0, 'The document holds a node of an unknown kind.')
      const at = offsetOf(pair.key)
      if (isMergeKey(pair.key)) {
        const built = this.#build(pair.value, depth)
        merges.push({ built, at })
        inner = Math.max(inner, built.depth)
        weight = this.#sum(weight + built.weight, pair.key)
        continue
      }
      const key = this.#key(pair.key)
      if (key === '__proto__') throw new YamlStop('yaml-prototype-key', at, PROTOTYPE_KEY)
      if (key in value)
        throw new YamlStop('yaml-duplicate-key', at, `The key "${key}" stands twice in one mapping.`)
      const built = this.#build(pair.value, depth + 1)
      value[key] = built.value
      weight = this.#sum(weight + key.length + built.weight, pair.key)
      inner = Math.max(inner, built.depth)
    }
    for (const { built, at } of merges) mergeInto(value, built.value, at)
    return { value, weight, depth: inner + 1 }
  }

  #key(node: unknown): string {
    const target = isAlias(node) ? this.#alias(node, 1).value : undefined
    if (typeof target === 'string') return target
    if (node === null) return ''
    if (isScalar(node)) {
      if (node.anchor !== undefined) this.#anchors.set(node.anchor, scalar(node))
      return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value))
    }
    throw new YamlStop('yaml-key', offsetOf(node), 'A key of a mapping is not a text.')
  }

  #sum(weight: number, node: unknown): number {
    if (weight > this.#maxWeight) throw bomb(offsetOf(node))
    return weight
  }
}

function bomb(at: number): YamlStop {
  return new YamlStop(
    'yaml-bomb',
    at,
    `The aliases make the document more than ${MAX_GROWTH} times as long as it is.`,
  )
}

function tooDeep(maxDepth: number): string {
  return `Nesting is deeper than ${maxDepth}.`
}

function sentence(message: string): string {
  const [line = ''] = message.split('\n')
  return /[.!?]$/.test(line) ? line : `${line}.`
}

function offsetOf(node: unknown): number {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? (node.range?.[0] ?? 0) : 0
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN' && key.tag === undefined
}

/** Adds what a mapping lacks, from one mapping or from several, the earlier before the later. */
function mergeInto(target: { [key: string]: JsonValue }, merged: JsonValue, at: number): void {
  const sources: JsonArray = Array.isArray(merged) ? merged : [merged]
  for (const source of sources) {
    if (!isJsonObject(source)) {
      throw new YamlStop('yaml-broken', at, 'A merge key (<<) names something that is no mapping.')
    }
    for (const [key, value] of Object.entries(source)) if (!(key in target)) target[key] = value
  }
}

function scalar(node: Scalar): Built {
  const { value, source } = node
  if (typeof value === 'string') return { value, weight: 1 + value.length, depth: 0 }
  if (typeof value === 'boolean' || value === null) return { value, weight: 1, depth: 0 }
  const text = source ?? String(value)
  return {
    value: typeof value === 'number' ? yamlNumber(text) : text,
    weight: 1 + text.length,
    depth: 0,
  }
}

const DECIMAL = /^([-+]?)([0-9]*)(\.[0-9]*)?([eE][-+]?[0-9]+)?$/

/**
 * The number of a spelling of YAML's core schema, digits kept where it is decimal. Infinities and not-a-number, which
 * JSON lacks, stay texts.
 */
function yamlNumber(text: string): JsonValue {
  if (/^0[xo]/.test(text)) return numberOf(BigInt(text).toString())
  const match = DECIMAL.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', fraction = '', exponent = ''] = match
  const digits = whole.replace(/^0+(?=[0-9])/, '') || '0'
  return numberOf((sign === '-' ? '-' : '') + digits + (fraction === '.' ? '' : fraction) + exponent)
}
