import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { hostFiles } from '../../src/adapters/files.js'
import { loadBenchmark } from '../../src/benchmark/load.js'

export interface LargeRun {
  /** Made; holds the items too. */
  readonly folder: string
  readonly items: number
  /** Samples an item. */
  readonly trials: number
  /** Characters of one text, the last sample's; default as long as the others. */
  readonly longestText?: number
}

/** Tools that one item offers, out of 40. */
const OFFERED = 8

const tools = Array.from({ length: 40 }, (_, at) => ({
  name: `${['find', 'assign', 'close', 'book', 'send'][at % 5]}_${['ticket', 'room', 'note', 'part'][at % 4]}_${at}`,
  description: `Does number ${at} of what a support desk does, for one ticket at a time, and tells who it was given to.`,
  inputSchema: {
    type: 'object',
    properties: {
      ticket: { type: 'integer', description: 'Number of the ticket.' },
      to: { type: 'string', description: 'Who it is for.' },
      urgent: { type: 'boolean' },
    },
    required: ['ticket'],
  },
}))

const people = ['Rosa', 'Yusuf', 'Ines', 'Tomasz', 'Aiko', 'Femi', 'Lars']

/**
 * Writes a run of tool calls as `assay run` leaves it: right ones, wrong tools, wrong arguments, no calls, cut ones, errors;
 * each sample with what it cost. Trials of an item lie far apart, as a run asks them.
 */
export async function writeLargeRun({ folder, items, trials, longestText }: LargeRun): Promise<void> {
  await mkdir(folder, { recursive: true })
  const bench = join(folder, 'items.jsonl')
  await writeLines(bench, items, itemAt)
  await writeLines(join(folder, 'samples.jsonl'), items * trials, (line) => {
    const isLast = line === items * trials - 1
    return sampleAt(line % items, Math.floor(line / items), isLast ? longestText : undefined)
  })
  const { fingerprint } = await loadBenchmark(bench, { files: hostFiles, notify: () => {} }, { isLean: true })
  const run = {
    schema: 'assay.run/1',
    id: 'large',
    createdAt: '2026-01-01T00:00:00.000Z',
    subject: {
      spec: 'scripted:desk.json',
      label: 'desk-1',
      facts: { model: 'desk', dialect: 'hermes' },
      dialect: 'hermes',
    },
    benchmarks: [{ name: 'desk', path: bench, fingerprint, items }],
    tasks: {},
    settings: { maxTokens: 512, temperature: 0.7 },
    seed: 0,
    trials,
    rotations: 'one',
    sessions: [{ startedAt: '2026-01-01T00:00:00.000Z', assay: '0.1.0', node: 'v20' }],
  }
  await writeFile(join(folder, 'run.json'), JSON.stringify(run))
}

function callOf(at: number): { readonly name: string; readonly arguments: object } {
  return {
    name: tools[(at * 7) % tools.length]?.name ?? '',
    arguments: { ticket: at, to: people[at % people.length] },
  }
}

function itemAt(at: number): object {
  const { name, arguments: args } = callOf(at)
  const first = (at * 7) % tools.length
  return {
    id: `desk-${at}`,
    kind: 'call',
    messages: [
      { role: 'system', content: 'You work at a support desk. Use the tools that you have.' },
      {
        role: 'user',
        content: `Ticket ${at} is for ${people[at % people.length]}; she knows the customer. Please see to it with what number ${first} does.`,
      },
    ],
    tools: Array.from({ length: OFFERED }, (_, shift) => tools[(first + shift) % tools.length]),
    gold: { calls: [{ name, arguments: args }], order: 'any' },
    cluster: `queue-${at % 400}`,
  }
}

function sampleAt(at: number, trial: number, length: number | undefined): object {
  const fate = (at * 31 + trial * 17) % 20
  const failed = {
    error: { kind: 'refusal', code: 'refused', message: 'The endpoint refused.', retryable: false },
  }
  return {
    benchmark: 'desk',
    item: `desk-${at}`,
    trial,
    subject: 'desk-1',
    request: { hash: hashLike(at, trial) },
    seed: trial,
    decode: { maxTokens: 512, temperature: 0.7 },
    ...(fate === 19
      ? failed
      : {
          output: {
            text: textAt(at, { trial, fate, length }),
            stopReason: fate === 18 ? 'length' : 'stop',
          },
          raw: { hash: hashLike(trial, at) },
          usage: { promptTokens: 600 + (at % 90), completionTokens: 40 + (at % 120) },
          cost: 0.0004,
        }),
    timing: { startedMs: 1_900_000_000_000 + at * 40, durationMs: 180 + ((at * 13) % 900) },
    attempts: 1,
  }
}

interface Telling {
  readonly trial: number
  /** Of 20: what becomes of the answer. */
  readonly fate: number
  readonly length: number | undefined
}

function textAt(at: number, { trial, fate, length }: Telling): string {
  const { name, arguments: args } = callOf(at)
  const thought =
    `The request is about ticket ${at}; of the tools that I have ${name} comes closest. `.repeat(
      1 + ((at + trial) % 6),
    )
  const call = {
    name: fate < 4 ? tools[(at * 7 + 3) % tools.length]?.name : name,
    arguments: fate >= 4 && fate < 7 ? { ...args, ticket: String(at) } : args,
  }
  const written = fate === 17 ? '' : `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`
  const text = `${thought}${fate === 18 ? written.slice(0, -25) : written}`
  return length === undefined ? text : `${'<b>long</b> '.repeat(Math.ceil(length / 12))}${text}`
}

/** 64 digits, as hashes have. */
function hashLike(left: number, right: number): string {
  return `${left.toString(16).padStart(8, '0')}${right.toString(16).padStart(8, '0')}`.repeat(4)
}

async function writeLines(path: string, count: number, make: (line: number) => object): Promise<void> {
  const stream = createWriteStream(path)
  for (let line = 0; line < count; line++) {
    if (stream.write(`${JSON.stringify(make(line))}\n`)) continue
    await new Promise<void>((free) => stream.once('drain', () => free()))
  }
  stream.end()
  await finished(stream)
}
