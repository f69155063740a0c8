import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { randomStream } from '../../src/numeric/random.js'
import { countText } from '../../src/text/number-text.js'
import { startServer } from '../asking/mock-server.js'
import { ownRun } from '../asking/own-run.js'
import { questionLines } from '../asking/questions.js'
import { ownWorker } from './own-worker.js'
import { startRedis } from './redis.js'

const CONCURRENCY = 32

/**
 * Kills workers with -9 and restarts Redis at random moments of one run, by turns; the run itself is never touched.
 *
 * @returns whether every sample was kept once.
 */
export async function measureCrashes(samples: number, crashes: number, seed: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-queue-'))
  const server = await startServer(60)
  const redis = await startRedis()
  const random = randomStream(seed, 'crashes')
  const workers = [ownWorker(redis.url, CONCURRENCY), ownWorker(redis.url, CONCURRENCY)]
  try {
    const items = join(folder, 'items.jsonl')
    await writeFile(items, [...questionLines(samples)].join(''))
    const output = join(folder, 'run')
    const subject = `compatible:${server.url}#mock,server=other`
    const run = ownRun({ items: [items], subject, concurrency: 256, queue: redis.url, output })
    let isOver = false
    const report = run.report.finally(() => {
      isOver = true
    })
    const startedMs = performance.now()
    let [killed, restarted] = [0, 0]
    while (!isOver && killed + restarted < crashes) {
      await setTimeout(500 + 1500 * random.uniform())
      if ((killed + restarted) % 2 === 0) {
        const at = random.uniform() < 0.5 ? 0 : 1
        workers[at]?.child.kill('SIGKILL')
        workers[at] = ownWorker(redis.url, CONCURRENCY)
        killed++
      } else {
        await redis.crash(300 * random.uniform())
        restarted++
      }
    }
    const told = await report
    const seconds = (performance.now() - startedMs) / 1000
    const kept = await keptItems(output)
    const distinct = new Set(kept).size
    console.log(
      `${countText(samples)} samples, ${killed} workers killed, ${restarted} restarts of Redis: ` +
        `exit ${told?.exitCode}, ${samples - distinct} lost, ${kept.length - distinct} doubled, ${seconds.toFixed(0)} s, ` +
        `${(await server.times()).count - samples} questions asked again`,
    )
    return (
      told?.exitCode === 0 &&
      distinct === samples &&
      kept.length === samples &&
      killed + restarted === crashes
    )
  } finally {
    server.stop()
    for (const { child } of workers) child.kill('SIGKILL')
    await redis.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Items of the samples that hold an answer. */
async function keptItems(output: string): Promise<readonly string[]> {
  const text = await readFile(join(output, 'samples.jsonl'), 'utf8')
  const samples = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly item: string; readonly output?: unknown }) // our own journal
  return samples.filter(({ output: said }) => said !== undefined).map(({ item }) => item)
}
