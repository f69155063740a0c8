import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scratchFolder } from '../contract/run-fixtures.js'

/** The built command line, scoring and comparing many items, and Ctrl-C while it computes. */
let scratch: Awaited<ReturnType<typeof scratchFolder>>
const place = (name: string): string => join(scratch.path, name)

const ITEMS = 8_000

beforeAll(async () => {
  scratch = await scratchFolder()
  const tool = { name: 'go', inputSchema: { type: 'object', properties: { to: { type: 'string' } } } }
  const numbers = Array.from({ length: ITEMS }, (_, at) => at)
  const call = (to: string) => ({ name: 'go', arguments: { to } })
  const items = numbers.map((at) => ({
    id: `q${at}`,
    kind: 'call',
    messages: [{ role: 'user', content: `Go to ${at}.` }],
    tools: [tool],
    gold: { calls: [call(String(at))], order: 'any' },
    cluster: `c${at % 300}`,
    category: `k${at % 6}`,
  }))
  const outputs = numbers.map((at) => ({
    id: `q${at}`,
    text: `<tool_call>\n${JSON.stringify(call(at % 3 === 0 ? 'nowhere' : String(at)))}\n</tool_call>`,
  }))
  const lines = (values: readonly object[]): string =>
    values.map((value) => `${JSON.stringify(value)}\n`).join('')
  await writeFile(place('items.jsonl'), lines(items))
  await writeFile(place('outputs.jsonl'), lines(outputs))
  const subject = `replay:${place('outputs.jsonl')}`
  const run = ['run', '--items', place('items.jsonl'), '--subject', subject, '--dialect', 'hermes']
  for (const name of ['a', 'b']) expect((await assay([...run, '-o', place(name)])).code).toBe(0)
})
afterAll(() => scratch.remove())

interface Ended {
  readonly code: number | null
  readonly tookMs: number
  /** From Ctrl-C to the end. */
  readonly sinceMs: number
}

function assay(words: readonly string[], interruptAfterMs?: number): Promise<Ended> {
  const startedMs = performance.now()
  let interruptedMs = Number.NaN
  const child = spawn(process.execPath, ['bin/assay.js', ...words, '--quiet'], { stdio: 'ignore' })
  if (interruptAfterMs !== undefined) {
    void setTimeout(interruptAfterMs).then(() => {
      interruptedMs = performance.now()
      child.kill('SIGINT')
    })
  }
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      const endedMs = performance.now()
      resolve({ code, tookMs: endedMs - startedMs, sinceMs: endedMs - interruptedMs })
    }),
  )
}

describe('Ctrl-C while scores are computed', () => {
  it('ends assay score <run> at once, and leaves no scores', async () => {
    const { code, tookMs } = await assay(['score', place('a')])
    expect(code).toBe(0)
    expect((await assay(['score', place('b')], tookMs * 0.7)).code).toBe(130)
    expect(existsSync(place('b/scores.json'))).toBe(false)
    const { sinceMs } = await assay(['score', place('b')], tookMs * 0.6)
    expect(sinceMs).toBeLessThan(1000)
    expect((await assay(['score', place('b')])).code).toBe(0)
  })

  it('ends assay compare at once', async () => {
    const words = ['compare', place('a'), place('b'), '--permutations', '1000000']
    const { code, tookMs } = await assay(words)
    expect(code).toBe(0)
    const interrupted = await assay(words, tookMs * 0.6)
    expect(interrupted.code).toBe(130)
    expect(interrupted.sinceMs).toBeLessThan(1000)
  })
})
