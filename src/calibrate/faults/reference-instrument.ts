import type { CalibrationContext, ReferenceModel } from '../calibration-context.js'
import { figuresOf } from '../figures-of.js'
import { mapOf } from '../reference/measure-reference.js'
import type { ReferenceCard } from '../reference/reference-card.js'
import { type ReferenceData, sampledItems } from '../reference/reference-data.js'
import { tokenProbe } from '../token-probe.js'
import type { Instrument } from './instrument.js'
import { Observation } from './observation.js'

/** Few, as everything is done once for each fault. */
const QUERIES = 12
const QUESTIONS = 3

/** A figure of so few queries jumps by more when something is wrong, and by less when processors round otherwise. */
const TOLERANCE = 0.15

export interface ReferenceInstrumentRequest {
  readonly card: ReferenceCard
  readonly model: ReferenceModel
  readonly data: ReferenceData
  readonly context: CalibrationContext
}

/**
 * The instrument around real weights. What is expected of it is what it does when nothing is broken; whether that is right is
 * told by the subject's own card, not here.
 */
export async function referenceInstrument(request: ReferenceInstrumentRequest): Promise<Instrument> {
  const { card, model, data, context } = request
  const { subject, source } = model
  const catalog = await data.catalog()
  const questions = {
    queries: sampledItems(await data.items('verbose'), QUERIES, context.seed),
    questions: sampledItems(await data.items('mcq'), QUESTIONS, context.seed),
  }
  const map = mapOf(card, catalog)
  const sound: Instrument = {
    subject,
    source,
    trained: source.prompts,
    catalog,
    map,
    probe: tokenProbe(catalog, map, questions.questions),
    asked: questions,
    gold: questions,
    settings: { maxTokens: 8, temperature: 0 },
    beams: { width: 5, maxNewTokens: 4, rule: 'hf', lengthPenalty: 1 },
    ks: [1, 5],
    vocabularySize: await vocabularySizeOf(model),
    end: [...new Set(source.prompts.specials?.eos ?? [])],
    mask: (tokens) => tokens,
    journal: (lines) => lines,
    expected: {
      catalog: catalog.fingerprint,
      listed: Math.min(5, catalog.tools.length),
      recall: {},
      tolerance: TOLERANCE,
    },
  }
  const { scores } = await new Observation(sound, context.signal).recalled()
  const { 'rc@1': first = 0, 'rc@5': five = 0, 'rf@5': free = 0 } = figuresOf(scores)
  return { ...sound, expected: { ...sound.expected, recall: { 'rc@1': first, 'rc@5': five, 'rf@5': free } } }
}

async function vocabularySizeOf({ source }: ReferenceModel): Promise<number> {
  const { specials, tokenize } = source.prompts
  const prompt = specials?.bos === undefined ? await tokenize?.('a') : [specials.bos]
  const [distribution] = await (await source.open(prompt ?? [0])).next([[]])
  return distribution?.logprobs.length ?? 0
}
