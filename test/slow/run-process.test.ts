import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../contract/run-fixtures.js'

/** The built command line as a process, with Ctrl-C and two processes at one run. */
let scratch: Awaited<ReturnType<typeof scratchFolder>>
let server: Server
let url: string
let delayMs: number
beforeEach(async () => {
  scratch = await scratchFolder()
  delayMs = 100
  server = createServer((request, response) => {
    request.resume().on('end', async () => {
      await setTimeout(delayMs)
      response.writeHead(request.method === 'POST' ? 200 : 404, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          id: 'one',
          object: 'chat.completion',
          model: 'm',
          choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
        }),
      )
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`
  const items = Array.from({ length: 400 }, (_, at) => ({
    id: `q${at}`,
    kind: 'qa',
    tool: 't',
    question: `Number ${at}?`,
    answer: 'yes',
  }))
  await writeFile(
    join(scratch.path, 'items.jsonl'),
    items.map((item) => `${JSON.stringify(item)}\n`).join(''),
  )
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await scratch.remove()
})

interface Process {
  readonly child: ChildProcess
  readonly over: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
}

function assay(...args: readonly string[]): Process {
  const child = spawn(process.execPath, ['bin/assay.js', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (piece: Buffer) => {
    out += piece.toString()
  })
  child.stderr.on('data', (piece: Buffer) => {
    err += piece.toString()
  })
  return { child, over: new Promise((resolve) => child.on('exit', (code) => resolve({ code, out, err }))) }
}

function begin(): Process {
  const subject = `compatible:${url}#m,server=other,logprobs=off`
  const items = join(scratch.path, 'items.jsonl')
  return assay(
    'run',
    '--items',
    items,
    '--subject',
    subject,
    '-o',
    join(scratch.path, 'run'),
    '--concurrency',
    '4',
    '--no-cache',
  )
}

async function sampleLines(): Promise<readonly string[]> {
  const text = await readFile(join(scratch.path, 'run', 'samples.jsonl'), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}

async function untilBegun(): Promise<void> {
  while ((await sampleLines()).length < 8) await setTimeout(20)
}

describe('assay run as a process', () => {
  it('finishes what is under way at the first Ctrl-C, and goes on by --resume', async () => {
    const { child, over } = begin()
    await untilBegun()
    child.kill('SIGINT')
    const { code, out } = await over
    expect(code).toBe(130)
    expect(out).toMatch(/Interrupted; nothing is lost/)
    const before = (await sampleLines()).length
    expect(before).toBeLessThan(400)
    delayMs = 0
    const resumed = await assay('run', '--resume', join(scratch.path, 'run'), '--json').over
    expect(resumed.code, resumed.err).toBe(0)
    expect(JSON.parse(resumed.out)).toMatchObject({ samples: { planned: 400, before } })
    const items = (await sampleLines()).map((line) => (JSON.parse(line) as { readonly item: string }).item)
    expect([items.length, new Set(items).size]).toEqual([400, 400])
  })

  it('stops at once at the second Ctrl-C', async () => {
    const { child, over } = begin()
    await untilBegun()
    delayMs = 30_000
    await setTimeout(300)
    child.kill('SIGINT')
    await setTimeout(300)
    expect(child.exitCode).toBeNull()
    child.kill('SIGINT')
    expect((await over).code).toBe(130)
  })

  it('tells a second process who is at work, and lets it in after a kill -9', async () => {
    const { child, over } = begin()
    await untilBegun()
    const second = await assay('run', '--resume', join(scratch.path, 'run')).over
    expect(second.code).toBe(3)
    expect(second.err).toMatch(new RegExp(`continued by process ${child.pid} on this host`))
    child.kill('SIGKILL')
    await over
    delayMs = 0
    expect((await assay('run', '--resume', join(scratch.path, 'run')).over).code).toBe(0)
    expect(await sampleLines()).toHaveLength(400)
  })
})
