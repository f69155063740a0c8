import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRun } from '../../src/cli/commands/run-action.js'
import { countText } from '../../src/text/number-text.js'
import { hostContext } from './host-context.js'
import { startServer } from './mock-server.js'
import { questionLines } from './questions.js'

const CONCURRENCY = 64

/** Wall and processor time of blocks of chats, by a bare loop and by Assay, one after the other in one run. */
export async function measureOverhead(isQuick: boolean): Promise<void> {
  const [blocks, size] = isQuick ? [2, 2000] : [5, 4000]
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  const server = await startServer(5)
  try {
    const items = join(folder, 'items.jsonl')
    await writeFile(items, [...questionLines(size)].join(''))
    const bodies = [...questionLines(size)].map((line) => bodyOf(line))
    const bare = (): Promise<void> => bareLoop(server.url, bodies)
    const modes = { 'cache off': ['cache'], 'cache on': [] } as const
    await bare()
    await assay({ items, url: server.url, output: join(folder, 'warm'), hasCache: true, folder })
    for (const [mode, off] of Object.entries(modes)) {
      const [spentBare, spentAssay] = [newSpent(), newSpent()]
      for (let block = 0; block < blocks; block++) {
        await spend(spentBare, bare)
        const output = join(folder, `${mode}-${block}`.replace(' ', '-'))
        await spend(spentAssay, () =>
          assay({
            items,
            url: server.url,
            output,
            hasCache: off.length === 0,
            folder: join(folder, `c${block}`),
          }),
        )
      }
      const count = blocks * size
      console.log(
        `${countText(count)} chats at concurrency ${CONCURRENCY}, ${mode}: ` +
          `bare fetch loop ${text(spentBare, count)}; Assay ${text(spentAssay, count)}; ` +
          `${(spentAssay.wallMs / spentBare.wallMs).toFixed(2)} times the wall time`,
      )
    }
  } finally {
    server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Spent {
  wallMs: number
  cpuMs: number
}

function newSpent(): Spent {
  return { wallMs: 0, cpuMs: 0 }
}

async function spend(spent: Spent, work: () => Promise<void>): Promise<void> {
  const [startedMs, startedCpu] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(startedCpu)
  spent.wallMs += performance.now() - startedMs
  spent.cpuMs += (user + system) / 1000
}

function text({ wallMs, cpuMs }: Spent, count: number): string {
  return `${(wallMs / 1000).toFixed(2)} s (${((cpuMs * 1000) / count).toFixed(0)} µs of processor a chat)`
}

async function bareLoop(url: string, bodies: readonly string[]): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const response = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      await response.json()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}

function bodyOf(line: string): string {
  const { tool, question } = JSON.parse(line) as { readonly tool: string; readonly question: string } // written above
  const content = `The tool is called ${tool}.\n\n${question}\n\nAnswer with one word and nothing else: yes or no.`
  return JSON.stringify({
    model: 'mock',
    messages: [{ role: 'user', content }],
    temperature: 0,
    max_tokens: 8,
  })
}

interface AssayRun {
  readonly items: string
  readonly url: string
  readonly output: string
  readonly hasCache: boolean
  readonly folder: string
}

async function assay({ items, url, output, hasCache, folder }: AssayRun): Promise<void> {
  await runRun(
    {
      items: [items],
      subject: `compatible:${url}#mock,server=other`,
      concurrency: CONCURRENCY,
      timeout: 60,
      cache: hasCache ? join(folder, 'cache') : false,
      output,
      quiet: true,
    },
    hostContext(),
  )
}
