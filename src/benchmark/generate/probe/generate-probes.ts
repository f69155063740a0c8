import type { Catalog } from '../../../catalog/catalog.js'
import { randomStream } from '../../../numeric/random.js'
import type { RetrieverIndex } from '../../../retrieval/retriever.js'
import type { McqItem, QaItem } from '../../item.js'
import { anchorOrder } from '../anchor-order.js'
import type { Ask } from '../ask.js'
import { balanceOptions } from '../balance/balance-options.js'
import { balancePairs } from '../balance/balance-pairs.js'
import { type EligibleTools, eligibleTools } from '../eligible-tools.js'
import { NameLeaks } from '../name-leak.js'
import type { PromptSet } from '../prompt-set.js'
import { QuerySet } from '../query-set.js'
import { shortfallText } from '../shortfall.js'
import { Tally } from '../tally.js'
import { workInOrder } from '../work-in-order.js'
import { mcqKind } from './mcq-kind.js'
import {
  doProbeJob,
  type ProbeContext,
  type ProbeJob,
  type ProbeKind,
  type ProbeResult,
} from './probe-job.js'
import type { ProbeOptions } from './probe-options.js'
import { qaKind } from './qa-kind.js'

export interface ProbesRequest {
  readonly catalog: Catalog
  readonly ask: Ask
  readonly prompts: PromptSet
  readonly seed: number
  readonly options: ProbeOptions
  /** Finds the tools whose facts make wrong answers. */
  readonly likeness: RetrieverIndex
  /** Jobs under way at once; moves nothing but time. */
  readonly concurrency: number
  readonly progress?: (progress: {
    readonly accepted: number
    readonly wanted: number
    readonly jobs: number
  }) => void
  readonly pause?: () => Promise<void>
}

export interface ProbesOutcome<I> {
  readonly items: readonly I[]
  readonly eligible: EligibleTools
  readonly refused: Tally
  /** Answers by role and form. */
  readonly forms: Tally
  readonly counts: {
    readonly jobs: number
    readonly candidates: number
    readonly questions: number
    /** Questions that stood, before the set was balanced. */
    readonly accepted: number
  }
  /** Why there are fewer items than wanted. */
  readonly shortfall?: string
  /** Ids of MCQ items whose answer is of the service alone. */
  readonly serviceLevel: readonly string[]
}

/**
 * Multiple-choice questions by a generator and a judge, at most one for each class of tools. Wrong options are facts of
 * neighbouring tools; which of them are shown is chosen over the whole set, once it is accepted, so that neither length
 * nor words give answers away.
 *
 * @throws {InputError} `catalog-too-small`.
 * @throws {AskingStopped}
 */
export async function generateMcq(request: ProbesRequest): Promise<ProbesOutcome<McqItem>> {
  const { seed, options } = request
  const series = await runSeries(request, {
    kind: mcqKind,
    wanted: Math.ceil(options.size * (1 + options.surplus)),
    classesOf: ({ tool }) => [tool],
    textOf: ({ question, tool }) => `${question} ${tool}`,
  })
  const { items: balanced, left } = balanceOptions({
    candidates: series.made,
    random: randomStream(seed, 'balance options'),
    size: options.size,
  })
  for (const { reason } of left) series.refused.add(`balance-${reason}`)
  const items = balanced.map(({ candidate, distractors }, at): McqItem => {
    const { tool, question, answer, cluster } = candidate
    return { kind: 'mcq', id: idOf('mcq', at), tool, question, answer, distractors, cluster }
  })
  const serviceLevel = balanced.flatMap(({ candidate }, at) =>
    candidate.isServiceLevel ? [idOf('mcq', at)] : [],
  )
  return { ...outcomeOf(series, items, options.size), serviceLevel }
}

/**
 * Yes-or-no questions in pairs: the same question of a tool whose text says so and of one whose text rules it out. At most
 * one question for each class of tools.
 *
 * @throws {InputError} `catalog-too-small`.
 * @throws {AskingStopped}
 */
export async function generateQa(request: ProbesRequest): Promise<ProbesOutcome<QaItem>> {
  const { seed, options } = request
  const series = await runSeries(request, {
    kind: qaKind,
    wanted: Math.floor(options.size / 2),
    classesOf: ({ yes, no }) => [yes.tool, no.tool],
    textOf: ({ question }) => question,
  })
  const candidates = series.made.flatMap(({ question, yes, no }, at) => {
    const pair = `pair-${String(at + 1).padStart(5, '0')}`
    return [
      { ...yes, question, pair, answer: 'yes' as const },
      { ...no, question, pair, answer: 'no' as const },
    ]
  })
  const { items: balanced } = balancePairs({
    candidates,
    random: randomStream(seed, 'balance pairs'),
    size: options.size,
  })
  const items = balanced.map(
    ({ tool, question, answer, pair, cluster }, at): QaItem => ({
      kind: 'qa',
      id: idOf('qa', at),
      tool,
      question,
      answer,
      pair,
      cluster,
    }),
  )
  return { ...outcomeOf(series, items, options.size - (options.size % 2)), serviceLevel: [] }
}

