import type { Catalog } from '../catalog/catalog.js'
import type { Absence } from './absence.js'
import type { ReportDocument } from './document.js'
import { fitItems, type ItemCaps } from './items/fit-items.js'
import { buildCompare, type CompareSettings } from './pages/build-compare.js'
import { buildRetrieval } from './pages/build-retrieval.js'
import type { BenchmarkLine, OverviewPage } from './pages/overview-page.js'
import type { ReportPages } from './pages/report-pages.js'
import { unjudged } from './sources/audit-source.js'
import type { Contribution } from './sources/contribution.js'

export interface ReportRequest {
  /** In the order of the command line; at least one. */
  readonly contributions: readonly Contribution[]
  /** For descriptions and neighbours of tools. */
  readonly catalog?: Catalog
  readonly caps: ItemCaps
  readonly compare: CompareSettings
  /** Version of Assay. */
  readonly assay: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
}

/** Lays out what was read, page by page. What audits found stands beside the pages as it was. */
export function reportOf(request: ReportRequest): ReportDocument {
  const { contributions, assay, createdAt, compare } = request
  const audits = contributions.flatMap(({ audit }) => audit ?? [])
  const [first] = audits
  return {
    schema: 'assay.report/1',
    assay,
    createdAt,
    seed: compare.seed,
    ...(first?.catalog === undefined ? {} : { catalog: first.catalog }),
    benchmarks: audits.flatMap(({ benchmarks }) => benchmarks),
    subjects: audits.flatMap(({ subjects }) => subjects),
    sections: [
      ...audits.flatMap(({ sections }) => sections),
      ...contributions.flatMap((one) => one.sections ?? []),
    ],
    notMeasured: audits.flatMap(({ notMeasured }) => notMeasured),
    pages: pagesOf(request),
  }
}

function pagesOf({ contributions, catalog, caps, compare }: ReportRequest): ReportPages {
  const retrieval = buildRetrieval(contributions, catalog)
  const probes = contributions.flatMap((one) => one.probes ?? [])
  const calls = contributions.flatMap((one) => one.calls ?? [])
  const ladders = contributions.flatMap((one) => one.ladder ?? [])
  const drifts = contributions.flatMap(({ source, drift }) =>
    drift === undefined ? [] : [{ source: source.id, drift }],
  )
  const dialogues = contributions.flatMap((one) => one.dialogues ?? [])
  const compared = buildCompare(contributions, compare)
  const items = fitItems(
    contributions.flatMap(({ samples }) => samples ?? []),
    caps,
  )
  const pages = {
    sources: contributions.map(({ source }) => source),
    ...(retrieval === undefined ? {} : { retrieval }),
    ...(probes.length === 0 ? {} : { probes: { results: probes } }),
    ...(calls.length === 0 ? {} : { calls: { results: calls } }),
    ...(ladders.length + drifts.length === 0 ? {} : { ladder: { ladders, drifts } }),
    ...(dialogues.length === 0 ? {} : { dialogues: { results: dialogues } }),
    ...(compared === undefined ? {} : { compare: compared }),
    ...(items === undefined ? {} : { items }),
  }
  return { ...pages, overview: overviewOf(contributions, pages) }
}

function overviewOf(contributions: readonly Contribution[], pages: Partial<ReportPages>): OverviewPage {
  return {
    benchmarks: benchmarkLinesOf(contributions),
    verdicts: contributions.flatMap(({ verdicts = [] }) => verdicts),
    scores: contributions.flatMap(({ headlines = [] }) => headlines),
    notMeasured: [...contributions.flatMap(({ notMeasured = [] }) => notMeasured), ...absentPages(pages)],
  }
}

/** What audits say, then benchmarks of runs that no audit here has looked at. */
function benchmarkLinesOf(contributions: readonly Contribution[]): readonly BenchmarkLine[] {
  const judged = contributions.flatMap(({ benchmarkLines = [] }) => benchmarkLines)
  const known = new Set(
    contributions.flatMap(({ audit }) => audit?.benchmarks.map(({ fingerprint }) => fingerprint) ?? []),
  )
  const others: BenchmarkLine[] = []
  for (const { source } of contributions) {
    if (source.kind === 'audit' || source.kind === 'ladder') continue
    for (const { name, fingerprint, items } of source.benchmarks) {
      if (fingerprint !== undefined && known.has(fingerprint)) continue
      if (fingerprint !== undefined) known.add(fingerprint)
      others.push(unjudged({ source: source.id, benchmark: name, ...(items === undefined ? {} : { items }) }))
    }
  }
  return [...judged, ...others]
}

const PAGES = [
  ['retrieval', 'Retrieval', 'no source ranked tools or named them for a query'],
  ['probes', 'Probes', 'no source asked multiple-choice or yes-or-no questions'],
  ['calls', 'Calls', 'no source asked for tool calls'],
  ['ladder', 'Ladder', 'no source is a ladder or a comparison of checkpoints'],
  ['dialogues', 'Dialogues', 'no source played dialogues'],
] as const

function absentPages(pages: Partial<ReportPages>): readonly Absence[] {
  return PAGES.flatMap(([id, what, why]) => (pages[id] === undefined ? [{ what, why }] : []))
}
