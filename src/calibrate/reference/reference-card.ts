import { parseJson } from '../../text/json.js'
import { CardMembers, invalidCard } from './card-members.js'
import { type LadderExpectation, ladderExpectationOf } from './ladder-expectation.js'

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
  /** Of the parametric set. */
  readonly expectations: readonly CardExpectation[]
  /** Of the ladder set. */
  readonly climbed: readonly LadderExpectation[]
  /** Of the ladder set. */
  readonly training?: LadderTraining
  /** Figures that were seen when the card was closed, by expectation. */
  readonly observed: ReadonlyMap<string, { readonly value: number | string; readonly n?: number }>
  /** Absent until the model was trained. */
  readonly weights?: { readonly file: string; readonly sha256: string; readonly bytes: number }
}

/** What a subject of the ladder set was trained on. */
export interface LadderTraining {
  /** The corpus that its ladder stands on, seen from the folder of the reference subjects. */
  readonly corpus: string
  /** Name of the subject that it was started from. */
  readonly init?: string
  /** Tensors, by GGUF's names, and rows of the vocabulary that alone were trained; absent where all were. */
  readonly trained?: { readonly tensors: readonly string[]; readonly rows: readonly number[] }
}

const SCHEMA = 'assay.reference/1'

/** @throws {InputError} `card-invalid`, naming what is wrong. */
export function readCard(text: string, where: string): ReferenceCard {
  const reading = parseJson(text)
  if (reading.kind === 'fault') {
    throw invalidCard(
      `${where}, line ${reading.fault.line}`,
      `This is not valid JSON. ${reading.fault.reason}`,
    )
  }
  const card = new CardMembers(reading.value, where)
  if (card.text('schema') !== SCHEMA) throw invalidCard(where, `"schema" is not "${SCHEMA}".`)
  const name = card.name('name')
  const set = card.word('set', ['parametric', 'ladder'] as const)
  const entries = card
    .list('expectations')
    .map((entry, at) => new CardMembers(entry, `${where}, expectation ${at + 1}`))
  const expectations = set === 'ladder' ? [] : entries.map((entry) => expectationOf(entry, name))
  const climbed = set === 'ladder' ? entries.map((entry) => ladderExpectationOf(entry, name)) : []
  const ids = new Set([...expectations, ...climbed].map(({ id }) => id))
  if (ids.size < entries.length) throw invalidCard(where, 'Two expectations have one id.')
  const tokens = card.optionalWord('tokens', ['flat', 'hier'] as const)
  const weights = card.optional('weights')
  return {
    name,
    set,
    summary: card.text('summary'),
    ...(tokens === undefined ? {} : { tokens }),
    decoding: card.optional('decoding') === undefined ? USUAL : decodingOf(card.inner('decoding')),
    expectations,
    climbed,
    ...(set === 'ladder' ? { training: trainingOf(card.inner('training')) } : {}),
    observed: observedIn(card, where, set),
    ...(weights === undefined ? {} : { weights: weightsOf(new CardMembers(weights, `${where}, weights`)) }),
  }
}

function decodingOf(entry: CardMembers): CardDecoding {
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

function expectationOf(entry: CardMembers, own: string): CardExpectation {
  const held = entry.optionalFlag('held')
  return {
    id: entry.text('id'),
    statement: entry.text('statement'),
    measure: measureOf(entry.inner('measure'), own),
    bound: boundOf(entry.inner('expect'), own),
    ...(held === undefined ? {} : { held }),
  }
}

function measureOf(entry: CardMembers, own: string): CardMeasure {
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

function boundOf(entry: CardMembers, own: string): CardBound {
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

function trainingOf(entry: CardMembers): LadderTraining {
  const corpus = entry.inner('corpus').text('file')
  if (!/^[\w-]+\/[\w][\w.-]*$/.test(corpus))
    throw entry.fault('"file" of the corpus is no file of the reference folder.')
  const init = entry.optional('init') === undefined ? undefined : entry.name('init')
  const base = { corpus, ...(init === undefined ? {} : { init }) }
  if (entry.optional('trained') === undefined) return base
  const trained = entry.inner('trained')
  return {
    ...base,
    trained: {
      tensors: trained.list('tensors').filter((name) => typeof name === 'string'),
      rows: trained.list('rows').map((row) => new CardMembers(row, 'rows that were trained').number('id')),
    },
  }
}

/** Words, such as a verdict, are seen in the ladder set alone. */
function observedIn(card: CardMembers, where: string, set: ReferenceCard['set']): ReferenceCard['observed'] {
  if (card.optional('observed') === undefined) return new Map()
  return new Map(
    card.list('observed').map((entry, at) => {
      const one = new CardMembers(entry, `${where}, observed ${at + 1}`)
      const n = one.optionalNumber('n')
      const value =
        set === 'ladder'
          ? (one.optionalNumber('value', { orText: true }) ?? one.text('value'))
          : one.number('value')
      return [one.text('id'), { value, ...(n === undefined ? {} : { n }) }]
    }),
  )
}

function weightsOf(entry: CardMembers): NonNullable<ReferenceCard['weights']> {
  const file = entry.text('file')
  const sha256 = entry.text('sha256').toLowerCase()
  if (!/^[\w][\w.-]*$/.test(file)) throw entry.fault('"file" is no plain name of a file beside the card.')
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw entry.fault('"sha256" is no 64 hex digits.')
  return { file, sha256, bytes: entry.number('bytes') }
}
