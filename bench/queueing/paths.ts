import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countText } from '../../src/text/number-text.js'
import { startServer } from '../asking/mock-server.js'
import { ownRun } from '../asking/own-run.js'
import { questionLines } from '../asking/questions.js'
import { ownWorker } from './own-worker.js'
import { startRedis } from './redis.js'

const WORKERS = 2
const CONCURRENCY = 64

/** What a path took for all its samples. */
interface Taken {
  readonly wallMs: number
  readonly cpuMs: number
  readonly redisCpuMs: number
}

export interface PathsOptions {
  readonly samples: number
  readonly delayMs: number
}

/** The same questions by one process and by two workers, one path after the other in one run. */
export async function measurePaths({ samples, delayMs }: PathsOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-queue-'))
  const server = await startServer(delayMs)
  const redis = await startRedis()
  try {
    const items = join(folder, 'items.jsonl')
    await writeFile(items, [...questionLines(samples)].join(''))
    const flags = {
      items: [items],
      subject: `compatible:${server.url}#mock,server=other`,
      concurrency: CONCURRENCY,
    }
    const alone = await taken(ownRun({ ...flags, output: join(folder, 'alone') }))
    const workers = Array.from({ length: WORKERS }, () => ownWorker(redis.url, CONCURRENCY / WORKERS))
    const before = redis.cpuMs()
    // Workers have no more than 64 in hand together; the rest waits for them, as it does by default.
    const run = ownRun({ ...flags, concurrency: 256, queue: redis.url, output: join(folder, 'queued') })
    const collector = await taken(run)
    const redisCpuMs = redis.cpuMs() - before
    const ofWorkers = await Promise.all(workers.map((worker) => worker.end()))
    const queued = {
      ...collector,
      redisCpuMs,
      cpuMs: collector.cpuMs + ofWorkers.reduce((sum, cpuMs) => sum + cpuMs, 0),
    }
    const withRedis = queued.cpuMs + queued.redisCpuMs
    console.log(
      `${countText(samples)} samples, answers after ${delayMs} ms, ${CONCURRENCY} at once: ` +
        `one process ${text(alone, samples)}; ${WORKERS} workers ${text(queued, samples)}, ` +
        `Redis ${perSample(redisCpuMs, samples)}. ` +
        `Processor ${ratio(queued.cpuMs, alone.cpuMs)} times, with Redis ${ratio(withRedis, alone.cpuMs)} times; ` +
        `wall ${ratio(queued.wallMs, alone.wallMs)} times; Redis at most ${(redis.peakBytes() / 2 ** 20).toFixed(1)} MiB`,
    )
  } finally {
    server.stop()
    await redis.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function taken({ report }: ReturnType<typeof ownRun>): Promise<Pick<Taken, 'wallMs' | 'cpuMs'>> {
  const told = await report
  if (told === undefined || told.exitCode !== 0)
    throw new Error(`a run ended with ${told?.exitCode ?? 'a crash'}`)
  return { wallMs: told.wallMs, cpuMs: told.cpuMs }
}

function text({ wallMs, cpuMs }: Pick<Taken, 'wallMs' | 'cpuMs'>, samples: number): string {
  return `${(wallMs / 1000).toFixed(2)} s, ${perSample(cpuMs, samples)} of processor a sample`
}

function perSample(cpuMs: number, samples: number): string {
  return `${((1000 * cpuMs) / samples).toFixed(0)} µs`
}

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2)
}
