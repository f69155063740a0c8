import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TRAVEL_DOMAINS, type TravelTables } from '../packs/travel/knowledge/knowledge-base.js'
import { openTravel, type TravelWorld } from '../packs/travel/world.js'
import type { Table } from '../src/agent/tables/table.js'
import { csvCell } from '../src/text/csv.js'
import { median, spread, table } from './retrieval/table.js'
import { type PeerSearch, peerSearches } from './travel-peers/searches.js'

/*
 * The knowledge base of packs/travel: how long it takes to make, save and load, in a process of its own each time, and how
 * long a search of the full one takes, beside pandas (in the Python of ASSAY_PYTHON), which must find the same rows.
 * --runs N (default 3), --searches N of each tool (default 100), --no-peer.
 */
const [mode, ...rest] = process.argv.slice(2)
if (mode === '--child') await child(rest)
else await main(process.argv.slice(2))

interface Making {
  readonly wallMs: number
  readonly cpuMs: number
  readonly peakMB: number
}

/** What one process measured of itself; written to stdout. */
async function child([task = '', folder = '']: readonly string[]): Promise<void> {
  const from = task === 'load' ? { saved: async (name: string) => readFileSync(join(folder, name)) } : {}
  const started = performance.now()
  const before = process.cpuUsage()
  const size = task === 'small' ? 'small' : 'full'
  const world = await openTravel({ size, seed: 0, semantics: 'strict', ...from })
  if (task === 'save') {
    for (const { name, bytes } of world.save()) writeFileSync(join(folder, name), bytes)
  }
  const { user, system } = process.cpuUsage(before)
  const making: Making = {
    wallMs: performance.now() - started,
    cpuMs: (user + system) / 1000,
    peakMB: process.resourceUsage().maxRSS / 1000,
  }
  process.stdout.write(JSON.stringify(making))
}

async function main(flags: readonly string[]): Promise<void> {
  const after = (flag: string, usual: number): number =>
    flags.includes(flag) ? Number(flags[flags.indexOf(flag) + 1]) : usual
  const runs = flags.includes('--quick') ? 1 : after('--runs', 3)
  console.log(
    `Travel, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${runs} run(s)`,
  )
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    showMaking(folder, runs)
    const world = await openTravel({ size: 'full', seed: 0, semantics: 'strict' })
    showSearches(world, folder, { each: after('--searches', 100), hasPeer: !flags.includes('--no-peer') })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function showMaking(folder: string, runs: number): void {
  const measured = ['small', 'full', 'save', 'load'].map((task) => {
    const all = Array.from({ length: runs }, () => making(task, folder))
    return [
      {
        small: 'make the small base',
        full: 'make the full base',
        save: '… and save it',
        load: 'load it and check it',
      }[task] ?? task,
      spread(
        all.map(({ wallMs }) => wallMs),
        0,
      ),
      spread(
        all.map(({ cpuMs }) => cpuMs),
        0,
      ),
      spread(
        all.map(({ peakMB }) => peakMB),
        0,
      ),
    ]
  })
  console.log(`\n${table([['knowledge base', 'wall ms', 'CPU ms', 'peak RSS MB'], ...measured])}`)
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  console.log(`saved: ${(bytes / 1e6).toFixed(1)} MB`)
}

function making(task: string, folder: string): Making {
  const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--child', task, folder])
  return JSON.parse(output.toString('utf8')) as Making // written by `child`, which runs the same code
}

interface PeerAnswers {
  readonly pandas: string
  readonly numpy: string
  readonly answers: readonly {
    readonly plain: number
    readonly coded: number
    readonly plainRows: readonly number[]
    readonly codedRows: readonly number[]
  }[]
}

interface Timed {
  readonly first: number
  readonly best: number
  readonly rows: readonly number[]
}

function showSearches(
  world: TravelWorld,
  folder: string,
  { each, hasPeer }: { readonly each: number; readonly hasPeer: boolean },
): void {
  const searches = peerSearches(world.tables, each)
  const ours = searches.map((search) => timed(world, search))
  const peer = hasPeer ? answersOfPandas(world.tables, searches, folder) : undefined
  if (peer !== undefined) {
    const wrong = searches.filter((_, at) => {
      const { plainRows = [], codedRows = [] } = peer.answers[at] ?? {}
      const rows = ours[at]?.rows.join(',')
      return rows !== plainRows.join(',') || rows !== codedRows.join(',')
    })
    console.log(
      `\npandas ${peer.pandas}, numpy ${peer.numpy}: other rows in ${wrong.length} of ${searches.length} searches`,
    )
    if (wrong.length > 0) process.exitCode = 1
  }
  const head = [
    'search',
    'rows',
    'first ms',
    'best of 3 ms',
    'pandas ms',
    'with categories',
    'ratios of medians',
  ]
  const tools = [...new Set(searches.map(({ tool }) => tool))]
  const rows = [...tools, 'all'].map((tool) => {
    const places = searches.flatMap((search, at) => (tool === 'all' || search.tool === tool ? [at] : []))
    const of = (value: (at: number) => number | undefined): number =>
      median(places.map((at) => value(at) ?? Number.NaN))
    const best = of((at) => ours[at]?.best)
    const plain = of((at) => peer?.answers[at]?.plain)
    const coded = of((at) => peer?.answers[at]?.coded)
    return [
      tool,
      `${of((at) => ours[at]?.rows.length)}`,
      of((at) => ours[at]?.first).toFixed(3),
      best.toFixed(4),
      plain.toFixed(2),
      coded.toFixed(2),
      `${(plain / best).toFixed(0)}, ${(coded / best).toFixed(0)}`,
    ]
  })
  console.log(`\n${table([head, ...rows])}`)
}

function timed(world: TravelWorld, { tool: name, values, table: domain }: PeerSearch): Timed {
  const tool = world.tools.find((candidate) => candidate.name === name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  const times: number[] = []
  let found: readonly number[] = []
  for (let run = 0; run < 4; run++) {
    const started = performance.now()
    const outcome = tool.run({ kind: 'checked', values })
    times.push(performance.now() - started)
    if (outcome instanceof Promise || outcome.kind !== 'rows') throw new Error(`${name} found no rows`)
    const { rows } = outcome
    found = Array.from({ length: rows.count }, (_, row) => Number(rows.rowId(row).slice(domain.length + 1)))
  }
  return { first: times[0] ?? Number.NaN, best: Math.min(...times.slice(1)), rows: found }
}

function answersOfPandas(
  tables: TravelTables,
  searches: readonly PeerSearch[],
  folder: string,
): PeerAnswers | undefined {
  const python = process.env.ASSAY_PYTHON ?? 'python3'
  if (spawnSync(python, ['-c', 'import pandas']).status !== 0) {
    console.log(`\nNo pandas in ${python}: name a Python that has it in ASSAY_PYTHON.`)
    return undefined
  }
  for (const domain of TRAVEL_DOMAINS) writeFileSync(join(folder, `${domain}.csv`), csvOf(tables[domain]))
  writeFileSync(join(folder, 'searches.json'), JSON.stringify(searches))
  const script = fileURLToPath(new URL('../travel-peers/scan.py', import.meta.url))
  execFileSync(python, [script, folder], { stdio: 'inherit' })
  return JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')) as PeerAnswers // written by scan.py
}

function csvOf(of: Table): string {
  const lines = [of.columns.join(',')]
  for (let row = 0; row < of.rowCount; row++) {
    lines.push(of.columns.map((name) => csvCell(String(of.value(row, name) ?? ''))).join(','))
  }
  return lines.join('\n')
}
