import { itemToJson } from '../../benchmark/item-json.js'
import type { Catalog } from '../../catalog/catalog.js'
import { findEquivalence } from '../../catalog/lint/equivalence.js'
import { InputError } from '../../errors.js'
import { type CarriedItem, carryItems } from '../../experiment/carry-items.js'
import { confusionItems, confusionsAmong } from '../../experiment/confusion-items.js'
import { confusionScores } from '../../experiment/confusion-scores.js'
import type { Answers } from '../../experiment/item-answer.js'
import { rankSide } from '../../experiment/rank-side.js'
import { answersOf } from '../../experiment/sample-answers.js'
import { bm25SettingsOf, TermContributions } from '../../experiment/term-contributions.js'
import { emptyMapping } from '../../experiment/tool-mapping.js'
import { writeJson } from '../../text/json.js'
import type { CliContext } from '../command.js'
import { guardNewOutput, guardOutputs } from '../output-guard.js'
import { openNamedRetriever } from '../retriever-opening.js'
import { type RunHost, runHost } from '../run/run-host.js'
import { askSets } from './experiment-ask.js'
import { retrieverFlags } from './experiment-catalog-run.js'
import type { PairsDocument } from './experiment-documents.js'
import { checkSubjectFlags, type ExperimentFlags, loadItems, loadSide } from './experiment-flags.js'
import { textOfPairs } from './experiment-pairs-text.js'

export interface PairsFlags extends ExperimentFlags {
  readonly catalog: string
  readonly kind: 'retrieval' | 'call'
  readonly most: number
  readonly items?: string
  readonly resamples: number
}

/** @throws {InputError} `flags-clash`, `output-exists`, `nothing-confusable`, and what reading, ranking and asking throw. */
export async function runPairsExperiment(
  flags: PairsFlags,
  context: CliContext,
  hostOf: () => RunHost = runHost,
): Promise<void> {
  const { items: itemsFile, benchmark: path, most, kind, seed, resamples } = flags
  checkSubjectFlags(flags)
  const inputs = [flags.catalog, ...(path === undefined ? [] : [path])]
  guardOutputs([flags.output, itemsFile], inputs)
  await guardNewOutput(itemsFile, '--items', context.files)
  const isAsked = flags.subject !== undefined || flags.retriever !== undefined || itemsFile === undefined
  const catalog = await loadSide(flags.catalog, flags, context)
  const pause = (): Promise<void> => context.clock.sleep(0, context.signal)
  const equivalence = await findEquivalence(catalog.tools, { maxPairs: most, pause })
  const same = { before: catalog, after: catalog, mapping: emptyMapping, partial: true }
  const made =
    path === undefined
      ? confusionItems({ catalog, equivalence, kind })
      : {
          items: confusionsAmong(
            carryItems({ ...same, items: (await loadItems(path, flags, context)).items }).items,
            {
              catalog,
              equivalence,
            },
          ),
          pairs: equivalence.pairs.length,
          untold: [],
        }
  if (made.items.length === 0) throw nothingConfusable(made.pairs, flags)
  if (itemsFile !== undefined) {
    await context.files.write(
      itemsFile,
      made.items.map((item) => `${writeJson(itemToJson(item))}\n`),
    )
    context.notify(`Written: ${itemsFile}`)
  }
  const { items } = carryItems({ ...same, items: made.items })
  const asked = isAsked ? await ask(items, { flags, context, hostOf, catalog }) : undefined
  if (isAsked && asked === undefined) return
  const document: PairsDocument = {
    schema: 'assay.experiment/1',
    kind: 'pairs',
    catalog: { tools: catalog.tools.length, fingerprint: catalog.fingerprint },
    queries: path === undefined ? 'own texts' : 'benchmark',
    pairs: made.pairs,
    items: made.items.length,
    untold: made.untold,
    ...(asked === undefined ? {} : { subject: asked.subject }),
    seed,
    resamples,
    ...(asked === undefined
      ? {}
      : {
          result: confusionScores({
            items,
            answers: asked.answers,
            contributions: asked.contributions,
            seed,
            resamples,
          }),
        }),
  }
  const json = `${JSON.stringify(document, undefined, 2)}\n`
  if (flags.output !== undefined) {
    await context.files.write(flags.output, [json])
    context.notify(`Written: ${flags.output}`)
  }
  context.print(flags.json === true ? json : textOfPairs(document))
}

interface Asked {
  readonly answers: Answers
  readonly subject: string
  readonly contributions: TermContributions
}

interface Asking {
  readonly flags: PairsFlags
  readonly context: CliContext
  readonly hostOf: () => RunHost
  readonly catalog: Catalog
}

async function ask(items: readonly CarriedItem[], asking: Asking): Promise<Asked | undefined> {
  const { flags, context, hostOf, catalog } = asking
  if (flags.subject === undefined) {
    const retriever = await openNamedRetriever(flags.retriever ?? 'bm25', retrieverFlags(flags), context)
    const pause = (): Promise<void> => context.clock.sleep(0, context.signal)
    const sides = items.map(({ before }) => before)
    const answers = await rankSide({
      retriever,
      catalog,
      sides,
      inPool: false,
      notify: context.notify,
      pause,
    })
    return {
      answers,
      subject: retriever.id,
      contributions: new TermContributions(catalog, bm25SettingsOf(retriever)),
    }
  }
  const asked = await askSets({
    sets: [
      {
        name: 'pairs',
        benchmarks: [{ name: 'pairs.jsonl', items: items.map(({ before }) => before.item) }],
        catalog,
      },
    ],
    trials: flags.trials ?? 1,
    flags,
    context,
    hostOf,
  })
  const [only] = asked ?? []
  if (only === undefined) return undefined
  const { samples, dialect, subject } = only
  const sides = new Map(items.map(({ id, before }) => [id, before]))
  return {
    answers: answersOf(samples, { sides, catalog, ...(dialect === undefined ? {} : { dialect }) }),
    subject,
    contributions: new TermContributions(catalog),
  }
}

function nothingConfusable(pairs: number, { benchmark, catalog }: PairsFlags): InputError {
  return new InputError({
    code: 'nothing-confusable',
    what:
      pairs === 0
        ? 'The catalog has no confusable pair.'
        : benchmark === undefined
          ? `The texts of the ${pairs} confusable pairs say too little to make queries of.`
          : `No item asks for a tool of the ${pairs} confusable pairs.`,
    where: benchmark ?? catalog,
    fix: 'Tools are confusable from half of their words on; `assay catalog lint` lists the pairs.',
  })
}
