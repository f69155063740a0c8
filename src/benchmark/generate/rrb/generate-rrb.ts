import type { Catalog } from '../../../catalog/catalog.js'
import { type TestText, TestTexts } from '../../../corpus/train-test-overlap.js'
import type { RetrieverIndex } from '../../../retrieval/retriever.js'
import { type RetrievalItem, type Tier, tiers } from '../../item.js'
import { anchorOrder } from '../anchor-order.js'
import type { Ask } from '../ask.js'
import { type EligibleTools, eligibleTools } from '../eligible-tools.js'
import { NameLeaks } from '../name-leak.js'
import type { PromptSet } from '../prompt-set.js'
import { QuerySet } from '../query-set.js'
import { shortfallText } from '../shortfall.js'
import { Tally } from '../tally.js'
import { workInOrder } from '../work-in-order.js'
import { doRrbJob, type RrbContext, type RrbCounts, type RrbJob, type RrbResult } from './rrb-job.js'
import type { RrbOptions } from './rrb-options.js'

export interface RrbRequest {
  readonly catalog: Catalog
  readonly ask: Ask
  readonly prompts: PromptSet
  readonly seed: number
  readonly options: RrbOptions
  /** Finds the hard negatives of an anchor. */
  readonly likeness: RetrieverIndex
  /** Rank the whole catalog for a query, for pooled judging. */
  readonly rankers: readonly RetrieverIndex[]
  /** Texts that no query may repeat: what is made is a training twin of a test set. */
  readonly tests?: readonly TestText[]
  /** Jobs under way at once; moves nothing but time. */
  readonly concurrency: number
  /** Called after every job that counts. */
  readonly progress?: (progress: RrbProgress) => void
  readonly pause?: () => Promise<void>
}

export interface RrbProgress {
  readonly accepted: number
  readonly wanted: number
  readonly jobs: number
}

export interface RrbOutcome {
  /** By tier, within a tier in the order in which they were made. */
  readonly items: readonly RetrievalItem[]
  readonly eligible: EligibleTools
  readonly tiers: Readonly<Record<Tier, TierOutcome>>
  readonly refused: Tally
  /** Answers by role and form. */
  readonly forms: Tally
  readonly counts: Omit<RrbCounts, 'proposalDiffers'> & {
    readonly proposalDiffers: number
    readonly jobs: number
  }
}

export interface TierOutcome {
  readonly wanted: number
  readonly accepted: number
  readonly jobs: number
  /** Why there are fewer than wanted. */
  readonly shortfall?: string
}

/**
 * Makes a retrieval benchmark with a generator and a judge. Anchors are taken in the order of a stratified sample, each
 * for one tier after the other; jobs go on until every tier has what is wanted, its anchors are used up, or too many in a
 * row came to nothing. What comes out depends on the catalog, the seed, the options and the answers alone.
 *
 * @throws {InputError} `catalog-too-small` when fewer than two classes of tools can be asked about.
 * @throws {AskingStopped}
 */
export async function generateRrb(request: RrbRequest): Promise<RrbOutcome> {
  const { catalog, pause } = request
  const eligible = await eligibleTools(catalog, pause)
  const generation = new Generation(request, eligible)
  await generation.run()
  return generation.outcome()
}

/**
 * The anchors of each tier that is wanted, all of them, each tier in the order of a stratified sample of its own. As long
 * as there are any, a tier takes those that no other has taken, so that tiers are about different tools.
 */
function anchorsOfTiers(
  { catalog, seed, options }: RrbRequest,
  eligible: EligibleTools,
): ReadonlyMap<Tier, readonly number[]> {
  const wanted = tiers.filter((tier) => options.quota[tier] > 0)
  const lists = wanted.map((tier) => ({
    tier,
    order: anchorOrder({ catalog, tools: eligible, seed, label: tier }),
    next: 0,
    taken: [] as number[],
  }))
  const classes = new Set<number>()
  const classOf = (position: number): number => eligible.classes[position] as number // one number a tool
  while (classes.size < eligible.members.size && lists.length > 0) {
    for (const list of lists) {
      while (list.next < list.order.length && classes.has(classOf(list.order[list.next] as number)))
        list.next++ // in range
      const anchor = list.order[list.next]
      if (anchor === undefined) continue
      classes.add(classOf(anchor))
      list.taken.push(anchor)
    }
  }
  return new Map(
    lists.map(({ tier, order, taken }) => {
      const own = new Set(taken)
      return [tier, [...taken, ...order.filter((anchor) => !own.has(anchor))]]
    }),
  )
}

