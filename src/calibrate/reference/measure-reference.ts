import type { Benchmark } from '../../benchmark/item.js'
import type { Catalog } from '../../catalog/catalog.js'
import { builtInTokens, type TokenMap } from '../../parametric/token-map.js'
import type { Score } from '../../score/score.js'
import { askInMemory } from '../ask-in-memory.js'
import type { CalibrationContext, ReferenceModel } from '../calibration-context.js'
import { figureIn } from '../figures-of.js'
import { recallInMemory } from '../recall-in-memory.js'
import { tokenProbe } from '../token-probe.js'
import type { Figure, Figures } from './judge-expectations.js'
import { measureKey } from './measure-text.js'
import type { CardMeasure, ReferenceCard } from './reference-card.js'
import { type ItemSet, type ReferenceData, sampledItems } from './reference-data.js'

export interface MeasureRequest {
  readonly card: ReferenceCard
  readonly model: ReferenceModel
  /** Figures of this subject. */
  readonly wanted: readonly CardMeasure[]
  readonly data: ReferenceData
  readonly context: CalibrationContext
}

/** Between two lines of progress. */
const TOLD_EVERY = 100

/** Measures all that is wanted of one subject; each set of items is gone through once for each probe. */
export async function measureReference(request: MeasureRequest): Promise<Figures> {
  const figures = new Map<string, Figure>()
  const { wanted } = request
  const sets = new Map(wanted.map((measure) => [`${measure.probe} ${measure.items}`, measure]))
  for (const { probe, items } of sets.values()) {
    const own = wanted.filter((measure) => measure.probe === probe && measure.items === items)
    const scores =
      probe === 'parametric' ? await recall(items, own, request) : await choose(items, probe, request)
    for (const measure of own) {
      const figure = figureIn(scores, measure)
      if (figure !== undefined) figures.set(measureKey(measure), figure)
    }
  }
  return figures
}

async function recall(
  set: ItemSet,
  wanted: readonly CardMeasure[],
  request: MeasureRequest,
): Promise<readonly Score[]> {
  const { card, model, data, context } = request
  const [catalog, items] = [await data.catalog(), await itemsOf(set, request)]
  const { beams: width, ...decoding } = card.decoding
  const { scores } = await recallInMemory({
    source: model.source,
    catalog,
    map: mapOf(card, catalog),
    beams: { width, ...decoding },
    ways: waysOf(wanted),
    end: [...new Set(model.source.prompts.specials?.eos ?? [])],
    asked: items,
    gold: items,
    ks: [...new Set(wanted.flatMap(({ k }) => k ?? []))].sort((a, b) => a - b),
    signal: context.signal,
    done: progressOf(`${card.name}: queries of ${set}`, request),
  })
  return scores
}

async function choose(set: ItemSet, kind: 'mcq' | 'qa', request: MeasureRequest): Promise<readonly Score[]> {
  const { card, model, data, context } = request
  const items = await itemsOf(set, request)
  const catalog = await data.catalog()
  const { benchmarks } = await askInMemory({
    subject: model.subject,
    catalog,
    probe: tokenProbe(catalog, mapOf(card, catalog), items),
    asked: [items],
    gold: [items],
    settings: { maxTokens: 8, temperature: 0 },
    signal: context.signal,
    done: progressOf(`${card.name}: questions of ${set}`, request),
  })
  const kinds = benchmarks.flatMap((one) => one.kinds)
  return kinds.find((one) => one.kind === kind)?.scores ?? []
}

/** The token map that a reference subject was trained with. */
export function mapOf({ tokens }: ReferenceCard, catalog: Catalog): TokenMap {
  return builtInTokens(catalog, tokens === 'hier' ? 'hierarchical' : 'flat')
}

/** Free decoding takes most of the time, so it is left out where only recall under the trie is wanted. */
function waysOf(wanted: readonly CardMeasure[]): readonly ('constrained' | 'free')[] {
  const metrics = new Set(wanted.map(({ metric }) => metric))
  const ways: ('constrained' | 'free')[] = []
  if (metrics.has('rc') || metrics.has('is')) ways.push('constrained')
  if (metrics.has('rf') || metrics.has('is')) ways.push('free')
  return ways
}

async function itemsOf(set: ItemSet, { data, context }: MeasureRequest): Promise<Benchmark> {
  return sampledItems(await data.items(set), context.mostItems, context.seed)
}

function progressOf(what: string, { context }: MeasureRequest): (count: number) => void {
  return (count) => {
    if (count % TOLD_EVERY === 0) context.notify(`${what}: ${count}`)
  }
}
