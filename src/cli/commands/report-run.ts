import { limitHeapGrowth } from '../../adapters/heap-growth.js'
import { version } from '../../adapters/version.js'
import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import { InputError } from '../../errors.js'
import type { ReportDocument } from '../../report/document.js'
import { FILE_EVIDENCE_BYTES, FILE_ROWS } from '../../report/items/item-caps.js'
import { renderItemsCsv, renderScoresCsv } from '../../report/renderers/csv.js'
import { renderHtml } from '../../report/renderers/html.js'
import { renderJson } from '../../report/renderers/json.js'
import { renderJunit } from '../../report/renderers/junit.js'
import { renderPullRequest } from '../../report/renderers/pull-request.js'
import { reportOf } from '../../report/report-of-sources.js'
import type { Contribution } from '../../report/sources/contribution.js'
import { findSources } from '../../report/sources/source-kind.js'
import { importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { guardOutputs } from '../output-guard.js'
import { builtFile } from '../report/built-file.js'
import { readSource, sourceNames } from '../report/read-source.js'
import type { MaterialFlags } from '../report/run-material.js'

export interface ReportFlags extends MaterialFlags {
  readonly html?: string
  readonly md?: string | true
  readonly junit?: string
  readonly csv?: string
  readonly itemsCsv?: string
  readonly figures?: string
  readonly output?: string
  readonly json?: true
  readonly margin: number
  readonly seed: number
  readonly rows: number
}

const PERMUTATIONS = 10_000
/** Of 200,000 samples more would be garbage than is held. */
const HEAP_GROWTH_PERCENT = 40
/** Characters of evidence that are held while samples are read: enough to choose from. */
const HELD_EVIDENCE = 12_000_000

/**
 * Reads the sources and writes what was asked for; without a flag the summary is printed.
 *
 * @throws {InputError} `report-source-missing`, `report-source-invalid`, `report-page-missing`, and what reading throws;
 * nothing is written by then.
 */
export async function runReport(
  paths: readonly string[],
  flags: ReportFlags,
  context: CliContext,
): Promise<void> {
  limitHeapGrowth(HEAP_GROWTH_PERCENT)
  const { files, print, notify } = context
  const summary = typeof flags.md === 'string' ? flags.md : undefined
  guardOutputs([flags.html, summary, flags.junit, flags.csv, flags.itemsCsv, flags.output], paths)
  const template = flags.html === undefined ? undefined : readTemplate()
  const report = await makeReport(paths, flags, context)
  const write = async (path: string, pieces: Iterable<string>): Promise<void> => {
    await files.write(path, pieces)
    notify(`Written: ${path}`)
  }
  if (flags.html !== undefined && template !== undefined)
    await write(flags.html, [renderHtml(report, template)])
  if (summary !== undefined) await write(summary, [renderPullRequest(report)])
  if (flags.junit !== undefined) await write(flags.junit, [renderJunit(report)])
  if (flags.csv !== undefined) await write(flags.csv, renderScoresCsv(report))
  if (flags.itemsCsv !== undefined) await write(flags.itemsCsv, renderItemsCsv(report))
  if (flags.output !== undefined) await write(flags.output, [renderJson(report)])
  if (flags.figures !== undefined) {
    const { reportFigures } = await import('../../report/figures/report-figures.js')
    for (const { name, svg } of reportFigures(report)) await write(files.join(flags.figures, name), [svg])
  }
  const isSilent = [
    flags.html,
    summary,
    flags.junit,
    flags.csv,
    flags.itemsCsv,
    flags.output,
    flags.figures,
  ].some((one) => one !== undefined)
  if (flags.json) print(renderJson(report))
  else if (flags.md === true || !isSilent) print(renderPullRequest(report))
}

/** Reads the sources and lays them out. @throws what `runReport` throws. */
export async function makeReport(
  paths: readonly string[],
  flags: ReportFlags,
  context: CliContext,
): Promise<ReportDocument> {
  const { files, clock } = context
  const found = []
  for (const path of paths) found.push(...(await findSources(path, files)))
  const names = sourceNames(found)
  const contributions: Contribution[] = []
  let catalog: Catalog | undefined
  if (flags.catalog !== undefined) {
    catalog = (await loadCatalog(flags.catalog, importContextOf(context), importOptionsOf(flags))).catalog
  }
  for (const [place, one] of found.entries()) {
    const read = await readSource(
      {
        found: one,
        id: `s${place + 1}`,
        name: names[place] ?? one.path,
        flags,
        rows: flags.rows,
        evidenceLength: HELD_EVIDENCE,
      },
      context,
    )
    contributions.push(read.contribution)
    catalog ??= read.catalog
    await clock.sleep(0, context.signal)
  }
  return reportOf({
    contributions,
    ...(catalog === undefined ? {} : { catalog }),
    caps: { rows: flags.rows, evidenceBytes: FILE_EVIDENCE_BYTES },
    compare: { margin: flags.margin, seed: flags.seed, permutations: PERMUTATIONS },
    assay: version,
    createdAt: new Date(clock.now()).toISOString(),
  })
}

export const DEFAULT_ROWS = FILE_ROWS

/** @throws {InputError} `report-page-missing`. */
export function readTemplate(from: string = import.meta.url): string {
  const template = builtFile('report-template.html', from)
  if (template !== undefined) return template
  throw new InputError({
    code: 'report-page-missing',
    what: 'The page of the report is not built here.',
    where: 'dist/report-template.html',
    fix: 'Run npm run build, or ask for --md, --junit, --csv or --json.',
  })
}
