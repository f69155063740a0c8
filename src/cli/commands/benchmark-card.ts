import type { KindAgreement } from '../../annotation/agreement.js'
import { type CardPeople, completedCard } from '../../benchmark/generate/data-card.js'
import type { Benchmark } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import { InputError } from '../../errors.js'
import { isJsonObject, type JsonObject, writeJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import { auditBenchmark, type BenchmarkAudit } from '../../validity/audit-benchmark.js'
import { cardFloor } from '../../validity/card-floors.js'
import { annotationFolder } from '../annotation/annotation-opening.js'
import { importContextOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { agreementIn, kappaText } from './agreement-run.js'

export interface BenchmarkCardFlags {
  readonly catalog?: readonly string[]
  readonly annotations?: string
  readonly seed: number
  readonly json?: true
}

/** @throws {InputError} `card-missing`, `card-stale`, `card-catalog`, and what reading throws. */
export async function runBenchmarkCard(
  folder: string,
  flags: BenchmarkCardFlags,
  context: CliContext,
): Promise<void> {
  const { files, notify, clock, signal } = context
  const place = files.join(folder, 'benchmark.json')
  const benchmark = await loadBenchmark(folder, { files, notify })
  const card = cardOf(benchmark, place)
  const catalog = await catalogFor(card, { flags, context, place })
  const audit = await auditBenchmark({
    benchmark,
    catalog,
    seed: flags.seed,
    notify,
    pause: () => clock.sleep(0, signal),
  })
  const kinds = await peopleOf(folder, benchmark, { flags, context })
  const completed = completedCard(card, {
    floors: audit.nulls.map(cardFloor),
    verdict: audit.verdict,
    reasons: countsOf(audit.reasons.map(({ code }) => code)),
    unchecked: audit.unchecked.map(({ check }) => check),
    ...(kinds === undefined
      ? {}
      : { people: kinds.map(({ kind, annotators }) => peopleIn(kind, annotators)) }),
  })
  const json = `${writeJson(completed, 2)}\n`
  await files.write(place, [json])
  context.print(flags.json === true ? json : textOf(audit, kinds, place))
}

function cardOf({ manifest, fingerprint }: Benchmark, place: string): JsonObject {
  if (!isJsonObject(manifest ?? null)) {
    throw new InputError({
      code: 'card-missing',
      what: 'There is no data card to complete.',
      where: place,
      fix: 'Name the folder of a benchmark; `assay benchmark import ITEMS -o FOLDER` makes one of bare items.',
    })
  }
  const card = manifest as JsonObject // as was just seen
  if (card.fingerprint === fingerprint) return card
  throw new InputError({
    code: 'card-stale',
    what: 'The items are not those that the data card speaks of.',
    where: place,
    fix: 'Restore items.jsonl, or make the card anew by `assay benchmark import`.',
  })
}

async function catalogFor(
  card: JsonObject,
  {
    flags,
    context,
    place,
  }: { readonly flags: BenchmarkCardFlags; readonly context: CliContext; readonly place: string },
): Promise<Catalog | undefined> {
  if (flags.catalog === undefined) {
    context.notify('Without --catalog, gold and leaks are not looked at; the data card says so.')
    return undefined
  }
  const { catalog } = await loadCatalog(flags.catalog, importContextOf(context))
  if (typeof card.catalog !== 'string' || card.catalog === catalog.fingerprint) return catalog
  throw new InputError({
    code: 'card-catalog',
    what: 'The benchmark was made from another catalog: their fingerprints differ.',
    where: `${flags.catalog.join(', ')} and ${place}`,
    fix: 'Name the catalog that it was made from, or audit it against this one by `assay benchmark audit`.',
  })
}

interface KindPeople {
  readonly kind: KindAgreement
  readonly annotators: number
}

/** Undefined where no answers are named and none lie beside the items. */
async function peopleOf(
  folder: string,
  benchmark: Benchmark,
  { flags, context }: { readonly flags: BenchmarkCardFlags; readonly context: CliContext },
): Promise<readonly KindPeople[] | undefined> {
  const place = flags.annotations ?? (await annotationFolder(folder, context))
  if (flags.annotations === undefined && (await context.files.facts(place)) === undefined) return undefined
  const { annotators, kinds } = await agreementIn(place, benchmark, { flags, context })
  return kinds.map((kind) => ({ kind, annotators: annotators.length }))
}

function peopleIn(found: KindAgreement, annotators: number): CardPeople {
  const { kind, units, complete, rawAgreement, fleiss, alpha, judge } = found
  return {
    kind,
    annotators,
    units,
    complete,
    ...(rawAgreement === undefined ? {} : { rawAgreement }),
    ...(fleiss === undefined ? {} : { kappa: { value: fleiss.value, interval: fleiss.interval } }),
    ...(alpha === undefined
      ? {}
      : {
          alpha: {
            value: alpha.value,
            ...(alpha.interval === undefined ? {} : { interval: alpha.interval }),
          },
        }),
    majorities: judge.n,
    asBenchmark: judge.agreed,
  }
}

function countsOf(codes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

function textOf(
  { verdict, reasons, nulls, unchecked }: BenchmarkAudit,
  kinds: readonly KindPeople[] | undefined,
  place: string,
): string {
  const codes = Object.entries(countsOf(reasons.map(({ code }) => code)))
  const strongest = new Map<string, BenchmarkAudit['nulls'][number]>()
  for (const floor of nulls) {
    const key = `${floor.kind} ${floor.group ?? ''}`
    if (floor.value > (strongest.get(key)?.value ?? -1)) strongest.set(key, floor)
  }
  const rows = [
    ['verdict', verdict],
    [
      'because of',
      codes.length === 0 ? 'nothing' : codes.map(([code, count]) => `${code} ${count}`).join(', '),
    ],
    ...[...strongest.values()].map(({ id, kind, group, metric, value, chance }) => [
      'floor',
      `${group === undefined ? kind : `${kind} ${group}`}: ${id} ${value.toFixed(3)} ${metric}, chance ${chance.toFixed(3)}`,
    ]),
    ...(kinds === undefined
      ? [['people', 'nobody was asked (assay annotate)']]
      : kinds.map(({ kind, annotators }) => [
          'people',
          `${kind.kind}: ${annotators} annotators, kappa ${kappaText(kind.fleiss, kind.complete)} over ${kind.complete}; ${kind.judge.agreed} of ${kind.judge.n} majorities as the benchmark`,
        ])),
    ...(unchecked.length === 0 ? [] : [['not looked at', unchecked.map(({ check }) => check).join(', ')]]),
  ]
  return `${renderTable({ columns: [{ title: '' }, { title: '' }], rows })}Written: ${printable(place)}\n`
}
