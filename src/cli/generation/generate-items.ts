import type { Ask } from '../../benchmark/generate/ask.js'
import { eligibleTools } from '../../benchmark/generate/eligible-tools.js'
import {
  estimateProbes,
  estimateRetrieval,
  type QuestionEstimate,
} from '../../benchmark/generate/estimate-questions.js'
import { likenessRecipe } from '../../benchmark/generate/neighbours.js'
import {
  generateMcq,
  generateQa,
  type ProbesOutcome,
} from '../../benchmark/generate/probe/generate-probes.js'
import type { ProbeOptions } from '../../benchmark/generate/probe/probe-options.js'
import type { PromptSet } from '../../benchmark/generate/prompt-set.js'
import { generateRrb, type RrbOutcome } from '../../benchmark/generate/rrb/generate-rrb.js'
import { judgeQueries, type QueriesOutcome } from '../../benchmark/generate/rrb/judge-queries.js'
import type { RrbOptions } from '../../benchmark/generate/rrb/rrb-options.js'
import { readUserQueries, type UserQuery } from '../../benchmark/generate/rrb/user-queries.js'
import type { Item, McqItem, QaItem } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { TestText } from '../../corpus/train-test-overlap.js'
import type { Retriever } from '../../retrieval/retriever.js'
import { bm25 } from '../../retrieval/retrievers/bm25.js'
import { hashText } from '../../text/hash.js'
import type { JsonObject } from '../../text/json.js'
import type { CliContext } from '../command.js'
import type { GeneratedKind } from '../commands/benchmark-generate-flags.js'
import { openNamedRetriever } from '../retriever-opening.js'
import { probeOptionsOf, rrbOptionsOf } from './generation-options.js'
import type { ModelFlags } from './model-flags.js'

/** What is to be made, with everything that it needs but the models. */
export type GenerationTask =
  | {
      readonly kind: 'rrb'
      readonly options: RrbOptions
      readonly retrievers: readonly Retriever[]
      readonly tests?: TestSet
    }
  | {
      readonly kind: 'queries'
      readonly options: RrbOptions
      readonly retrievers: readonly Retriever[]
      readonly queries: readonly UserQuery[]
      readonly hash: string
    }
  | { readonly kind: 'mcq'; readonly options: ProbeOptions }
  | { readonly kind: 'qa'; readonly options: ProbeOptions }

export interface TestSet {
  readonly texts: readonly TestText[]
  readonly fingerprint: string
}

export type GenerationOutcome =
  | { readonly kind: 'rrb'; readonly outcome: RrbOutcome }
  | { readonly kind: 'queries'; readonly outcome: QueriesOutcome }
  | { readonly kind: 'mcq' | 'qa'; readonly outcome: ProbesOutcome<McqItem | QaItem> }

export interface TaskRequest {
  readonly kind: GeneratedKind
  readonly flags: ModelFlags
  readonly catalog: Catalog
  readonly context: CliContext
}

/** Reads what the flags name. Throws what retrievers, benchmarks and files of queries throw. */
export async function openTask({ kind, flags, catalog, context }: TaskRequest): Promise<GenerationTask> {
  if (kind !== 'rrb') return { kind, options: probeOptionsOf(flags) }
  const retrievers: Retriever[] = []
  for (const spec of flags.retriever ?? []) {
    retrievers.push(await openNamedRetriever(spec, { seed: flags.seed }, context))
  }
  if (flags.queries !== undefined) {
    const text = new TextDecoder().decode(await context.files.read(flags.queries))
    const queries = readUserQueries(text, flags.queries)
    return { kind: 'queries', options: rrbOptionsOf(flags, 0), retrievers, queries, hash: hashText(text) }
  }
  if (flags.twinOf === undefined) return { kind, options: rrbOptionsOf(flags, 0), retrievers }
  const { members } = await eligibleTools(catalog, pauseOf(context))
  const tests = await testSet(flags.twinOf, context)
  return { kind, options: rrbOptionsOf(flags, members.size), retrievers, tests }
}

async function testSet(path: string, context: CliContext): Promise<TestSet> {
  const { name, items, fingerprint } = await loadBenchmark(path, context)
  const texts = items.flatMap((item) => textsOf(item).map((text) => ({ benchmark: name, id: item.id, text })))
  return { texts, fingerprint }
}

