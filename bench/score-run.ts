/**
 * Speed and peak memory of scoring a stored run: 200,000 samples of multiple choice, and as many of tool calls, each in a
 * process of its own. Usage: npm run bench -- score-run [--samples 200000]
 */
import { spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hostClock } from '../src/adapters/clock.js'
import { hostFiles } from '../src/adapters/files.js'
import { loadBenchmark } from '../src/benchmark/load.js'
import type { CliContext } from '../src/cli/command.js'
import { runScoreRun } from '../src/cli/commands/score-run-run.js'
import { countText } from '../src/text/number-text.js'
import { renderTable } from '../src/text/table.js'

interface Kind {
  readonly id: string
  readonly describes: string
  /** Samples an item. */
  readonly perItem: number
  /** Whether the samples of one item follow each other, as rotations do and trials do not. */
  readonly isByItem: boolean
  item(number: number): object
  sample(item: number, repeat: number): object
}

const tool = {
  name: 'book',
  description: 'Books a table.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, people: { type: 'integer' }, date: { type: 'string' } },
    required: ['city', 'people'],
  },
}

const kinds: readonly Kind[] = [
  {
    id: 'mcq',
    describes: 'multiple choice, 4 rotations an item',
    perItem: 4,
    isByItem: true,
    item: (number) => ({
      id: `item-${number}`,
      kind: 'mcq',
      tool: 'book',
      question: `What does booking number ${number} do?`,
      answer: 'reserves a table',
      distractors: ['orders a meal', 'cancels a table', 'pays a bill'],
      cluster: `cluster-${number % 500}`,
    }),
    sample: (number, repeat) => ({
      ...keyOf(number, 0),
      variant: `rotation-${repeat}`,
      output: {
        text: ['A', 'The answer is B.', 'C', 'I do not know'][(number + repeat) % 4],
        stopReason: 'stop',
      },
    }),
  },
  {
    id: 'calls',
    describes: 'tool calls in Hermes format, 10 trials an item',
    perItem: 10,
    isByItem: false,
    item: (number) => ({
      id: `item-${number}`,
      kind: 'call',
      messages: [{ role: 'user', content: `A table for ${number} in Lima.` }],
      tools: [tool],
      gold: { calls: [{ name: 'book', arguments: { city: 'Lima', people: number } }], order: 'any' },
      cluster: `cluster-${number % 500}`,
    }),
    sample: (number, repeat) => ({
      ...keyOf(number, repeat),
      output: { text: callText(number, repeat), stopReason: 'stop' },
    }),
  },
]

function keyOf(number: number, trial: number): object {
  return {
    benchmark: 'bench',
    item: `item-${number}`,
    trial,
    subject: 'bench',
    request: { hash: 'a'.repeat(64) },
    seed: trial,
    decode: { maxTokens: 512, temperature: 0 },
    raw: { hash: 'b'.repeat(64) },
    usage: { promptTokens: 180, completionTokens: 30 },
    timing: { startedMs: 1_900_000_000_000 + number, durationMs: 31.25 },
    attempts: 1,
  }
}

function callText(number: number, repeat: number): string {
  if ((number + repeat) % 7 === 0) return 'I would rather not book that.'
  const people = (number + repeat) % 5 === 0 ? number + 1 : number
  return `<tool_call>\n{"name": "book", "arguments": {"city": "Lima", "people": ${people}}}\n</tool_call><|im_end|>`
}

const [first, ...rest] = process.argv.slice(2)
if (first === '--child') await child(rest[0] ?? '')
else await parent(first === '--samples' ? Number(rest[0]) : 200_000)

async function parent(samples: number): Promise<void> {
  console.log(
    `Scoring a stored run of ${countText(samples)} samples, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`,
  )
  const rows: string[][] = []
  for (const kind of kinds) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
    try {
      await writeRun(folder, kind, samples)
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [fileURLToPath(import.meta.url), '--child', folder],
        { encoding: 'utf8' },
      )
      if (status !== 0) throw new Error(stderr)
      const told = JSON.parse(stdout) as { wall: number; cpu: number; peak: number } // printed by `child`
      rows.push([
        kind.describes,
        countText(Math.round(samples / told.wall)),
        countText(Math.round(samples / told.cpu)),
        told.wall.toFixed(1),
        String(Math.round(told.peak)),
      ])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const columns = ['samples', 'a second', 'a CPU second', 'seconds', 'peak MB']
  console.log(
    renderTable({
      columns: columns.map((title, index) => ({
        title,
        ...(index === 0 ? {} : { align: 'right' as const }),
      })),
      rows,
    }),
  )
}

async function writeRun(folder: string, kind: Kind, samples: number): Promise<void> {
  const items = Math.ceil(samples / kind.perItem)
  const itemsPath = join(folder, 'items.jsonl')
  await writeLines(itemsPath, items, (number) => kind.item(number))
  await writeLines(join(folder, 'samples.jsonl'), samples, (line) =>
    kind.isByItem
      ? kind.sample(Math.floor(line / kind.perItem), line % kind.perItem)
      : kind.sample(line % items, Math.floor(line / items)),
  )
  const { fingerprint } = await loadBenchmark(itemsPath, { files: hostFiles, notify: () => {} })
  await hostFiles.write(join(folder, 'run.json'), [
    JSON.stringify({
      schema: 'assay.run/1',
      id: 'bench',
      subject: { spec: 'scripted:bench', label: 'bench', facts: { model: 'bench', dialect: 'hermes' } },
      benchmarks: [{ name: 'bench', path: itemsPath, fingerprint, items }],
      seed: 0,
      trials: kind.id === 'mcq' ? 1 : kind.perItem,
    }),
  ])
}

async function writeLines(path: string, count: number, make: (line: number) => object): Promise<void> {
  const stream = createWriteStream(path)
  for (let line = 0; line < count; line++) {
    if (stream.write(`${JSON.stringify(make(line))}\n`)) continue
    await new Promise<void>((resolve) => stream.once('drain', () => resolve()))
  }
  await new Promise<void>((resolve) => stream.end(() => resolve()))
}

async function child(folder: string): Promise<void> {
  const context: CliContext = {
    files: hostFiles,
    http: { send: () => Promise.reject(new Error('scoring asks nobody')) },
    clock: hostClock,
    print: () => {},
    notify: () => {},
    complain: () => {},
    variable: () => undefined,
    signal: new AbortController().signal,
    exit: () => {},
  }
  const before = process.cpuUsage()
  const started = performance.now()
  await runScoreRun(
    folder,
    { k: [1], seed: 0, resamples: 10_000, onDuplicate: 'error', timeout: 30 },
    context,
  )
  const { user, system } = process.cpuUsage(before)
  console.log(
    JSON.stringify({
      wall: (performance.now() - started) / 1000,
      cpu: (user + system) / 1e6,
      peak: process.resourceUsage().maxRSS / 1024,
    }),
  )
}