function idOf(kind: 'mcq' | 'qa', at: number): string {
  return `${kind}-${String(at + 1).padStart(5, '0')}`
}

interface SeriesPlan<C, T> {
  readonly kind: ProbeKind<C, T>
  readonly wanted: number
  /** Tools whose classes may not be asked about again. */
  readonly classesOf: (made: T) => readonly string[]
  /** What may not be repeated. */
  readonly textOf: (made: T) => string
}

interface Series<T> {
  readonly made: readonly T[]
  readonly eligible: EligibleTools
  readonly refused: Tally
  readonly forms: Tally
  readonly counts: { readonly jobs: number; readonly candidates: number; readonly questions: number }
  readonly isGivenUp: boolean
  readonly patience: number
}

/** Tool after tool in the order of a stratified sample, until enough stands, all are tried, or too many came to nothing. */
async function runSeries<C, T>(
  request: ProbesRequest,
  { kind, wanted, classesOf, textOf }: SeriesPlan<C, T>,
): Promise<Series<T>> {
  const { catalog, ask, prompts, seed, options, likeness, concurrency, progress, pause } = request
  const eligible = await eligibleTools(catalog, pause)
  const context: ProbeContext = {
    catalog,
    eligible,
    ask,
    prompts,
    seed,
    options,
    leaks: new NameLeaks(catalog),
    likeness,
  }
  const anchors = anchorOrder({ catalog, tools: eligible, seed, label: kind.id })
  const classOf = (tool: string): number => eligible.classes[catalog.position(tool) ?? -1] ?? -1
  const used = new Set<number>()
  const texts = new QuerySet()
  const refused = new Tally()
  const forms = new Tally()
  const made: T[] = []
  const counts = { jobs: 0, candidates: 0, questions: 0 }
  let fruitless = 0
  const isUsed = (anchor: number): boolean => used.has(eligible.classes[anchor] ?? -1)
  const isOver = (): boolean => made.length >= wanted || fruitless >= options.patience
  const jobs = function* (): Generator<ProbeJob> {
    for (let pass = 0; pass < options.passes; pass++) {
      for (const anchor of anchors) if (!isUsed(anchor)) yield { anchor, pass }
    }
  }
  const accept = (result: T): string | undefined => {
    const classes = classesOf(result).map(classOf)
    if (classes.some((one) => used.has(one))) return 'class-used'
    if (texts.repeated(textOf(result)) !== undefined) return 'near-duplicate'
    for (const one of classes) used.add(one)
    texts.add(String(made.length), textOf(result))
    made.push(result)
    return undefined
  }
  if (wanted > 0) {
    await workInOrder<ProbeJob, ProbeResult<T>>({
      jobs: jobs(),
      concurrency,
      isUnwanted: ({ anchor }) => isUsed(anchor),
      work: (job, isMoot) => doProbeJob(job, { kind, context, isMoot }),
      commit({ anchor }, result) {
        if (isUsed(anchor)) return isOver()
        counts.jobs++
        counts.candidates += result.counts.candidates
        counts.questions += result.counts.questions
        refused.addAll(result.refused)
        forms.addAll(result.forms)
        const fault = result.made === undefined ? undefined : accept(result.made)
        if (fault !== undefined) refused.add(fault)
        fruitless = result.made !== undefined && fault === undefined ? 0 : fruitless + 1
        progress?.({ accepted: made.length, wanted, jobs: counts.jobs })
        return isOver()
      },
    })
  }
  return {
    made,
    eligible,
    refused,
    forms,
    counts,
    isGivenUp: fruitless >= options.patience,
    patience: options.patience,
  }
}

function outcomeOf<T, I>(
  { made, eligible, refused, forms, counts, isGivenUp, patience }: Series<T>,
  items: readonly I[],
  wanted: number,
): Omit<ProbesOutcome<I>, 'serviceLevel'> {
  const outcome = { items, eligible, refused, forms, counts: { ...counts, accepted: made.length } }
  if (items.length >= wanted) return outcome
  const classes = eligible.members.size
  return { ...outcome, shortfall: shortfallText({ isGivenUp, patience, classes, refused }) }
}
