import { version } from '../../adapters/version.js'
import { InputError } from '../../errors.js'
import { type InspectTotals, inspectLog, valuesKey } from '../../export/inspect/inspect-log.js'
import { lastSamples } from '../../run/last-samples.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { isJsonObject } from '../../text/json.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import type { CliContext } from '../command.js'
import { type ExportFlags, openScores, openStoredRun } from '../export-opening.js'
import { guardOutput } from '../output-guard.js'
import { dialectOf } from './score-run-run.js'

export interface ExportInspectFlags extends ExportFlags {
  readonly output: string
}

/** @throws {InputError} `output-not-json`, and what opening a run and reading samples throw; nothing is written by then. */
export async function runExportInspect(
  folder: string,
  flags: ExportInspectFlags,
  context: CliContext,
): Promise<void> {
  const { files, notify, print } = context
  if (!flags.output.endsWith('.json')) {
    throw new InputError({
      code: 'output-not-json',
      what: 'Inspect knows a JSON log by its name, which ends in .json.',
      where: flags.output,
      fix: 'Name a file that ends in .json.',
    })
  }
  guardOutput(
    flags.output,
    ['run.json', 'samples.jsonl', 'scores.json'].map((name) => files.join(folder, name)),
  )
  const { run, stored, benchmark, samplesPath } = await openStoredRun(folder, flags, context)
  const opened = await openScores(folder, stored.name, context)
  if (opened === undefined) notify(`not scored, so the log holds no scores: assay score ${folder}`)
  const samples = async function* (isTold: boolean): AsyncGenerator<StoredSample> {
    const torn = ({ where }: { readonly where: string }): void => {
      if (isTold) notify(`${where}: a part of a line, as a crash leaves it; passed over`)
    }
    for await (const sample of lastSamples(samplesPath, files, torn)) {
      context.signal.throwIfAborted()
      if (sample.benchmark === stored.name) yield sample
    }
  }
  const totals = await totalsOf(samples(true))
  const dialect = await dialectOf(run, {}, context)
  const pieces = inspectLog(
    {
      run: {
        id: run.id,
        subject: run.subject.label,
        trials: run.trials,
        createdAt: run.createdAt,
        settings: isJsonObject(run.json.settings) ? run.json.settings : {},
        ...(run.unmeasured === undefined ? {} : { unmeasured: run.unmeasured }),
      },
      benchmark: {
        name: stored.name,
        path: stored.path,
        fingerprint: stored.fingerprint,
        items: benchmark.items,
      },
      scores: opened?.scores ?? [],
      values: opened?.values ?? new Map(),
      totals,
      dialect,
      assay: version,
    },
    samples(false),
  )
  await files.write(flags.output, pieces)
  notify(`Written: ${flags.output}`)
  print(
    `${countText(totals.samples)} samples of ${printable(stored.name)}, ${countText(totals.failed)} of them errors.\n`,
  )
}

async function totalsOf(samples: AsyncIterable<StoredSample>): Promise<InspectTotals> {
  const measured = new Map<string, number>()
  const totals = { samples: 0, failed: 0, promptTokens: 0, completionTokens: 0 }
  for await (const { item, variant, error, effort } of samples) {
    totals.samples++
    totals.promptTokens += effort?.promptTokens ?? 0
    totals.completionTokens += effort?.completionTokens ?? 0
    if (error !== undefined) totals.failed++
    else {
      const key = valuesKey(item, variant)
      measured.set(key, (measured.get(key) ?? 0) + 1)
    }
  }
  return { ...totals, measured }
}
