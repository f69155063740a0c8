/**
 * evalite through its runner: as many chats as there are lines in the file of questions, 64 at once, results in memory.
 * Usage: node evalite.mjs URL FILE
 */
import { copyFileSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const [url, file] = process.argv.slice(2)
// Apart from the repository, whose vitest.config.ts it would take for its own.
const folder = mkdtempSync(join(tmpdir(), 'evalite-'))
const here = fileURLToPath(new URL('.', import.meta.url))
for (const name of ['questions.eval.mts', 'evalite.config.mjs'])
  copyFileSync(join(here, name), join(folder, name))
symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'))
const report = join(folder, 'peak.txt')
const output = join(folder, 'results.json')
Object.assign(process.env, { ASSAY_BENCH_URL: url, ASSAY_BENCH_FILE: file, ASSAY_BENCH_REPORT: report })
const { runEvalite } = await import('evalite/runner')
await runEvalite({
  mode: 'run-once-and-exit',
  cwd: folder,
  outputPath: output,
  testOutputWritable: new Writable({ write: (_piece, _encoding, done) => done() }),
})
const endedMs = Date.now()
const { evals } = JSON.parse(readFileSync(output, 'utf8'))
const answers = evals
  .flatMap(({ results }) => results)
  .filter(({ averageScore }) => averageScore === 1).length
let peaks = [process.resourceUsage().maxRSS / 1024]
try {
  peaks = [...peaks, ...readFileSync(report, 'utf8').trim().split('\n').map(Number)]
} catch {
  // The worker was a thread of this process, or was ended before it could tell.
}
process.send?.({ endedMs, answers, peakMb: Math.max(...peaks) })
process.exit()
