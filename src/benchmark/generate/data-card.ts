import type { Catalog } from '../../catalog/catalog.js'
import { kishEffectiveSize } from '../../stats/kish.js'
import { emptyObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { Benchmark, Item, McqItem } from '../item.js'
import { manifestOf } from '../write.js'

/** A model that took part, as it was asked. */
export interface CardModel {
  readonly subject: string
  readonly temperature?: number
  /** Seed that was sent along, where the endpoint takes one. */
  readonly seed?: number
}

/** What became of what was tried, from the tools that could be asked about down to the items. */
export interface CardYield {
  /** Tools of the catalog that could be asked about, one for each equivalence class. */
  readonly eligible: number
  /** What was tried: seeds of a model's calls, or tools. */
  readonly tried: number
  /** Items asked for; undefined where as many as possible were. */
  readonly wanted?: number
  /** How often each rule refused something. Rules that refused nothing may be left out. */
  readonly rejected: Readonly<Record<string, number>>
  /** Why there are fewer items than wanted; one sentence, absent where there are not. */
  readonly shortfall?: string
}

/** The score of a null model on the items, for the reader to hold scores against. */
export interface CardFloor {
  readonly null: string
  readonly kind: Item['kind']
  /** Which of several measures of one kind, e.g. `pool`. */
  readonly group?: string
  readonly metric: string
  readonly value: number
  /** 95 %; absent where nothing varies. */
  readonly interval?: readonly [number, number]
  readonly chance: number
}

/** What people said of items of one kind. */
export interface CardPeople {
  readonly kind: Item['kind']
  readonly annotators: number
  /** What was asked and answered: items, or tools of a retrieval item; and of these what all answered. */
  readonly units: number
  readonly complete: number
  /** Mean share of pairs of people who agree; absent where nothing was answered by all. */
  readonly rawAgreement?: number
  /** Fleiss'; absent where it is undefined. */
  readonly kappa?: CardAgreement
  /** Krippendorff's alpha, over what some left out as well. */
  readonly alpha?: CardAgreement
  /** Units on which most people say one thing, and of these where the benchmark says the same. */
  readonly majorities: number
  readonly asBenchmark: number
}

interface CardAgreement {
  readonly value: number
  readonly interval?: readonly [number, number]
}

/** What is known of a benchmark only once it is there. */
interface CardFindings {
  readonly floors: readonly CardFloor[]
  /** Of an audit. */
  readonly verdict: string
  /** Codes of what asks for care or is bad, each with the number of its findings. */
  readonly reasons: Readonly<Record<string, number>>
  /** Checks that could not be done, e.g. for want of a catalog. */
  readonly unchecked: readonly string[]
  /** Absent where nobody was asked. */
  readonly people?: readonly CardPeople[]
}

export interface DataCardRequest {
  readonly benchmark: Benchmark
  readonly catalog: Catalog
  /** E.g. `facts`, `mcq`; the version rises whenever the same catalog and seed give other items. */
  readonly generator: { readonly name: string; readonly version: number }
  /** Version of Assay. */
  readonly assay: string
  readonly seed: number
  readonly yield: CardYield
  /** Absent where no model wrote anything. */
  readonly writer?: CardModel
  readonly judge?: CardModel
  /** How often the answers of each role came in which form, by names such as `judge schema`; see `AnswerForm`. */
  readonly answers?: Readonly<Record<string, number>>
  /** SHA-256 of each prompt by name. */
  readonly prompts?: Readonly<Record<string, string>>
  /** SHA-256 of everything that a resumed generation must share with the one that began. */
  readonly config?: string
  readonly cost?: { readonly amount: number; readonly currency: string }
  /** Names that items gave away: what was checked and what remains. */
  readonly leaks?: { readonly checked: number; readonly refused: number; readonly kept: number }
  /** Retrieval: items whose query is nearly that of another with other gold. */
  readonly nearDuplicateGold?: number
  readonly floors?: readonly CardFloor[]
}

/**
 * The data card of a generated benchmark: its manifest `benchmark.json`, with everything that says how the items came
 * about. Without a clock in it, so that the same generation gives the same bytes.
 */
export function dataCard(request: DataCardRequest): JsonObject {
  const { benchmark, catalog, generator, assay } = request
  const card = emptyObject()
  const put = (key: string, value: JsonValue | undefined): void => {
    if (value !== undefined) card[key] = value
  }
  for (const [key, value] of Object.entries(
    manifestOf({ benchmark, generator, assay, catalog: catalog.fingerprint }),
  )) {
    put(key, value)
  }
  put('catalogTools', catalog.tools.length)
  put('seed', request.seed)
  put('writer', plain(request.writer))
  put('judge', plain(request.judge))
  put('answers', request.answers)
  put('prompts', request.prompts)
  put('config', request.config)
  put('yield', plain({ ...request.yield, items: benchmark.items.length }))
  put('coverage', coverageOf(benchmark.items, catalog))
  put('options', optionsOf(benchmark.items))
  put('leaks', leaksOf(request))
  put('nearDuplicateGold', request.nearDuplicateGold)
  put('floors', plain(request.floors))
  put('cost', plain(request.cost))
  return card
}

/** A data card with what was found out since: each member in the place of an earlier one, or at the end. */
export function completedCard(card: JsonObject, findings: CardFindings): JsonObject {
  const { people: _, ...rest } = card
  return { ...rest, ...(plain(findings) as JsonObject) } // an object in, an object out
}

/** Plain data is a JSON value by another name; members without a value are left out. */
function plain(value: object | undefined): JsonValue | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return value.map((entry: object) => plain(entry) ?? null)
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as JsonObject
}

