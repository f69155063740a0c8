import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../text/json.js'

const probeKinds = ['parametric', 'mcq', 'qa'] as const
const itemSets = ['verbose', 'realistic', 'mcq', 'qa'] as const
const metrics = ['rc', 'rf', 'is', 'accuracy', 'balanced-accuracy'] as const
const measuredTiers = ['easy', 'medium', 'hard'] as const

/** A figure of one reference subject. */
export interface CardMeasure {
  readonly subject: string
  readonly probe: (typeof probeKinds)[number]
  readonly items: (typeof itemSets)[number]
  readonly metric: (typeof metrics)[number]
  readonly k?: number
  readonly tier?: (typeof measuredTiers)[number]
}

/** What a figure is expected to be. */
export type CardBound =
  | { readonly kind: 'atLeast'; readonly value: number }
  | { readonly kind: 'atMost'; readonly value: number }
  /** Beyond another figure by so much or more. */
  | { readonly kind: 'above'; readonly than: CardMeasure; readonly by: number }
  | { readonly kind: 'below'; readonly than: CardMeasure; readonly by: number }

export interface CardExpectation {
  readonly id: string
  readonly statement: string
  readonly measure: CardMeasure
  readonly bound: CardBound
  /** Whether it showed after training; undefined before. */
  readonly held?: boolean
}

/** How what is recalled is decoded. Absent members are those of `assay parametric`. */
export interface CardDecoding {
  readonly beams: number
  readonly maxNewTokens: number
  readonly rule: 'hf' | 'renormalised'
  readonly lengthPenalty: number
}

const USUAL: CardDecoding = { beams: 50, maxNewTokens: 64, rule: 'hf', lengthPenalty: 1 }

/** What of `card.json` calibration needs. Whatever else it holds is passed over. */
export interface ReferenceCard {
  readonly name: string
  readonly set: 'parametric' | 'ladder'
  readonly summary: string
  readonly tokens?: 'flat' | 'hier'
  readonly decoding: CardDecoding
  readonly expectations: readonly CardExpectation[]
  /** Figures that were seen when the card was closed, by expectation. */
  readonly observed: ReadonlyMap<string, { readonly value: number; readonly n?: number }>
  /** Absent until the model was trained. */
  readonly weights?: { readonly file: string; readonly sha256: string; readonly bytes: number }
}

const SCHEMA = 'assay.reference/1'

/** @throws {InputError} `card-invalid`, naming what is wrong. */
export function readCard(text: string, where: string): ReferenceCard {
  const reading = parseJson(text)
  if (reading.kind === 'fault') {
    throw invalid(`${where}, line ${reading.fault.line}`, `This is not valid JSON. ${reading.fault.reason}`)
  }
  const card = new Members(reading.value, where)
  if (card.text('schema') !== SCHEMA) throw invalid(where, `"schema" is not "${SCHEMA}".`)
  const name = card.name('name')
  const expectations = card.list('expectations').map((entry, at) => {
    const place = `${where}, expectation ${at + 1}`
    return expectationOf(new Members(entry, place), name)
  })
  const ids = new Set(expectations.map(({ id }) => id))
  if (ids.size < expectations.length) throw invalid(where, 'Two expectations have one id.')
  const tokens = card.optionalWord('tokens', ['flat', 'hier'] as const)
  const weights = card.optional('weights')
  return {
    name,
    set: card.word('set', ['parametric', 'ladder'] as const),
    summary: card.text('summary'),
    ...(tokens === undefined ? {} : { tokens }),
    decoding: card.optional('decoding') === undefined ? USUAL : decodingOf(card.inner('decoding')),
    expectations,
    observed: observedIn(card, where),
    ...(weights === undefined ? {} : { weights: weightsOf(new Members(weights, `${where}, weights`)) }),
  }
}

function decodingOf(entry: Members): CardDecoding {
  const whole = (key: 'beams' | 'maxNewTokens'): number => {
    const value = entry.optionalNumber(key) ?? USUAL[key]
    if (Number.isSafeInteger(value) && value >= 1 && value <= MOST) return value
    throw entry.fault(`"${key}" is no whole number from 1 to ${MOST}.`)
  }
  if ((entry.optional('system') ?? '') !== '')
    throw entry.fault('"system" is not read: no message stands before a query.')
  if ((entry.optionalFlag('earlyStopping') ?? false) !== false)
    throw entry.fault('"earlyStopping" is not false.')
  return {
    beams: whole('beams'),
    maxNewTokens: whole('maxNewTokens'),
    rule: entry.optionalWord('rule', ['hf', 'renormalised'] as const) ?? USUAL.rule,
    lengthPenalty: entry.optionalNumber('lengthPenalty') ?? USUAL.lengthPenalty,
  }
}

/** Above every beam and every output of reference subjects. */
const MOST = 1000

