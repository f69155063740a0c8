import type { Catalog } from '../../../catalog/catalog.js'
import type { Tool } from '../../../catalog/tool.js'
import type { TestTexts } from '../../../corpus/train-test-overlap.js'
import type { RetrieverIndex } from '../../../retrieval/retriever.js'
import type { JsonObject } from '../../../text/json.js'
import type { RetrievalItem, Tier } from '../../item.js'
import { clusterOf } from '../anchor-order.js'
import { type Ask, answerOf, countingForms } from '../ask.js'
import type { EligibleTools } from '../eligible-tools.js'
import { feedbackOf } from '../feedback.js'
import { languageNames } from '../language.js'
import type { NameLeaks } from '../name-leak.js'
import { neighboursOf } from '../neighbours.js'
import { dataBlock, fillPrompt, type PromptSet } from '../prompt-set.js'
import { readAnswer } from '../read-answer.js'
import { Tally } from '../tally.js'
import { cardOf, type ShownTool, shownTools } from '../tool-card.js'
import { Abandoned } from '../work-in-order.js'
import { type Candidate, candidateFault, leakOf } from './candidate-checks.js'
import { goldFault, goldOf, itemGold } from './gold-of.js'
import { type Judgement, judgeTools } from './judge-tools.js'
import { judgePooled } from './pooled-judging.js'
import { type RrbOptions, tierRule } from './rrb-options.js'

/** What every job of a generation shares. */
export interface RrbContext {
  readonly catalog: Catalog
  readonly eligible: EligibleTools
  readonly ask: Ask
  readonly prompts: PromptSet
  readonly seed: number
  readonly options: RrbOptions
  readonly leaks: NameLeaks
  /** Finds the hard negatives of an anchor. */
  readonly likeness: RetrieverIndex
  /** Rank the whole catalog for a query, for pooled judging. */
  readonly rankers: readonly RetrieverIndex[]
  /** Texts that no query may repeat, of a test set. */
  readonly tests?: TestTexts
}

/** One anchor, tried for one tier. */
export interface RrbJob {
  readonly tier: Tier
  /** Position in the catalog. */
  readonly anchor: number
  /** From 0. */
  readonly pass: number
}

/** An item without its id, and how it came about. */
export interface RrbResult {
  readonly item?: Omit<RetrievalItem, 'id'>
  /** Why candidates and answers were refused. */
  readonly refused: Tally
  /** Answers by role and form. */
  readonly forms: Tally
  readonly counts: RrbCounts
}

export interface RrbCounts {
  /** Candidates that the generator wrote. */
  readonly candidates: number
  /** Questions that were put to models. */
  readonly questions: number
  /** Tools that pooled judging added to needs, and tools that it judged. */
  readonly pooledEquals: number
  readonly pooledJudged: number
  /** The gold of the judge is another than the generator proposed. */
  readonly proposalDiffers: boolean
  readonly siblings: number
  readonly atRandom: number
}

/**
 * Makes at most one item: asks for candidates, refuses by program what breaks a rule, has the rest judged one by one, and
 * takes the first that stands. Each refusal is counted, and told to the generator when it is asked again.
 *
 * @throws {AskingStopped}, {Abandoned}.
 */
export async function doRrbJob(job: RrbJob, context: RrbContext, isMoot: () => boolean): Promise<RrbResult> {
  return new JobWork(job, context, isMoot).run()
}

class JobWork {
  readonly #job: RrbJob
  readonly #context: RrbContext
  readonly #refused = new Tally()
  readonly #forms = new Tally()
  readonly #ask: Ask
  readonly #id: string
  readonly #anchor: Tool
  #candidates = 0
  #questions = 0

