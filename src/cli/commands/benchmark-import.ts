import { version } from '../../adapters/version.js'
import { manifestOf, writeBenchmark } from '../../benchmark/write.js'
import { writeJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import type { CliContext } from '../command.js'
import { type BenchmarkShowFlags, openBenchmark, textOfBenchmark } from './benchmark-show.js'

export interface BenchmarkImportFlags extends BenchmarkShowFlags {
  readonly output: string
}

export async function runBenchmarkImport(
  source: string,
  flags: BenchmarkImportFlags,
  context: CliContext,
): Promise<void> {
  const opened = await openBenchmark(source, flags, context)
  const { benchmark, match } = opened
  const manifest = manifestOf({
    benchmark,
    generator: { name: 'import', version: 1 },
    assay: version,
    ...(match === undefined ? {} : { catalog: match.catalog.fingerprint }),
  })
  await writeBenchmark({ benchmark, manifest, folder: flags.output }, context.files)
  const written = `Written: ${printable(flags.output)} (items.jsonl, benchmark.json)`
  context.print(flags.json ? `${writeJson(manifest, 2)}\n` : `${textOfBenchmark(opened)}${written}\n`)
}