function textsOf(item: Item): readonly string[] {
  if (item.kind === 'retrieval') return [item.query]
  return item.kind === 'mcq' || item.kind === 'qa' ? [item.question] : []
}

/** What of the task decides the items. */
export function taskToJson(task: GenerationTask): JsonObject {
  const options: JsonObject = { ...task.options }
  switch (task.kind) {
    case 'mcq':
    case 'qa':
      return { kind: task.kind, options }
    case 'queries':
      return { kind: task.kind, options, retrievers: identities(task.retrievers), queries: task.hash }
    case 'rrb':
      return {
        kind: task.kind,
        options,
        retrievers: identities(task.retrievers),
        ...(task.tests === undefined ? {} : { twinOf: task.tests.fingerprint }),
      }
    default:
      return task satisfies never
  }
}

function identities(retrievers: readonly Retriever[]): readonly JsonObject[] {
  return retrievers.map(({ identity }) => identity)
}

export interface DoRequest {
  readonly task: GenerationTask
  readonly catalog: Catalog
  readonly prompts: PromptSet
  readonly seed: number
  readonly ask: Ask
  readonly concurrency: number
  readonly context: CliContext
  readonly progress: (progress: {
    readonly accepted: number
    readonly wanted: number
    readonly jobs: number
  }) => void
}

/** Makes the items. @throws {AskingStopped} */
export async function doTask(request: DoRequest): Promise<GenerationOutcome> {
  const { task, catalog, context } = request
  const { prompts, seed, ask, concurrency, progress } = request
  const shared = { catalog, prompts, seed, ask, concurrency, progress, pause: pauseOf(context) }
  if (task.kind === 'mcq' || task.kind === 'qa') {
    const likeness = await bm25({ recipe: likenessRecipe }).index(catalog)
    const generate = task.kind === 'mcq' ? generateMcq : generateQa
    return { kind: task.kind, outcome: await generate({ ...shared, options: task.options, likeness }) }
  }
  const rankers = await Promise.all([bm25(), ...task.retrievers].map((retriever) => retriever.index(catalog)))
  if (task.kind === 'queries') {
    const { queries, options } = task
    return { kind: 'queries', outcome: await judgeQueries({ ...shared, options, queries, rankers }) }
  }
  const embedding = task.retrievers.findIndex(({ id }) => id.startsWith('dense'))
  const likeness = rankers[embedding + 1]
  const outcome = await generateRrb({
    ...shared,
    options: task.options,
    rankers,
    // Without an embedder, BM25 over the text by which tools are alike.
    likeness:
      embedding === -1 || likeness === undefined
        ? await bm25({ recipe: likenessRecipe }).index(catalog)
        : likeness,
    ...(task.tests === undefined ? {} : { tests: task.tests.texts }),
  })
  return { kind: 'rrb', outcome }
}

/** The least that the task asks for. */
export function estimateTask(task: GenerationTask, catalog: Catalog, prompts: PromptSet): QuestionEstimate {
  switch (task.kind) {
    case 'mcq':
    case 'qa': {
      const { size, surplus, neighbours, samples, votes = 1 } = task.options
      const accepted = task.kind === 'mcq' ? Math.ceil(size * (1 + surplus)) : Math.floor(size / 2)
      const shown = neighbours + 1
      return estimateProbes({ catalog, prompts, kind: task.kind, accepted, shown, samples, votes })
    }
    case 'queries':
    case 'rrb': {
      const { options } = task
      const { easy, medium, hard } = options.quota
      const items = task.kind === 'queries' ? task.queries.length : easy + medium + hard
      const rankings = 1 + task.retrievers.length
      return estimateRetrieval({
        catalog,
        prompts,
        items,
        written: task.kind === 'queries' ? 0 : items,
        pool: Math.min(options.negatives + 1, catalog.tools.length),
        batch: options.batch,
        pooled: Math.min(options.pooledDepth * rankings, catalog.tools.length),
        votes: options.votes ?? 1,
      })
    }
    default:
      return task satisfies never
  }
}

function pauseOf({ clock, signal }: CliContext): () => Promise<void> {
  return () => clock.sleep(0, signal)
}
