import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostFiles } from '../../src/adapters/files.js'
import { Budget } from '../../src/run/budget.js'
import { scanSamples } from '../../src/run/scan-samples.js'
import { countText } from '../../src/text/number-text.js'
import { startServer } from './mock-server.js'
import { ownRun } from './own-run.js'
import { questionLines } from './questions.js'

/** Peak memory of a run of 200,000 samples, by 20,000 items asked ten times and by 200,000 items; and the resume scan. */
export async function measureLarge(isQuick: boolean): Promise<void> {
  const samples = isQuick ? 20_000 : 200_000
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  const server = await startServer(0)
  try {
    for (const trials of [10, 1]) {
      const items = join(folder, `items-${trials}.jsonl`)
      await writeFile(items, [...questionLines(samples / trials)].join(''))
      const output = join(folder, `run-${trials}`)
      const subject = `compatible:${server.url}#mock,server=other,logprobs=off`
      const report = await ownRun({ items: [items], subject, output, trials, concurrency: 64 }).report
      if (report === undefined || report.exitCode !== 0)
        throw new Error('the run of the large benchmark failed')
      console.log(
        `${countText(samples)} samples (${trials} trials): ${(report.wallMs / 1000).toFixed(0)} s, ` +
          `peak memory ${report.peakMb.toFixed(0)} MiB`,
      )
      await measureScan(output, samples / trials, trials)
      const again = await ownRun({ resume: output, concurrency: 64 }).report
      console.log(
        `  resumed with nothing left to ask: ${((again?.wallMs ?? Number.NaN) / 1000).toFixed(2)} s in all, ` +
          `peak memory ${again?.peakMb.toFixed(0)} MiB`,
      )
    }
  } finally {
    server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureScan(output: string, items: number, trials: number): Promise<void> {
  const { benchmarks } = JSON.parse(await readFile(join(output, 'run.json'), 'utf8')) as {
    readonly benchmarks: readonly { readonly name: string }[]
  } // written by Assay
  const ids = new Set(Array.from({ length: items }, (_, index) => `qa-${index}`))
  const known = { benchmarks: new Map(benchmarks.map(({ name }) => [name, ids])), trials }
  const path = join(output, 'samples.jsonl')
  const [startedMs, startedCpu] = [performance.now(), process.cpuUsage()]
  const { done } = await scanSamples(path, hostFiles, { known, budget: new Budget({}) })
  const sizeBytes = (await hostFiles.facts(path))?.sizeBytes ?? 0
  console.log(
    `  resume scan: ${((performance.now() - startedMs) / 1000).toFixed(2)} s (${(process.cpuUsage(startedCpu).user / 1e6).toFixed(2)} s of processor) for ${countText(done.size)} samples ` +
      `(${(sizeBytes / 1e6).toFixed(0)} MB)`,
  )
}
