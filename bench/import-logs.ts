/**
 * Time and peak memory of importing a log of requests: 100,000 lines, a tenth of them asked before. The command runs in a
 * process of its own. Usage: npm run bench -- import-logs [--lines 100000]
 */
import { spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hostClock } from '../src/adapters/clock.js'
import { hostFiles } from '../src/adapters/files.js'
import type { CliContext } from '../src/cli/command.js'
import { runImport } from '../src/cli/commands/import-run.js'
import { countText } from '../src/text/number-text.js'

const tools = Array.from({ length: 12 }, (_, at) => ({
  type: 'function',
  function: {
    name: `book_${at}`,
    description: `Books a table in restaurant number ${at} of the town, for so many guests and at that time.`,
    parameters: {
      type: 'object',
      properties: { guests: { type: 'integer' }, time: { type: 'string' }, name: { type: 'string' } },
      required: ['guests', 'time'],
    },
  },
}))

function lineOf(number: number): string {
  const given = JSON.stringify({ guests: number % 9, time: '19:30' })
  const calls = [
    { id: `call_${number}`, type: 'function', function: { name: `book_${number % 12}`, arguments: given } },
  ]
  const message =
    number % 4 === 0
      ? { role: 'assistant', content: 'Gladly.' }
      : { role: 'assistant', content: null, tool_calls: calls }
  const body = {
    model: number % 2 === 0 ? 'model-a' : 'model-b',
    messages: [
      { role: 'system', content: 'You book tables. '.repeat(20) },
      { role: 'user', content: `Booking number ${number - (number % 10 === 9 ? 9 : 0)}, please.` },
    ],
    tools,
    temperature: 0,
  }
  const response = {
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 900, completion_tokens: 20 },
  }
  return JSON.stringify({
    request: { headers: { authorization: 'Bearer x' }, body },
    response: { status: 200, body: response },
  })
}

const [first, ...rest] = process.argv.slice(2)
if (first === 'import') await importOne(rest[0] ?? '', rest[1] ?? '')
else await measure(Number(process.argv[process.argv.indexOf('--lines') + 1]) || 100_000)

async function measure(lines: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-import-'))
  const log = join(folder, 'log.jsonl')
  try {
    const file = createWriteStream(log)
    for (let number = 0; number < lines; number++) {
      if (!file.write(`${lineOf(number)}\n`))
        await new Promise<void>((resolve) => file.once('drain', () => resolve()))
    }
    await new Promise<void>((resolve) => file.end(() => resolve()))
    const megabytes = Math.round((await stat(log)).size / 1e6)
    const run = spawnSync(
      process.execPath,
      [fileURLToPath(import.meta.url), 'import', log, join(folder, 'out')],
      {
        encoding: 'utf8',
      },
    )
    process.stdout.write(run.stdout)
    process.stderr.write(run.stderr)
    process.stdout.write(`${countText(lines)} lines, ${megabytes} MB\n`)
    process.exitCode = run.status ?? 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function importOne(log: string, output: string): Promise<void> {
  const context: CliContext = {
    files: hostFiles,
    http: { send: () => Promise.reject(new Error('nothing is asked')) },
    clock: hostClock,
    print: () => undefined,
    notify: () => undefined,
    complain: () => undefined,
    variable: () => undefined,
    signal: new AbortController().signal,
    exit: () => undefined,
  }
  const started = performance.now()
  await runImport([log], { output, turns: 'first' }, context)
  const seconds = (performance.now() - started) / 1000
  const peak = Math.round(process.resourceUsage().maxRSS / 1024)
  process.stdout.write(`imported in ${seconds.toFixed(1)} s, peak ${peak} MiB\n`)
}
