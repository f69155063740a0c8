import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:http'

/** The flag by which a benchmark starts itself again as its own server. */
const SERVE = '--serve'

/** Answers every chat after `delayMs`, as an OpenAI-compatible server does; tells its port to the parent. */
export async function serveIfAsked(): Promise<void> {
  const at = process.argv.indexOf(SERVE)
  if (at === -1) return
  const delayMs = Number(process.argv[at + 1])
  let count = 0
  let times: ServedTimes = { firstMs: 0, count: 0 }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.method !== 'POST') {
        response
          .writeHead(404, { 'content-type': 'application/json' })
          .end('{"error":{"message":"not here"}}')
        return
      }
      times = { firstMs: times.count === 0 ? Date.now() : times.firstMs, count: times.count + 1 }
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(answer(count++))
      }, delayMs)
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' ? address?.port : undefined)
  })
  process.on('message', () => {
    process.send?.(times)
    times = { firstMs: 0, count: 0 }
  })
  process.on('disconnect', () => process.exit())
  await new Promise(() => undefined)
}

function answer(count: number): string {
  return JSON.stringify({
    id: `chatcmpl-${count}`,
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'mock',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: count % 2 === 0 ? 'yes' : 'no' },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 61, completion_tokens: 1, total_tokens: 62 },
  })
}

/** Questions since they were last asked about. */
export interface ServedTimes {
  /** When the first one came, milliseconds since 1970. */
  readonly firstMs: number
  readonly count: number
}

export interface MockServer {
  readonly url: string
  /** What was served since the last call. */
  times(): Promise<ServedTimes>
  stop(): void
}

/** The same program as a server in a process of its own. */
export async function startServer(delayMs: number): Promise<MockServer> {
  const child: ChildProcess = fork(process.argv[1] ?? '', [SERVE, String(delayMs)])
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error('the mock server did not start')))
  })
  return {
    url: `http://127.0.0.1:${port}/v1`,
    times: () =>
      new Promise((resolve) => {
        child.once('message', (message) => resolve(message as ServedTimes)) // sent by the child above
        child.send('times')
      }),
    stop: () => void child.kill(),
  }
}
