import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../asking/mock-server.js'
import { ownRun } from '../asking/own-run.js'
import { questionLines } from '../asking/questions.js'
import { ownWorker } from './own-worker.js'
import { startRedis } from './redis.js'

const WORKERS = 4
const PER_MINUTE = 600
const WINDOW_MS = 60_000

/**
 * Requests of four workers under one limit, by when they began.
 *
 * @returns whether the rate is within 5 % of the limit, and no minute beyond it by more.
 */
export async function measureLimit(minutes: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-queue-'))
  const server = await startServer(50)
  const redis = await startRedis()
  const workers = Array.from({ length: WORKERS }, () => ownWorker(redis.url, 16))
  try {
    const items = join(folder, 'items.jsonl')
    await writeFile(items, [...questionLines(PER_MINUTE * minutes)].join(''))
    const output = join(folder, 'run')
    const subject = `compatible:${server.url}#mock,server=other`
    const flags = { items: [items], subject, concurrency: 256, queue: redis.url, output }
    const told = await ownRun({ ...flags, requestsPerMinute: PER_MINUTE }).report
    if (told?.exitCode !== 0) throw new Error(`the run ended with ${told?.exitCode ?? 'a crash'}`)
    const starts = await startsOf(output)
    const lengthMs = (starts.at(-1) ?? 0) - (starts[0] ?? 0)
    const rate = ((starts.length - 1) * WINDOW_MS) / lengthMs
    const busiest = Math.max(
      ...starts.map((start, at) => starts.findLastIndex((one) => one < start + WINDOW_MS) - at + 1),
    )
    console.log(
      `${WORKERS} workers, ${PER_MINUTE} requests a minute allowed: ${rate.toFixed(0)} a minute over ` +
        `${(lengthMs / WINDOW_MS).toFixed(1)} minutes, busiest minute ${busiest}`,
    )
    return Math.abs(rate / PER_MINUTE - 1) <= 0.05 && busiest <= PER_MINUTE * 1.05
  } finally {
    server.stop()
    for (const { child } of workers) child.kill('SIGKILL')
    await redis.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startsOf(output: string): Promise<readonly number[]> {
  const text = await readFile(join(output, 'samples.jsonl'), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines
    .map((line) => (JSON.parse(line) as { readonly timing: { readonly startedMs: number } }).timing.startedMs) // our own journal
    .sort((left, right) => left - right)
}
