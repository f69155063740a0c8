import type { Catalog } from '../../catalog/catalog.js'
import type { PromptSet } from './prompt-set.js'
import { cardOf } from './tool-card.js'

/** What a generation asks for, if every first answer stands. */
export interface QuestionEstimate {
  readonly generator: RoleEstimate
  readonly judge: RoleEstimate
}

export interface RoleEstimate {
  readonly questions: number
  readonly promptTokens: number
  readonly answerTokens: number
}

/** English text and JSON have about four characters a token. */
const CHARACTERS_PER_TOKEN = 4
/** Tools whose cards are measured. */
const MEASURED = 200
/** Tokens of an answer, for each request or question it holds and for each verdict. */
const SAMPLE_TOKENS = 60
const VERDICT_TOKENS = 14

export interface RetrievalEstimateRequest {
  readonly catalog: Catalog
  readonly prompts: PromptSet
  /** Items wanted, and how many of them the generator writes. */
  readonly items: number
  readonly written: number
  /** Tools in a pool, judged at once, and judged of the whole catalog. */
  readonly pool: number
  readonly batch: number
  readonly pooled: number
  readonly votes: number
}

/** The least that a retrieval benchmark costs. Each refusal adds questions; limits hold whatever the estimate says. */
export function estimateRetrieval(request: RetrievalEstimateRequest): QuestionEstimate {
  const { catalog, prompts, items, written, pool, batch, pooled, votes } = request
  const card = cardTokens(catalog, false)
  const batches = Math.ceil(pooled / batch)
  const ofPool = written * (tokensOf(prompts['rrb-judge'].text) + pool * card)
  const ofCatalog = items * (batches * tokensOf(prompts['rrb-judge'].text) + pooled * card)
  const ofNeeds = (items - written) * tokensOf(prompts['rrb-needs'].text)
  return {
    generator: {
      questions: written,
      promptTokens: Math.round(written * (tokensOf(prompts['rrb-generate'].text) + pool * card)),
      answerTokens: written * 3 * SAMPLE_TOKENS,
    },
    judge: {
      // Needs are taken apart once, whatever the votes.
      questions: votes * (written + items * batches) + (items - written),
      promptTokens: Math.round(votes * (ofPool + ofCatalog) + ofNeeds),
      answerTokens:
        votes * (written * pool + items * pooled) * VERDICT_TOKENS + (items - written) * SAMPLE_TOKENS,
    },
  }
}

export interface ProbeEstimateRequest {
  readonly catalog: Catalog
  readonly prompts: PromptSet
  readonly kind: 'mcq' | 'qa'
  /** Questions that must stand: items, pairs. */
  readonly accepted: number
  /** Tools shown at once. */
  readonly shown: number
  readonly samples: number
  readonly votes: number
}

/** The least that multiple-choice or yes-or-no questions cost. */
export function estimateProbes(request: ProbeEstimateRequest): QuestionEstimate {
  const { catalog, prompts, kind, accepted, shown, samples, votes } = request
  const card = cardTokens(catalog, true)
  const judged = votes * (kind === 'mcq' ? accepted : accepted * 2)
  return {
    generator: {
      questions: accepted,
      promptTokens: Math.round(accepted * (tokensOf(prompts[`${kind}-generate`].text) + shown * card)),
      answerTokens: accepted * samples * SAMPLE_TOKENS * 2,
    },
    judge: {
      questions: judged,
      promptTokens: Math.round(judged * (tokensOf(prompts[`${kind}-judge`].text) + card + SAMPLE_TOKENS)),
      answerTokens: judged * (kind === 'mcq' ? 8 * VERDICT_TOKENS : VERDICT_TOKENS),
    },
  }
}

function tokensOf(text: string): number {
  return text.length / CHARACTERS_PER_TOKEN
}

/** Mean over tools spread evenly through the catalog. */
function cardTokens({ tools }: Catalog, isDetailed: boolean): number {
  const step = Math.max(1, Math.floor(tools.length / MEASURED))
  let characters = 0
  let count = 0
  for (let at = 0; at < tools.length; at += step) {
    const tool = tools[at]
    if (tool === undefined) continue
    characters += cardOf({ id: 'T10', tool }, { isDetailed }).length
    count++
  }
  return count === 0 ? 0 : characters / count / CHARACTERS_PER_TOKEN
}
