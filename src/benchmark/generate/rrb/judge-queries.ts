import type { Catalog } from '../../../catalog/catalog.js'
import type { Tool } from '../../../catalog/tool.js'
import type { RetrieverIndex } from '../../../retrieval/retriever.js'
import { type RetrievalItem, tierOf } from '../../item.js'
import { clusterOf } from '../anchor-order.js'
import { type Ask, answerOf, countingForms } from '../ask.js'
import { type EligibleTools, eligibleTools } from '../eligible-tools.js'
import { NameLeaks } from '../name-leak.js'
import { dataBlock, fillPrompt, type PromptSet, quotedLine } from '../prompt-set.js'
import { QuerySet } from '../query-set.js'
import { readAnswer } from '../read-answer.js'
import { Tally } from '../tally.js'
import { workInOrder } from '../work-in-order.js'
import { goldFault, goldOf, itemGold } from './gold-of.js'
import { judgePooled } from './pooled-judging.js'
import type { RrbOptions } from './rrb-options.js'
import type { UserQuery } from './user-queries.js'

export interface QueriesRequest {
  readonly catalog: Catalog
  readonly queries: readonly UserQuery[]
  readonly ask: Ask
  readonly prompts: PromptSet
  readonly seed: number
  readonly options: RrbOptions
  /** Rank the whole catalog for a query; what they find is judged. */
  readonly rankers: readonly RetrieverIndex[]
  readonly concurrency: number
  readonly progress?: (progress: {
    readonly accepted: number
    readonly wanted: number
    readonly jobs: number
  }) => void
  readonly pause?: () => Promise<void>
}

export interface QueriesOutcome {
  /** In the order of the queries. */
  readonly items: readonly RetrievalItem[]
  readonly eligible: EligibleTools
  /** Why queries became no item, one reason a query. */
  readonly refused: Tally
  /** The same by query. */
  readonly refusals: readonly { readonly id: string; readonly where: string; readonly reason: string }[]
  /** Answers by role and form. */
  readonly forms: Tally
  readonly counts: {
    readonly queries: number
    readonly questions: number
    readonly pooledJudged: number
    /** Queries that name a tool of their gold: kept, since users did. */
    readonly named: number
  }
}

/**
 * Makes a retrieval benchmark of a user's own queries: the judge takes each apart into needs, then grades what the rankings
 * of the whole catalog find for it. A query without a need that a tool serves fully is left out and told; so is one whose
 * answers say nothing.
 *
 * @throws {InputError} `catalog-too-small`.
 * @throws {AskingStopped}
 */
export async function judgeQueries(request: QueriesRequest): Promise<QueriesOutcome> {
  const { catalog, queries, concurrency, pause, progress } = request
  const eligible = await eligibleTools(catalog, pause)
  const leaks = new NameLeaks(catalog)
  const seen = new QuerySet()
  const refused = new Tally()
  const forms = new Tally()
  const refusals: { id: string; where: string; reason: string }[] = []
  const items: RetrievalItem[] = []
  const counts = { queries: queries.length, questions: 0, pooledJudged: 0, named: 0 }
  let jobs = 0
  await workInOrder<UserQuery, Judged & { readonly forms: Tally }>({
    jobs: queries,
    concurrency,
    isUnwanted: () => false,
    work: async (query) => {
      const own = new Tally()
      const judged = await judgeQuery(query, { ...request, ask: countingForms(request.ask, own) }, eligible)
      return { ...judged, forms: own }
    },
    commit(query, judged) {
      jobs++
      forms.addAll(judged.forms)
      counts.questions += judged.questions
      counts.pooledJudged += judged.judged
      const reason =
        judged.item === undefined
          ? judged.reason
          : seen.repeated(query.query) === undefined
            ? undefined
            : 'near-duplicate'
      if (judged.item === undefined || reason !== undefined) {
        refused.add(reason ?? 'unknown')
        refusals.push({ id: query.id, where: query.where, reason: reason ?? 'unknown' })
      } else {
        const { item } = judged
        seen.add(query.id, query.query)
        items.push(item)
        if (goldTools(item, catalog).some((tool) => leaks.find(query.query, tool) !== undefined))
          counts.named++
      }
      progress?.({ accepted: items.length, wanted: queries.length, jobs })
      return false
    },
  })
  return { items, eligible, refused, forms, refusals, counts }
}

interface Judged {
  readonly item?: RetrievalItem
  readonly reason?: string
  readonly questions: number
  readonly judged: number
}

async function judgeQuery(
  { id, query, cluster }: UserQuery,
  { catalog, ask, prompts, seed, options, rankers }: QueriesRequest,
  eligible: EligibleTools,
): Promise<Judged> {
  let questions = 0
  const counted: Ask = (question) => {
    questions++
    return ask(question)
  }
  const answer = await answerOf(counted, {
    role: 'judge',
    id,
    step: 'needs',
    prompt: fillPrompt(prompts['rrb-needs'], {
      query: dataBlock({ lines: [quotedLine(query)], salt: `${seed}/${id}/needs` }),
      most: String(options.mostNeeds),
    }),
    answerSchema: {
      type: 'object',
      properties: {
        isRequest: { type: 'boolean' },
        needs: { type: 'array', items: { type: 'string' }, maxItems: options.mostNeeds },
      },
      required: ['isRequest', 'needs'],
      additionalProperties: false,
    },
    maxTokens: options.maxTokens,
  })
  const reading = readAnswer(answer, (shape) => {
    shape.only('isRequest', 'needs', 'reason')
    return { isRequest: shape.flag('isRequest'), needs: shape.texts('needs') }
  })
  if (reading.kind === 'fault') return { reason: `judge-${reading.fault}`, questions, judged: 0 }
  const { isRequest, needs } = reading.value
  if (!isRequest) return { reason: 'no-request', questions, judged: 0 }
  if (needs.length === 0 || needs.length > options.mostNeeds)
    return { reason: 'need-count', questions, judged: 0 }
  const pooled = await judgePooled({
    ask: counted,
    prompts,
    seed,
    id,
    step: 'pooled',
    query,
    needs,
    maxTokens: options.maxTokens,
    catalog,
    eligible,
    rankers,
    depth: options.pooledDepth,
    batch: options.batch,
    mostAlike: options.mostEquals * 3,
    votes: options.votes,
    known: [],
    isReal: true,
  })
  if (pooled.kind === 'refused') return { reason: pooled.reason, questions, judged: 0 }
  const { judged } = pooled
  const fault = goldFault(goldOf(pooled.verdicts, needs.length), { mostEquals: options.mostEquals })
  if (fault !== undefined) return { reason: fault, questions, judged }
  const { gold, grades } = itemGold(goldOf(pooled.all, needs.length))
  const first = catalog.position(gold[0]?.[0] ?? '')
  const own = cluster ?? (first === undefined ? undefined : clusterOf(catalog.tools[first] as Tool)) // of the catalog
  const pool = pooled.verdicts.map(({ tool }) => tool.name)
  const item: RetrievalItem = {
    kind: 'retrieval',
    id,
    query,
    gold,
    grades,
    tier: tierOf(gold.length),
    pool,
    ...(own === undefined ? {} : { cluster: own }),
  }
  return { item, questions, judged }
}

function goldTools({ gold }: RetrievalItem, catalog: Catalog): readonly Tool[] {
  return gold.flat().flatMap((name) => {
    const position = catalog.position(name)
    return position === undefined ? [] : [catalog.tools[position] as Tool] // of the catalog
  })
}
