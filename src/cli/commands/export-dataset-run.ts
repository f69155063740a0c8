import { version } from '../../adapters/version.js'
import type { Item } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { InputError } from '../../errors.js'
import { type CardFacts, datasetCard } from '../../export/dataset/dataset-card.js'
import {
  type DatasetConfig,
  type Feature,
  itemFeatures,
  itemRow,
  tableFeatures,
} from '../../export/dataset/dataset-configs.js'
import type { TableRow } from '../../export/tables/run-rows.js'
import { sampleRow } from '../../export/tables/sample-row.js'
import { itemRows, scoreRows } from '../../export/tables/score-rows.js'
import { lastSamples } from '../../run/last-samples.js'
import { refuseLinks } from '../../run/refuse-links.js'
import { readStoredConfig, type StoredConfig } from '../../run/stored-config.js'
import { withoutHalfCharacters } from '../../text/half-characters.js'
import { isJsonObject, type JsonValue, writeJson } from '../../text/json.js'
import { countText } from '../../text/number-text.js'
import { renderTable } from '../../text/table.js'
import type { CliContext } from '../command.js'
import { scoresJson } from '../export-opening.js'
import { guardFolder } from '../output-guard.js'

export interface ExportDatasetFlags {
  readonly output: string
  readonly name?: string
  readonly licence?: string
  readonly json?: true
}

/** @throws {InputError} `output-exists`, `licence-odd`, and what reading the source throws. */
export async function runExportDataset(
  source: string,
  flags: ExportDatasetFlags,
  context: CliContext,
): Promise<void> {
  const { files, notify, print } = context
  const { output, licence } = flags
  await guardFolder(output, files)
  await refuseFilled(output, context)
  if (licence !== undefined && !/^[A-Za-z0-9][A-Za-z0-9.+-]{0,63}$/.test(licence)) throw oddLicence(licence)
  const isRun = (await files.facts(files.join(source, 'run.json'))) !== undefined
  const written = isRun ? await writeRun(source, flags, context) : await writeItems(source, flags, context)
  await files.write(files.join(output, 'README.md'), [datasetCard(written)])
  notify(`Written: ${output}`)
  const configs = written.configs.map(({ name, file, rows }) => ({ name, file, rows }))
  print(
    flags.json
      ? `${JSON.stringify({ schema: 'assay.dataset/1', folder: output, configs }, undefined, 2)}\n`
      : renderTable({
          columns: [{ title: 'config' }, { title: 'rows', align: 'right' }, { title: 'file' }],
          rows: configs.map(({ name, file, rows }) => [name, countText(rows), file]),
        }),
  )
}

async function writeItems(
  path: string,
  { output, name, licence }: ExportDatasetFlags,
  context: CliContext,
): Promise<CardFacts> {
  const { files, notify, signal } = context
  const benchmark = await loadBenchmark(path, { files, notify, signal })
  const kinds = [...new Set(benchmark.items.map(({ kind }) => kind))]
  const configs: DatasetConfig[] = []
  for (const kind of kinds) {
    const items = benchmark.items.filter((item) => item.kind === kind)
    configs.push(
      await writeConfig({ name: kind, features: itemFeatures(kind) }, itemLines(items), { output, context }),
    )
  }
  const manifest = isJsonObject(benchmark.manifest) ? benchmark.manifest : {}
  const stated = [licence, manifest.licence, manifest.license].find((one) => typeof one === 'string')
  const verdict = typeof manifest.verdict === 'string' ? manifest.verdict : undefined
  return {
    name: name ?? benchmark.name,
    configs,
    assay: version,
    ...(typeof stated === 'string' ? { licence: stated } : {}),
    about: {
      kind: 'benchmark',
      fingerprint: benchmark.fingerprint,
      ...(verdict === undefined ? {} : { verdict }),
    },
  }
}

function* itemLines(items: readonly Item[]): Generator<Record<string, JsonValue>> {
  for (const item of items) yield itemRow(item)
}

async function writeRun(
  folder: string,
  { output, name, licence }: ExportDatasetFlags,
  context: CliContext,
): Promise<CardFacts> {
  const { files, notify } = context
  await refuseLinks(folder, ['run.json', 'samples.jsonl', 'scores.json'], files)
  const run = await readStoredConfig(folder, files)
  const place = { output, context }
  const tally = { redacted: 0 }
  const samples = { name: 'samples', features: tableFeatures('samples') }
  const configs = [await writeConfig(samples, sampleLines(run, tally, context), place)]
  const json = await scoresJson(folder, context)
  if (json === undefined) notify(`not scored, so there are samples alone: assay score ${folder}`)
  else {
    const file = { run: run.id, json, where: files.join(folder, 'scores.json') }
    const tables = [
      [{ name: 'scores', features: tableFeatures('scores') }, scoreRows(file)],
      [{ name: 'items', features: tableFeatures('items') }, itemRows(file)],
    ] as const
    for (const [config, rows] of tables) configs.push(await writeConfig(config, rows, place))
  }
  return {
    name: name ?? run.id,
    configs,
    assay: version,
    ...(licence === undefined ? {} : { licence }),
    about: {
      kind: 'run',
      id: run.id,
      subject: run.subject.label,
      createdAt: run.createdAt,
      redacted: tally.redacted,
      isScored: json !== undefined,
    },
  }
}

async function* sampleLines(
  run: StoredConfig,
  tally: { redacted: number },
  { files, notify, signal }: CliContext,
): AsyncGenerator<TableRow> {
  const path = files.join(run.folder, 'samples.jsonl')
  if ((await files.facts(path)) === undefined) return
  const torn = ({ where }: { readonly where: string }): void =>
    notify(`${where}: a part of a line, as a crash leaves it; passed over`)
  for await (const sample of lastSamples(path, files, torn)) {
    signal.throwIfAborted()
    if (sample.effort?.isRedacted === true) tally.redacted++
    yield sampleRow(sample, { run: run.id, subject: run.subject.label })
  }
}

/** Every row has every column, so that a loader need not guess. */
async function writeConfig(
  { name, features }: { readonly name: string; readonly features: readonly Feature[] },
  rows: Iterable<TableRow> | AsyncIterable<TableRow>,
  { output, context: { files } }: { readonly output: string; readonly context: CliContext },
): Promise<DatasetConfig> {
  const file = `data/${name}.jsonl`
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const row of rows) {
      count++
      const cells = Object.fromEntries(features.map((one) => [one.name, cellOf(row[one.name] ?? null, one)]))
      yield `${withoutHalfCharacters(writeJson(cells))}\n`
    }
  }
  await files.write(files.join(output, 'data', `${name}.jsonl`), lines())
  return { name, file, features, rows: count }
}

/** An object has no fixed columns: it is JSON in a text. */
function cellOf(value: JsonValue, { type }: Feature): JsonValue {
  return type === 'string' && typeof value === 'object' && value !== null ? writeJson(value) : value
}

async function refuseFilled(output: string, { files }: CliContext): Promise<void> {
  if ((await files.facts(output)) === undefined) return
  const [first] = await files.list(output)
  if (first === undefined) return
  throw new InputError({
    code: 'output-exists',
    what: `The folder holds something already: ${JSON.stringify(first.slice(0, 80))}.`,
    where: output,
    fix: 'Choose a new folder with -o, or empty that one first.',
  })
}

function oddLicence(licence: string): InputError {
  return new InputError({
    code: 'licence-odd',
    what: `${JSON.stringify(licence.slice(0, 80))} is no identifier of a licence.`,
    where: '--licence',
    fix: 'Give one such as apache-2.0 or cc-by-4.0.',
  })
}
