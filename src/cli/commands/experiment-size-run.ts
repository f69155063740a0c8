import { interruptible } from '../../adapters/interruptible.js'
import { findEquivalence } from '../../catalog/lint/equivalence.js'
import { carryItems, type SideItem } from '../../experiment/carry-items.js'
import type { DistractorKind } from '../../experiment/distractors.js'
import type { Answers } from '../../experiment/item-answer.js'
import { rankSide } from '../../experiment/rank-side.js'
import { answersOf } from '../../experiment/sample-answers.js'
import { sizeCurve } from '../../experiment/size-curve.js'
import { defaultSizes, readSizes, type ShownSize, SizedItems } from '../../experiment/sized-items.js'
import { emptyMapping } from '../../experiment/tool-mapping.js'
import { twinsOf } from '../../experiment/tool-twins.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import { openNamedRetriever } from '../retriever-opening.js'
import { type RunHost, runHost } from '../run/run-host.js'
import { askSets } from './experiment-ask.js'
import { retrieverFlags } from './experiment-catalog-run.js'
import type { SizeDocument } from './experiment-documents.js'
import { askable, checkSubjectFlags, type ExperimentFlags, loadItems, loadSide } from './experiment-flags.js'
import { textOfSizeCurve } from './experiment-size-text.js'

export interface SizeFlags extends ExperimentFlags {
  readonly catalog: string
  readonly benchmark: string
  readonly distractors: DistractorKind
  readonly sizes?: string
  readonly margin: number
  readonly resamples: number
}

interface Point {
  readonly size: ShownSize
  readonly sides: ReadonlyMap<string, SideItem>
}

interface AnsweredPoint {
  readonly size: ShownSize
  readonly answers: Answers
  readonly shown: ReadonlyMap<string, number>
}

/** @throws {InputError} `flags-clash`, `sizes-invalid`, and what reading, ranking and asking throw. */
export async function runSizeExperiment(
  flags: SizeFlags,
  context: CliContext,
  hostOf: () => RunHost = runHost,
): Promise<void> {
  checkSubjectFlags(flags)
  guardOutput(flags.output, [flags.catalog, flags.benchmark])
  const retriever =
    flags.subject === undefined
      ? await openNamedRetriever(flags.retriever ?? 'bm25', retrieverFlags(flags), context)
      : undefined
  const catalog = await loadSide(flags.catalog, flags, context)
  const benchmark = await loadItems(flags.benchmark, flags, context)
  const all = catalog.tools.length
  const sizes = flags.sizes === undefined ? defaultSizes(all) : readSizes(flags.sizes, all)
  const carried = carryItems({
    items: askable(benchmark.items, flags),
    before: catalog,
    after: catalog,
    mapping: emptyMapping,
    partial: true,
  })
  const pause = (): Promise<void> => context.clock.sleep(0, context.signal)
  const twins = twinsOf(await findEquivalence(catalog.tools, { maxPairs: 1, pause }))
  const { distractors, seed, margin, resamples } = flags
  const sized = new SizedItems({ items: carried.items, catalog, twins, distractors, seed, sizes })
  const points: AnsweredPoint[] = []
  let subject = retriever?.id ?? ''
  if (retriever !== undefined) {
    for (const size of sizes) {
      const sides = sized.at(size)
      context.notify(`${size === 'gold' || size === 'all' ? size : `${size} tools`} shown`)
      const answers = await rankSide({
        retriever,
        catalog,
        sides: [...sides.values()],
        inPool: true,
        notify: () => undefined,
        pause,
      })
      points.push({ size, answers, shown: shownCounts(sides) })
    }
  } else {
    const asked = await askPoints(
      sizes.map((size) => ({ size, sides: sized.at(size) })),
      { flags, context, hostOf, catalog },
    )
    if (asked === undefined) return
    subject = asked.subject
    points.push(...asked.points)
  }
  const curve = interruptible(() => sizeCurve({ items: carried.items, points, margin, seed, resamples }))
  const document: SizeDocument = {
    schema: 'assay.experiment/1',
    kind: 'size',
    subject,
    benchmark: { name: benchmark.name, fingerprint: benchmark.fingerprint },
    catalog: { tools: all, fingerprint: catalog.fingerprint },
    distractors,
    trials: flags.subject === undefined ? 1 : (flags.trials ?? 1),
    margin,
    seed,
    resamples,
    curve,
    items: carried.items.length,
    excluded: carried.excluded.length,
    otherKinds: benchmark.items.length - carried.items.length - carried.excluded.length,
  }
  const json = `${JSON.stringify(document, undefined, 2)}\n`
  if (flags.output !== undefined) {
    await context.files.write(flags.output, [json])
    context.notify(`Written: ${flags.output}`)
  }
  context.print(flags.json === true ? json : textOfSizeCurve(document))
}

function shownCounts(sides: ReadonlyMap<string, SideItem>): ReadonlyMap<string, number> {
  return new Map(
    Array.from(sides, ([id, side]) => [
      id,
      side.kind === 'retrieval' ? (side.item.pool?.length ?? 0) : side.tasks[0].tools.length,
    ]),
  )
}

async function askPoints(
  points: readonly Point[],
  {
    flags,
    context,
    hostOf,
    catalog,
  }: {
    readonly flags: SizeFlags
    readonly context: CliContext
    readonly hostOf: () => RunHost
    readonly catalog: Awaited<ReturnType<typeof loadSide>>
  },
): Promise<{ readonly subject: string; readonly points: readonly AnsweredPoint[] } | undefined> {
  const nameOf = (size: ShownSize): string => `shown-${size}.jsonl`
  const asked = await askSets({
    sets: [
      {
        name: 'sizes',
        benchmarks: points
          .filter(({ sides }) => sides.size > 0)
          .map(({ size, sides }) => ({
            name: nameOf(size),
            items: Array.from(sides.values(), ({ item }) => item),
          })),
        catalog,
      },
    ],
    trials: flags.trials ?? 1,
    flags: { ...flags, shortlist: 'pool' },
    context,
    hostOf,
  })
  const [only] = asked ?? []
  if (only === undefined) return undefined
  const { samples, dialect, subject } = only
  return {
    subject,
    points: points.map(({ size, sides }) => ({
      size,
      shown: shownCounts(sides),
      answers: answersOf(
        samples.filter(({ benchmark }) => benchmark === nameOf(size)),
        { sides, catalog, ...(dialect === undefined ? {} : { dialect }) },
      ),
    })),
  }
}
