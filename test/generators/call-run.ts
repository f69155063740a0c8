import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An item of a call, and what was said to it. */
export interface PlayedCall {
  readonly id: string
  /** Tool of gold; the item offers it beside `other`. */
  readonly tool: string
  readonly other: string
  readonly prompt: string
  readonly said: string
}

export interface PlayedRun {
  readonly benchmark: string
  readonly subject: string
  readonly calls: readonly PlayedCall[]
}

/** A call as Hermes writes it. */
export function hermesCall(name: string, ticket: unknown): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: { ticket } })}\n</tool_call>`
}

const toolNamed = (name: string) => ({
  name,
  inputSchema: { type: 'object', properties: { ticket: { type: 'integer' } }, required: ['ticket'] },
})

/** Writes a folder as `assay run` leaves it, without scores. Its items stand under another fingerprint than it knows. */
export async function writeCallRun(folder: string, { benchmark, subject, calls }: PlayedRun): Promise<void> {
  await mkdir(folder, { recursive: true })
  const items = calls.map(({ id, tool, other, prompt }, at) => ({
    id,
    kind: 'call',
    messages: [{ role: 'user', content: prompt }],
    tools: [toolNamed(tool), toolNamed(other)],
    gold: { calls: [{ name: tool, arguments: { ticket: at } }], order: 'any' },
  }))
  const samples = calls.map(({ id, said }) => ({
    benchmark,
    item: id,
    trial: 0,
    subject,
    request: { hash: 'a' },
    decode: {},
    output: { text: said, stopReason: 'stop' },
    usage: { promptTokens: 10, completionTokens: 5 },
    timing: { startedMs: 0, durationMs: 20 },
    attempts: 1,
  }))
  const run = {
    schema: 'assay.run/1',
    id: 'r',
    createdAt: '2026-01-01T00:00:00.000Z',
    subject: { spec: 'scripted:desk.json', label: subject, facts: { model: 'desk' }, dialect: 'hermes' },
    benchmarks: [
      { name: benchmark, path: join(folder, 'items.jsonl'), fingerprint: 'f', items: items.length },
    ],
    tasks: {},
    settings: { maxTokens: 64 },
    seed: 0,
    trials: 1,
    rotations: 'one',
    sessions: [{ startedAt: '2026-01-01T00:00:00.000Z', assay: '0.1.0', node: 'v20' }],
  }
  const lines = (list: readonly unknown[]): string => list.map((one) => `${JSON.stringify(one)}\n`).join('')
  await writeFile(join(folder, 'items.jsonl'), lines(items))
  await writeFile(join(folder, 'samples.jsonl'), lines(samples))
  await writeFile(join(folder, 'run.json'), JSON.stringify(run))
}