/** Tools and services that items ask about, of those that the catalog has; Kish's number tells how evenly. */
function coverageOf(items: readonly Item[], catalog: Catalog): JsonObject {
  const tools = new Set<string>()
  const services = new Map<string, number>()
  for (const name of items.flatMap(toolsOf)) {
    const position = catalog.position(name)
    const tool = position === undefined ? undefined : catalog.tools[position]
    if (tool === undefined) continue
    tools.add(tool.name)
    const service = tool.service ?? ''
    services.set(service, (services.get(service) ?? 0) + 1)
  }
  return {
    tools: tools.size,
    services: services.size,
    catalogServices: new Set(catalog.tools.map(({ service }) => service ?? '')).size,
    effectiveServices: Number(kishEffectiveSize(services.values()).toFixed(3)),
  }
}

function toolsOf(item: Item): readonly string[] {
  if (item.kind === 'mcq' || item.kind === 'qa') return [item.tool]
  return item.kind === 'retrieval' ? item.gold.flat() : []
}

/** How even multiple-choice options are: places of the answer in length, and how often one text is the answer. */
function optionsOf(items: readonly Item[]): JsonObject | undefined {
  const mcq = items.filter((item): item is McqItem => item.kind === 'mcq')
  if (mcq.length === 0) return undefined
  const ranks: number[] = []
  let tied = 0
  const answers = new Map<string, number>()
  for (const { answer, distractors } of mcq) {
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    const own = [...answer].length
    const others = distractors.map((option) => [...option].length)
    if (others.includes(own)) tied++
    else {
      const rank = others.filter((length) => length < own).length
      while (ranks.length < distractors.length + 1) ranks.push(0)
      ranks[rank] = (ranks[rank] ?? 0) + 1
    }
  }
  return {
    lengthRanks: ranks,
    lengthTied: tied,
    distinctAnswers: answers.size,
    mostFrequentAnswer: Math.max(...answers.values()),
  }
}

function leaksOf({ leaks }: DataCardRequest): JsonObject | undefined {
  if (leaks === undefined) return undefined
  const rate = leaks.checked === 0 ? 0 : leaks.kept / leaks.checked
  return { ...leaks, rate }
}
