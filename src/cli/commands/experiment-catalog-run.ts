import { interruptible } from '../../adapters/interruptible.js'
import type { Catalog } from '../../catalog/catalog.js'
import { type Carried, type CarriedItem, carryItems } from '../../experiment/carry-items.js'
import { catalogExperiment } from '../../experiment/catalog-experiment.js'
import type { Answers } from '../../experiment/item-answer.js'
import type { Measured } from '../../experiment/measure-change.js'
import { rankSide } from '../../experiment/rank-side.js'
import { answersOf } from '../../experiment/sample-answers.js'
import { bm25SettingsOf, TermContributions } from '../../experiment/term-contributions.js'
import { emptyMapping, readMapping, type ToolMapping } from '../../experiment/tool-mapping.js'
import { toolReports } from '../../experiment/tool-report.js'
import type { Retriever } from '../../retrieval/retriever.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import { openNamedRetriever } from '../retriever-opening.js'
import { type RunHost, runHost } from '../run/run-host.js'
import { askSets } from './experiment-ask.js'
import { textOfCatalogExperiment } from './experiment-catalog-text.js'
import type { CatalogDocument } from './experiment-documents.js'
import { askable, checkSubjectFlags, type ExperimentFlags, loadItems, loadSide } from './experiment-flags.js'

export interface CatalogExperimentFlags extends ExperimentFlags {
  readonly before: string
  readonly after: string
  readonly benchmark: string
  readonly mapping?: string
  readonly k?: number
  readonly margin: number
  readonly permutations: number
  readonly partial?: true
}

/** Runs of one prompt that show how far they lie apart. */
const DEFAULT_TRIALS = 3

/** @throws {InputError} `flags-clash`, and what reading, carrying over, ranking and asking throw. */
export async function runCatalogExperiment(
  flags: CatalogExperimentFlags,
  context: CliContext,
  hostOf: () => RunHost = runHost,
): Promise<void> {
  checkSubjectFlags(flags)
  guardOutput(flags.output, [
    flags.before,
    flags.after,
    flags.benchmark,
    ...(flags.mapping === undefined ? [] : [flags.mapping]),
  ])
  const retriever =
    flags.subject === undefined
      ? await openNamedRetriever(flags.retriever ?? 'bm25', retrieverFlags(flags), context)
      : undefined
  const before = await loadSide(flags.before, flags, context)
  const after = await loadSide(flags.after, flags, context)
  const benchmark = await loadItems(flags.benchmark, flags, context)
  const mapping = await loadMapping(flags, { before, after }, context)
  for (const notice of mapping.notices) context.notify(notice)
  const partial = flags.partial === true
  const carried = carryItems({ items: askable(benchmark.items, flags), before, after, mapping, partial })
  const otherKinds = benchmark.items.length - carried.items.length - carried.excluded.length
  const asked =
    retriever === undefined
      ? await askBoth(carried, { before, after, flags, context, hostOf })
      : await rankBoth(retriever, carried, { before, after, flags, context, hostOf })
  if (asked === undefined) return
  const { margin, seed, permutations, k } = flags
  const { measured, subject } = asked
  const settings = retriever === undefined ? undefined : bm25SettingsOf(retriever)
  const { experiment, tools } = interruptible(() => {
    const experiment = catalogExperiment({ items: carried.items, measured, margin, seed, permutations })
    const contributions = {
      before: new TermContributions(before, settings),
      after: new TermContributions(after, settings),
    }
    return { experiment, tools: toolReports({ experiment, carried, measured, contributions }) }
  })
  const document: CatalogDocument = {
    schema: 'assay.experiment/1',
    kind: 'catalog',
    subject,
    benchmark: { name: benchmark.name, fingerprint: benchmark.fingerprint },
    before: { tools: before.tools.length, fingerprint: before.fingerprint },
    after: { tools: after.tools.length, fingerprint: after.fingerprint },
    ...(k === undefined ? {} : { k }),
    trials: retriever === undefined ? (flags.trials ?? DEFAULT_TRIALS) : 1,
    margin,
    seed,
    overall: experiment.overall,
    tools,
    wordsBy: settings === undefined ? 'bm25' : 'scores',
    excluded: carried.excluded,
    otherKinds,
    lostNeeds: carried.lostNeeds,
    mergedItems: carried.mergedItems,
    unmeasured: experiment.unmeasured,
    notices: mapping.notices,
  }
  const json = `${JSON.stringify(document, undefined, 2)}\n`
  if (flags.output !== undefined) {
    await context.files.write(flags.output, [json])
    context.notify(`Written: ${flags.output}`)
  }
  context.print(flags.json === true ? json : textOfCatalogExperiment(document))
}

export function retrieverFlags({ vectors, seed }: ExperimentFlags): {
  readonly cache?: string
  readonly seed: number
} {
  return { ...(vectors === undefined ? {} : { cache: vectors }), seed }
}

async function loadMapping(
  { mapping }: CatalogExperimentFlags,
  catalogs: { readonly before: Catalog; readonly after: Catalog },
  { files }: CliContext,
): Promise<ToolMapping> {
  if (mapping === undefined) return emptyMapping
  const text = new TextDecoder().decode(await files.read(mapping))
  return readMapping({ text, path: mapping, ...catalogs })
}

interface Asking {
  readonly before: Catalog
  readonly after: Catalog
  readonly flags: CatalogExperimentFlags
  readonly context: CliContext
  readonly hostOf: () => RunHost
}

interface Asked {
  readonly measured: Measured
  readonly subject: string
}

async function rankBoth(retriever: Retriever, { items }: Carried, asking: Asking): Promise<Asked> {
  const { flags, context } = asking
  const rank = (side: 'before' | 'after'): Promise<Answers> =>
    rankSide({
      retriever,
      catalog: asking[side],
      sides: items.map((item) => item[side]),
      inPool: false,
      ...(flags.k === undefined ? {} : { k: flags.k }),
      notify: context.notify,
      pause: () => context.clock.sleep(0, context.signal),
    })
  const before = await rank('before')
  return { measured: { before, after: await rank('after'), varies: false }, subject: retriever.id }
}

async function askBoth({ items }: Carried, asking: Asking): Promise<Asked | undefined> {
  const { flags, context, hostOf } = asking
  const sides = ['before', 'after'] as const
  const asked = await askSets({
    sets: sides.map((side) => ({
      name: side,
      benchmarks: [{ name: 'items.jsonl', items: items.map((item) => item[side].item) }],
      catalog: asking[side],
    })),
    trials: flags.trials ?? DEFAULT_TRIALS,
    flags,
    context,
    hostOf,
  })
  const [before, after] = asked ?? []
  if (before === undefined || after === undefined) return undefined
  const read = (side: (typeof sides)[number], { samples, dialect }: typeof before): Answers =>
    answersOf(samples, {
      sides: sidesOf(items, side),
      catalog: asking[side],
      ...(dialect === undefined ? {} : { dialect }),
      ...(flags.k === undefined ? {} : { k: flags.k }),
    })
  return {
    measured: { before: read('before', before), after: read('after', after), varies: true },
    subject: after.subject,
  }
}

function sidesOf(
  items: readonly CarriedItem[],
  side: 'before' | 'after',
): ReadonlyMap<string, CarriedItem['before']> {
  return new Map(items.map((item) => [item.id, item[side]]))
}
