import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportDocument } from '../../src/report/document.js'
import { scratchFolder } from '../contract/run-fixtures.js'

const SAMPLES = 200_000
/** Megabytes of the heap; items and samples together have 300 MB on disk. */
const HEAP = 300

const tools = ['find_ticket', 'assign_ticket', 'close_ticket'].map((name) => ({
  name,
  description: 'A tool of the desk.',
  inputSchema: {
    type: 'object',
    properties: { ticket: { type: 'integer' }, to: { type: 'string' } },
    required: ['ticket'],
  },
}))

let scratch: Awaited<ReturnType<typeof scratchFolder>>
beforeAll(async () => {
  scratch = await scratchFolder()
  await writeRun(join(scratch.path, 'run'))
}, 120_000)
afterAll(() => scratch.remove())

async function writeRun(folder: string): Promise<void> {
  await mkdir(folder)
  const items = createWriteStream(join(folder, 'items.jsonl'))
  const samples = createWriteStream(join(folder, 'samples.jsonl'))
  for (let at = 0; at < SAMPLES; at++) {
    const args = { ticket: at, to: 'Rosa' }
    const item = {
      id: `call-${at}`,
      kind: 'call',
      messages: [{ role: 'user', content: `Give ticket ${at} to Rosa, please; she knows the customer.` }],
      tools,
      gold: { calls: [{ name: 'assign_ticket', arguments: args }], order: 'any' },
    }
    const call = {
      name: at % 3 === 0 ? 'close_ticket' : 'assign_ticket',
      arguments: at % 5 === 0 ? { ticket: String(at) } : args,
    }
    const text = `${'Words before the call. '.repeat(at % 12)}\n<tool_call>\n${JSON.stringify(call)}\n</tool_call>`
    const sample = {
      benchmark: 'desk',
      item: item.id,
      trial: 0,
      subject: 'desk-1',
      request: { hash: 'a' },
      decode: {},
      output: { text, stopReason: 'stop' },
      usage: {},
      timing: { startedMs: 1, durationMs: 200 },
      attempts: 1,
    }
    items.write(`${JSON.stringify(item)}\n`)
    if (!samples.write(`${JSON.stringify(sample)}\n`))
      await new Promise<void>((free) => samples.once('drain', () => free()))
  }
  items.end()
  samples.end()
  await Promise.all([finished(items), finished(samples)])
  await writeFile(
    join(folder, 'run.json'),
    JSON.stringify({
      schema: 'assay.run/1',
      id: 'many',
      createdAt: '2026-01-01T00:00:00.000Z',
      subject: { spec: 'scripted:x', label: 'desk-1', facts: {}, dialect: 'hermes' },
      benchmarks: [{ name: 'desk', path: join(folder, 'items.jsonl'), fingerprint: 'other', items: SAMPLES }],
      tasks: {},
      settings: {},
      seed: 0,
      trials: 1,
      rotations: 'one',
      sessions: [{ startedAt: '2026-01-01T00:00:00.000Z', assay: '0.1.0', node: 'v20' }],
    }),
  )
}

describe('assay report on 200,000 samples', () => {
  it(`needs no more than ${HEAP} MB of heap`, { timeout: 600_000 }, async () => {
    const output = join(scratch.path, 'report.json')
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${HEAP}`,
        'bin/assay.js',
        'report',
        join(scratch.path, 'run'),
        '--changed-items',
        '-o',
        output,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let err = ''
    child.stderr.on('data', (piece: Buffer) => {
      err += piece.toString()
    })
    const code = await new Promise((ended) => child.once('exit', ended))
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
    const { pages } = JSON.parse(await readFile(output, 'utf8')) as ReportDocument // just written
    expect(pages?.items).toMatchObject({ total: SAMPLES, left: { rows: SAMPLES - 20_000 } })
    expect(pages?.calls?.results[0]).toMatchObject({ n: SAMPLES, outcomes: { called: SAMPLES } })
    expect(pages?.sources[0]?.state).toMatchObject({ kind: 'unscored' })
  })
})
