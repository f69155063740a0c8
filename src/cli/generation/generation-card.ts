import { version } from '../../adapters/version.js'
import {
  type CardFloor,
  type CardModel,
  type CardYield,
  dataCard,
} from '../../benchmark/generate/data-card.js'
import type { PromptSet } from '../../benchmark/generate/prompt-set.js'
import type { Tally } from '../../benchmark/generate/tally.js'
import type { Benchmark } from '../../benchmark/item.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { JsonObject } from '../../text/json.js'
import type { GenerationOutcome } from './generate-items.js'

/** Rises whenever the same catalog, models, answers, options and seed give other items. */
export const GENERATOR_VERSION = 1

export interface CardRequest {
  readonly result: GenerationOutcome
  readonly benchmark: Benchmark
  readonly catalog: Catalog
  readonly seed: number
  readonly writer: CardModel | undefined
  readonly judge: CardModel
  readonly prompts: PromptSet
  /** Hash of everything that decides the items. */
  readonly config: string
  readonly isTwin: boolean
  /** What null models score. */
  readonly floors: readonly CardFloor[]
}

/** The data card. Nothing in it depends on time, concurrency or how often the generation was interrupted. */
export function generationCard(request: CardRequest): JsonObject {
  const { result, benchmark, catalog, seed, writer, judge, prompts, config, isTwin, floors } = request
  const { eligible } = result.outcome
  const card = dataCard({
    benchmark,
    catalog,
    generator: { name: isTwin ? 'rrb-twin' : result.kind, version: GENERATOR_VERSION },
    assay: version,
    seed,
    yield: yieldOf(result),
    ...(writer === undefined ? {} : { writer }),
    judge,
    answers: result.outcome.forms.toJson(),
    prompts: usedPrompts(result.kind, prompts),
    config,
    leaks: leaksOf(result),
    ...(benchmark.items.every(({ kind }) => kind === 'retrieval') ? { nearDuplicateGold: 0 } : {}),
    floors,
  })
  return {
    ...card,
    leftOut: eligible.left.toJson(),
    eligibleTools: eligible.positions.length,
    ...detailsOf(result),
  }
}

function yieldOf(result: GenerationOutcome): CardYield {
  const { eligible, refused } = result.outcome
  const base = { eligible: eligible.members.size, rejected: refused.toJson() }
  switch (result.kind) {
    case 'rrb': {
      const { tiers, counts } = result.outcome
      const all = Object.entries(tiers)
      const shortfall = all.flatMap(([tier, { accepted, wanted, shortfall: why }]) =>
        why === undefined ? [] : [`${tier} ${accepted} of ${wanted}: ${why}`],
      )
      return {
        ...base,
        tried: counts.jobs,
        wanted: all.reduce((sum, [, { wanted }]) => sum + wanted, 0),
        ...(shortfall.length === 0 ? {} : { shortfall: `${shortfall.join('; ')}.` }),
      }
    }
    case 'queries': {
      const { counts, items } = result.outcome
      const lost = counts.queries - items.length
      return {
        ...base,
        tried: counts.queries,
        wanted: counts.queries,
        ...(lost === 0
          ? {}
          : { shortfall: `${lost} of ${counts.queries} queries became no item; refusals.jsonl says why.` }),
      }
    }
    case 'mcq':
    case 'qa': {
      const { counts, shortfall } = result.outcome
      return {
        ...base,
        tried: counts.jobs,
        ...(shortfall === undefined ? {} : { shortfall: `${shortfall}.` }),
      }
    }
    default:
      return result satisfies never
  }
}

function usedPrompts(kind: GenerationOutcome['kind'], prompts: PromptSet): Readonly<Record<string, string>> {
  const prefix = kind === 'queries' ? 'rrb' : kind
  const unused = kind === 'queries' ? 'rrb-generate' : 'rrb-needs'
  return Object.fromEntries(
    Object.values(prompts)
      .filter(({ name }) => name.startsWith(`${prefix}-`) && name !== unused)
      .map(({ name, hash }) => [name, hash]),
  )
}

function leaksOf(result: GenerationOutcome): {
  readonly checked: number
  readonly refused: number
  readonly kept: number
} {
  if (result.kind === 'queries') {
    const { counts, items } = result.outcome
    return { checked: items.length, refused: 0, kept: counts.named }
  }
  const { counts, refused } = result.outcome
  return { checked: counts.candidates, refused: leakCount(refused), kept: 0 }
}

function leakCount(refused: Tally): number {
  return refused.of('name-leak') + refused.of('distractor-name-leak')
}

function detailsOf(result: GenerationOutcome): JsonObject {
  switch (result.kind) {
    case 'rrb': {
      const { tiers, counts } = result.outcome
      const tierOf = ({ wanted, accepted, jobs }: (typeof tiers)['easy']): JsonObject => ({
        wanted,
        accepted,
        jobs,
      })
      return {
        tiers: { easy: tierOf(tiers.easy), medium: tierOf(tiers.medium), hard: tierOf(tiers.hard) },
        work: { ...counts },
      }
    }
    case 'queries':
      return { work: { ...result.outcome.counts } }
    case 'mcq':
    case 'qa':
      return {
        work: { ...result.outcome.counts },
        ...(result.kind === 'mcq' ? { serviceLevel: result.outcome.serviceLevel } : {}),
      }
    default:
      return result satisfies never
  }
}
