import { benchmarkJudges, type JudgeOf } from '../../report/items/benchmark-judges.js'
import { readRun } from '../../run/read-run.js'
import type { CliContext } from '../command.js'
import { type MaterialFlags, openRunMaterial } from '../report/run-material.js'
import { RunItems, type RunItemsOptions } from './run-items.js'

/**
 * Opens the samples of a run for reading in parts. Items that cannot be read leave their samples without a verdict.
 *
 * @throws {InputError} `run-missing`, `run-invalid`, `run-version`.
 */
export async function openItems(
  folder: string,
  {
    flags,
    context,
    journals,
  }: {
    readonly flags: MaterialFlags
    readonly context: CliContext
    readonly journals: RunItemsOptions['journals']
  },
): Promise<RunItems> {
  const { files, clock } = context
  const { subject } = await readRun(folder, files)
  const { benchmarks, catalog, dialect, vocabulary } = await openRunMaterial(folder, flags, context)
  const options = {
    ...(catalog === undefined ? {} : { catalog }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
  }
  const judges = new Map<string, JudgeOf>(
    [...benchmarks].map(([name, benchmark]) => [name, benchmarkJudges(benchmark, options)]),
  )
  return new RunItems({
    path: files.join(folder, 'samples.jsonl'),
    subject: subject.label,
    files,
    journals,
    clock,
    judgeOf: (benchmark, item) => judges.get(benchmark)?.(item),
  })
}
