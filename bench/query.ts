/**
 * Time and memory of `assay query` over 1,000,000 samples of one run, each statement in a process of its own; and of writing
 * them as Parquet. DuckDB is taken from ASSAY_PEERS, else from test/assets/duckdb.
 * Usage: npm run bench -- query [--samples 1000000]
 */
import { spawnSync } from 'node:child_process'
import { createWriteStream, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hostClock } from '../src/adapters/clock.js'
import { hostFiles } from '../src/adapters/files.js'
import type { CliContext } from '../src/cli/command.js'
import { runExportParquet } from '../src/cli/commands/export-parquet-run.js'
import { runQuery } from '../src/cli/commands/query-run.js'
import { renderTable } from '../src/text/table.js'

const STATEMENTS: readonly (readonly [string, string])[] = [
  [
    'group by 100,000 items',
    'select item, avg(duration_ms), count(*) from samples group by item order by item limit 3',
  ],
  ['count by stop reason', 'select stop_reason, count(*) from samples group by all order by all'],
  ['search of every text', "select count(*) from samples where text like '%number 77 %'"],
  ['facts of the run alone', 'select run, subject from runs'],
]

const REPEATS = 3
const argv = process.argv.slice(2)
const count = argv.includes('--samples') ? Number(argv[argv.indexOf('--samples') + 1]) : 1_000_000

if (argv[0] === 'child') await child(argv[1] ?? '', argv[2] ?? '')
else await parent()

async function child(what: string, folder: string): Promise<void> {
  process.env.ASSAY_PEERS ??= 'test/assets/duckdb'
  let printed = ''
  const context: CliContext = {
    files: hostFiles,
    http: { send: () => Promise.reject(new Error('no network')) },
    clock: hostClock,
    print: (text) => {
      printed += text
    },
    notify: () => {},
    complain: () => {},
    variable: () => undefined,
    signal: new AbortController().signal,
    exit: () => {},
  }
  const started = performance.now()
  if (what === 'parquet') {
    const output = join(folder, 'samples.parquet')
    await runExportParquet({ paths: [join(folder, 'run')], flags: { output, memory: 2048 } }, context)
  } else {
    await runQuery(
      { sql: what, paths: [join(folder, 'run')], flags: { rows: 10, timeout: 300, memory: 2048 } },
      context,
    )
  }
  const { user, system } = process.cpuUsage()
  const wallMs = performance.now() - started
  console.log(
    JSON.stringify({
      wallMs,
      cpuMs: (user + system) / 1000,
      peakMb: process.resourceUsage().maxRSS / 1024,
      printed,
    }),
  )
}

async function parent(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-query-'))
  try {
    await writeRun(join(folder, 'run'))
    const size = statSync(join(folder, 'run/samples.jsonl')).size
    console.log(
      `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores; ${count} samples, ${(size / 1e6).toFixed(0)} MB`,
    )
    const rows = [...STATEMENTS, ['as Parquet', 'parquet'] as const].map(([name, what]) => {
      const taken = Array.from({ length: REPEATS }, () => measure(what, folder)).sort(
        (a, b) => a.cpuMs - b.cpuMs,
      )
      const [least, middle, most] = taken
      if (least === undefined || middle === undefined || most === undefined)
        throw new Error('nothing was measured')
      return [
        name,
        seconds(middle.cpuMs),
        `${seconds(least.cpuMs)}–${seconds(most.cpuMs)}`,
        seconds(middle.wallMs),
        Math.max(...taken.map(({ peakMb }) => peakMb)).toFixed(0),
      ]
    })
    const titles = ['statement', 'processor, s', 'spread', 'wall, s', 'peak, MB']
    console.log(
      renderTable({
        columns: titles.map((title, at) => ({ title, align: at === 0 ? 'left' : 'right' })),
        rows,
      }),
    )
    console.log(`Parquet file: ${(statSync(join(folder, 'samples.parquet')).size / 1e6).toFixed(0)} MB`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Measured {
  readonly wallMs: number
  readonly cpuMs: number
  readonly peakMb: number
}

function measure(what: string, folder: string): Measured {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), 'child', what, folder],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Measured // written by `child`
}

async function writeRun(folder: string): Promise<void> {
  const run = {
    schema: 'assay.run/1',
    id: 'large',
    createdAt: '2026-11-01T00:00:00.000Z',
    subject: { spec: 'openai:small', label: 'small', facts: { model: 'small' } },
    benchmarks: [{ name: 'desk', path: 'desk.jsonl', fingerprint: 'f', items: 100_000 }],
    tasks: {},
    settings: {},
    seed: 0,
    trials: Math.ceil(count / 100_000),
    rotations: 'one',
    sessions: [],
  }
  await hostFiles.write(join(folder, 'run.json'), [JSON.stringify(run)])
  await writeFile(join(folder, 'samples.jsonl'), '')
  const out = createWriteStream(join(folder, 'samples.jsonl'))
  for (let place = 0; place < count; place++) {
    if (!out.write(`${JSON.stringify(sample(place))}\n`))
      await new Promise((go) => out.once('drain', () => go(undefined)))
  }
  await new Promise((done) => out.end(() => done(undefined)))
}

function sample(place: number): object {
  return {
    benchmark: 'desk',
    item: `q${place % 100_000}`,
    trial: Math.floor(place / 100_000),
    output: {
      text: `I would call the tool number ${(place * 7919) % 1000} because it fits the request best; answer ${place % 3 ? 'yes' : 'no'}`,
      stopReason: place % 50 ? 'stop' : 'length',
    },
    subject: 'small',
    request: { hash: String(place).padStart(64, 'a') },
    seed: place % 10,
    decode: { maxTokens: 256, temperature: 0 },
    raw: { hash: String(place).padStart(64, 'b') },
    usage: { promptTokens: 300 + (place % 50), completionTokens: 20 + (place % 9) },
    timing: { startedMs: 1_790_000_000_000 + place, durationMs: 5 + (place % 100) },
    attempts: 1,
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}