  constructor(job: RrbJob, context: RrbContext, isMoot: () => boolean) {
    this.#job = job
    this.#context = context
    this.#anchor = context.catalog.tools[job.anchor] as Tool // a position of the catalog
    this.#id = `${job.tier}/${job.pass}/${this.#anchor.name}`
    this.#ask = countingForms(async (question) => {
      if (isMoot()) throw new Abandoned()
      this.#questions++
      return context.ask(question)
    }, this.#forms)
  }

  async run(): Promise<RrbResult> {
    const { catalog, eligible, likeness, seed, options } = this.#context
    const { positions, siblings, atRandom } = await neighboursOf(this.#job.anchor, {
      catalog,
      tools: eligible,
      index: likeness,
      count: options.negatives,
      mostSiblings: options.mostSiblings,
      seed,
    })
    const pool = shownTools([this.#anchor, ...positions.map((position) => catalog.tools[position] as Tool)]) // as above
    const facts = { siblings, atRandom }
    const seen = new Set<string>()
    for (let attempt = 1; attempt <= options.attempts; attempt++) {
      for (const [at, candidate] of (await this.#propose(pool, attempt)).entries()) {
        if (seen.has(candidate.query)) {
          this.#refused.add('query-repeated')
          continue
        }
        seen.add(candidate.query)
        const accepted = await this.#judge(candidate, pool, `${attempt}-${at + 1}`)
        if (accepted !== undefined) return this.#result({ ...facts, ...accepted })
      }
    }
    return this.#result({ ...facts, pooledEquals: 0, pooledJudged: 0, proposalDiffers: false })
  }

  /** What the generator writes, as far as it can be read. */
  async #propose(pool: readonly ShownTool[], attempt: number): Promise<readonly Candidate[]> {
    const { prompts, options, seed } = this.#context
    const { tier } = this.#job
    const rule = tierRule(tier, options)
    const step = `generate-${attempt}`
    const answer = await answerOf(this.#ask, {
      role: 'generator',
      id: this.#id,
      step,
      prompt: fillPrompt(prompts['rrb-generate'], {
        tools: dataBlock({ lines: pool.map((tool) => cardOf(tool)), salt: `${seed}/${this.#id}/${step}` }),
        anchor: ANCHOR,
        task: rule.task,
        samples: String(rule.samples),
        language: languageNames[options.language],
        feedback: feedbackOf(this.#refused),
      }),
      answerSchema: proposalSchema(pool, rule.samples),
      maxTokens: options.maxTokens,
    })
    const reading = readAnswer(answer, (shape) =>
      shape.readable('samples', (sample) => ({
        query: sample.text('query'),
        needs: sample
          .objects('needs')
          .map((need) => ({ need: need.text('need'), tools: need.texts('tools') })),
      })),
    )
    if (reading.kind === 'fault') {
      this.#refused.add(`generator-${reading.fault}`)
      return []
    }
    const { values, broken } = reading.value
    this.#refused.add('candidate-shape', broken)
    if (values.length + broken === 0) this.#refused.add('generator-empty')
    this.#candidates += values.length + broken
    return values.slice(0, rule.samples)
  }

  /** The item that a candidate becomes; undefined when it is refused, which is counted. */
  async #judge(
    candidate: Candidate,
    pool: readonly ShownTool[],
    step: string,
  ): Promise<
    | (Pick<RrbCounts, 'pooledEquals' | 'pooledJudged' | 'proposalDiffers'> & Pick<RrbResult, 'item'>)
    | undefined
  > {
    const { options, leaks, tests, prompts, seed, catalog, eligible, rankers } = this.#context
    const refuse = (reason: string): undefined => void this.#refused.add(reason)
    const rule = tierRule(this.#job.tier, options)
    const fault = candidateFault(candidate, {
      rule,
      shown: pool,
      anchor: ANCHOR,
      language: options.language,
      leaks,
    })
    if (fault !== undefined) return refuse(fault)
    const { query, needs } = candidate
    if (tests !== undefined && tests.overlaps({ id: this.#id, text: query }).length > 0)
      return refuse('test-overlap')
    const judging = {
      ask: this.#ask,
      prompts,
      seed,
      id: this.#id,
      query,
      needs: needs.map(({ need }) => need),
      maxTokens: options.maxTokens,
      votes: options.votes,
    }
    const anchor = this.#anchor.name
    const judgement: Judgement = await judgeTools({
      ...judging,
      step: `judge-${step}`,
      tools: pool.map(({ tool }) => tool),
    })
    if (judgement.kind === 'refused') return refuse(judgement.reason)
    const own = goldOf(judgement.verdicts, needs.length)
    const ownFault = goldFault(own, { anchor, mostEquals: options.mostEquals })
    if (ownFault !== undefined) return refuse(ownFault)
    const pooled = await judgePooled({
      ...judging,
      step: `pooled-${step}`,
      catalog,
      eligible,
      rankers,
      depth: options.pooledDepth,
      batch: options.batch,
      mostAlike: options.mostEquals * 3,
      known: judgement.verdicts,
    })
    if (pooled.kind === 'refused')
      return refuse(pooled.reason === 'class-too-large' ? pooled.reason : `pooled-${pooled.reason}`)
    const judged = goldOf(pooled.verdicts, needs.length)
    const pooledFault = goldFault(judged, { anchor, mostEquals: options.mostEquals })
    if (pooledFault !== undefined) return refuse(pooledFault)
    const all = goldOf(pooled.all, needs.length)
    const leak = leakOf(query, all.needs.flat(), leaks)
    if (leak !== undefined) return refuse(leak)
    const { gold, grades } = itemGold(all, anchor)
    const proposed = needs.flatMap(({ tools }) =>
      tools.map((id) => pool.find((shown) => shown.id === id)?.tool.name),
    )
    const found = new Set(own.needs.flat().map(({ name }) => name))
    return {
      item: {
        kind: 'retrieval',
        query,
        gold,
        grades,
        tier: this.#job.tier,
        pool: pool.map(({ tool }) => tool.name),
        anchor,
        cluster: clusterOf(this.#anchor),
      },
      pooledEquals: all.needs.flat().length - own.needs.flat().length,
      pooledJudged: pooled.judged,
      proposalDiffers:
        proposed.length !== found.size || proposed.some((name) => name === undefined || !found.has(name)),
    }
  }

  #result({
    item,
    ...counts
  }: Omit<RrbCounts, 'candidates' | 'questions'> & Pick<RrbResult, 'item'>): RrbResult {
    return {
      ...(item === undefined ? {} : { item }),
      refused: this.#refused,
      forms: this.#forms,
      counts: { ...counts, candidates: this.#candidates, questions: this.#questions },
    }
  }
}

/** The anchor is shown first to the generator, who is told of it; the judge sees another order. */
const ANCHOR = 'T1'

function proposalSchema(pool: readonly ShownTool[], samples: number): JsonObject {
  const tool = { type: 'string', enum: pool.map(({ id }) => id) }
  const need = {
    type: 'object',
    properties: { need: { type: 'string' }, tools: { type: 'array', items: tool, minItems: 1 } },
    required: ['need', 'tools'],
    additionalProperties: false,
  }
  return {
    type: 'object',
    properties: {
      samples: {
        type: 'array',
        maxItems: samples,
        items: {
          type: 'object',
          properties: { query: { type: 'string' }, needs: { type: 'array', items: need, minItems: 1 } },
          required: ['query', 'needs'],
          additionalProperties: false,
        },
      },
    },
    required: ['samples'],
    additionalProperties: false,
  }
}