function expectationOf(entry: Members, own: string): CardExpectation {
  const held = entry.optionalFlag('held')
  return {
    id: entry.text('id'),
    statement: entry.text('statement'),
    measure: measureOf(entry.inner('measure'), own),
    bound: boundOf(entry.inner('expect'), own),
    ...(held === undefined ? {} : { held }),
  }
}

function measureOf(entry: Members, own: string): CardMeasure {
  const tier = entry.optionalWord('tier', measuredTiers)
  const k = entry.optionalNumber('k')
  const measure = {
    subject: entry.optional('subject') === undefined ? own : entry.name('subject'),
    probe: entry.word('probe', probeKinds),
    items: entry.word('items', itemSets),
    metric: entry.word('metric', metrics),
    ...(tier === undefined ? {} : { tier }),
  }
  const isRecall = measure.probe === 'parametric'
  const isDepth = k !== undefined && Number.isSafeInteger(k) && k >= 1
  if (isRecall !== isDepth) {
    throw entry.fault(
      isRecall ? '"k" is missing, the depth of recall.' : '"k" has no meaning for this probe.',
    )
  }
  return k === undefined ? measure : { ...measure, k }
}

function boundOf(entry: Members, own: string): CardBound {
  for (const kind of ['atLeast', 'atMost'] as const) {
    if (entry.optional(kind) !== undefined) return { kind, value: entry.number(kind) }
  }
  for (const kind of ['above', 'below'] as const) {
    if (entry.optional(kind) !== undefined) {
      return { kind, than: measureOf(entry.inner(kind), own), by: entry.number('by') }
    }
  }
  throw entry.fault('It has none of "atLeast", "atMost", "above" and "below".')
}

function observedIn(card: Members, where: string): ReferenceCard['observed'] {
  if (card.optional('observed') === undefined) return new Map()
  return new Map(
    card.list('observed').map((entry, at) => {
      const one = new Members(entry, `${where}, observed ${at + 1}`)
      const n = one.optionalNumber('n')
      return [one.text('id'), { value: one.number('value'), ...(n === undefined ? {} : { n }) }]
    }),
  )
}

function weightsOf(entry: Members): NonNullable<ReferenceCard['weights']> {
  const file = entry.text('file')
  const sha256 = entry.text('sha256').toLowerCase()
  if (!/^[\w][\w.-]*$/.test(file)) throw entry.fault('"file" is no plain name of a file beside the card.')
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw entry.fault('"sha256" is no 64 hex digits.')
  return { file, sha256, bytes: entry.number('bytes') }
}

/** Members of an object of the card, each with the kind that is asked for. */
class Members {
  readonly #json: JsonObject
  readonly #where: string

  constructor(value: JsonValue | undefined, where: string) {
    if (!isJsonObject(value)) throw invalid(where, 'This is no object.')
    this.#json = value
    this.#where = where
  }

  fault(what: string): InputError {
    return invalid(this.#where, what)
  }

  /** Undefined for null, too. */
  optional(key: string): JsonValue | undefined {
    return this.#json[key] ?? undefined
  }

  inner(key: string): Members {
    return new Members(this.#json[key], `${this.#where}, "${key}"`)
  }

  list(key: string): readonly JsonValue[] {
    const value = this.#json[key]
    if (isJsonArray(value)) return value
    throw this.fault(`"${key}" is no list.`)
  }

  text(key: string): string {
    const value = this.#json[key]
    if (typeof value === 'string' && value !== '') return value
    throw this.fault(`"${key}" is no text.`)
  }

  name(key: string): string {
    const name = this.text(key)
    if (isReferenceName(name)) return name
    throw this.fault(`"${key}" is no name of a reference subject: small letters, digits and hyphens.`)
  }

  word<const W extends string>(key: string, words: readonly W[]): W {
    const text = this.text(key)
    const found = words.find((word) => word === text)
    if (found !== undefined) return found
    throw this.fault(`"${key}" is none of ${words.join(', ')}.`)
  }

  optionalWord<const W extends string>(key: string, words: readonly W[]): W | undefined {
    return this.optional(key) === undefined ? undefined : this.word(key, words)
  }

  number(key: string): number {
    const value = this.#json[key]
    if (typeof value === 'number' && Number.isFinite(value)) return value
    throw this.fault(`"${key}" is no number.`)
  }

  optionalNumber(key: string): number | undefined {
    return this.optional(key) === undefined ? undefined : this.number(key)
  }

  optionalFlag(key: string): boolean | undefined {
    const value = this.optional(key)
    if (value === undefined || typeof value === 'boolean') return value
    throw this.fault(`"${key}" is neither true, nor false, nor null.`)
  }
}

/** Whether a word can be the name of a reference subject: its folder is called so. */
export function isReferenceName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(name)
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'card-invalid',
    what: `The card cannot be read: ${what}`,
    where,
    fix: 'Restore the card; reference/README.md says what it holds.',
  })
}