class Generation {
  readonly #request: RrbRequest
  readonly #eligible: EligibleTools
  readonly #anchors: ReadonlyMap<Tier, readonly number[]>
  readonly #queries = new QuerySet()
  readonly #items: Record<Tier, RetrievalItem[]> = { easy: [], medium: [], hard: [] }
  readonly #state: Record<Tier, TierState>
  readonly #refused = new Tally()
  readonly #forms = new Tally()
  readonly #counts = {
    jobs: 0,
    candidates: 0,
    questions: 0,
    pooledEquals: 0,
    pooledJudged: 0,
    proposalDiffers: 0,
    siblings: 0,
    atRandom: 0,
  }
  #made = 0

  constructor(request: RrbRequest, eligible: EligibleTools) {
    this.#request = request
    this.#eligible = eligible
    this.#anchors = anchorsOfTiers(request, eligible)
    for (const { id, text } of request.tests ?? []) this.#queries.add(id, text)
    this.#state = { easy: freshState(), medium: freshState(), hard: freshState() }
  }

  async run(): Promise<void> {
    const { catalog, ask, prompts, seed, options, likeness, rankers, tests, concurrency } = this.#request
    const context: RrbContext = {
      catalog,
      eligible: this.#eligible,
      ask,
      prompts,
      seed,
      options,
      leaks: new NameLeaks(catalog),
      likeness,
      rankers,
      ...(tests === undefined ? {} : { tests: new TestTexts(tests) }),
    }
    await workInOrder<RrbJob, RrbResult>({
      jobs: this.#jobs(),
      concurrency,
      work: (job, isMoot) => doRrbJob(job, context, isMoot),
      isUnwanted: ({ tier, anchor }) => this.#isOver(tier) || this.#state[tier].used.has(anchor),
      commit: (job, result) => this.#commit(job, result),
    })
  }

  /** Tiers take turns. What is pulled may depend on what is ready; the order of what counts does not. */
  *#jobs(): Generator<RrbJob> {
    const { passes } = this.#request.options
    for (let pass = 0; pass < passes; pass++) {
      for (let at = 0; at < this.#classCount; at++) {
        for (const [tier, anchors] of this.#anchors) {
          const anchor = anchors[at]
          if (anchor === undefined || this.#isOver(tier) || this.#state[tier].used.has(anchor)) continue
          yield { tier, anchor, pass }
        }
        if (tiers.every((one) => this.#isOver(one))) return
      }
    }
  }

  get #classCount(): number {
    return this.#eligible.members.size
  }

  #isOver(tier: Tier): boolean {
    return this.#items[tier].length >= this.#request.options.quota[tier] || this.#state[tier].isGivenUp
  }

  #commit({ tier, anchor }: RrbJob, { item, refused, forms, counts }: RrbResult): boolean {
    const state = this.#state[tier]
    if (this.#isOver(tier) || state.used.has(anchor)) return tiers.every((one) => this.#isOver(one))
    state.jobs++
    this.#counts.jobs++
    for (const key of [
      'candidates',
      'questions',
      'pooledEquals',
      'pooledJudged',
      'siblings',
      'atRandom',
    ] as const) {
      this.#counts[key] += counts[key]
    }
    this.#refused.addAll(refused)
    this.#forms.addAll(forms)
    state.refused.addAll(refused)
    const isNew = item !== undefined && this.#queries.repeated(item.query) === undefined
    if (item !== undefined && !isNew) {
      this.#refused.add('near-duplicate')
      state.refused.add('near-duplicate')
    }
    if (isNew) {
      const id = `rrb-${String(++this.#made).padStart(5, '0')}`
      this.#queries.add(id, item.query)
      this.#items[tier].push({ id, ...item })
      state.used.add(anchor)
      if (counts.proposalDiffers) this.#counts.proposalDiffers++
      state.fruitless = 0
    } else if (++state.fruitless >= this.#request.options.patience) state.isGivenUp = true
    const { quota } = this.#request.options
    this.#request.progress?.({
      accepted: tiers.reduce((sum, one) => sum + this.#items[one].length, 0),
      wanted: tiers.reduce((sum, one) => sum + quota[one], 0),
      jobs: this.#counts.jobs,
    })
    return tiers.every((one) => this.#isOver(one))
  }

  outcome(): RrbOutcome {
    return {
      items: tiers.flatMap((tier) => this.#items[tier]),
      eligible: this.#eligible,
      tiers: {
        easy: this.#tierOutcome('easy'),
        medium: this.#tierOutcome('medium'),
        hard: this.#tierOutcome('hard'),
      },
      refused: this.#refused,
      forms: this.#forms,
      counts: this.#counts,
    }
  }

  #tierOutcome(tier: Tier): TierOutcome {
    const { quota, patience } = this.#request.options
    const { jobs, isGivenUp, refused } = this.#state[tier]
    const wanted = quota[tier]
    const accepted = this.#items[tier].length
    if (accepted >= wanted) return { wanted, accepted, jobs }
    const classes = this.#classCount
    return { wanted, accepted, jobs, shortfall: shortfallText({ isGivenUp, patience, classes, refused }) }
  }
}

interface TierState {
  jobs: number
  /** Jobs since the last item. */
  fruitless: number
  isGivenUp: boolean
  /** Anchors that have an item in this tier. */
  readonly used: Set<number>
  readonly refused: Tally
}

function freshState(): TierState {
  return { jobs: 0, fruitless: 0, isGivenUp: false, used: new Set(), refused: new Tally() }
}
