import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'

const SERVE = '--serve-faults'

export interface FaultyServerOptions {
  readonly seed: number
  /** Share of attempts that go wrong, 0 to 1. */
  readonly share: number
  readonly stallMs: number
}

/** What can go wrong with an attempt; each as often as the others. */
const FAULTS = [
  '429 with retry-after',
  '429',
  '500',
  'reset',
  'half a response',
  'malformed JSON',
  'stall',
  'wrong content type',
] as const

type Fault = (typeof FAULTS)[number]

/**
 * Serves an OpenAI-compatible chat whose answers depend on the question alone, and whose faults depend on the seed, the
 * question and how often it was asked.
 */
export async function serveFaultsIfAsked(): Promise<void> {
  const at = process.argv.indexOf(SERVE)
  if (at === -1) return
  const options = JSON.parse(process.argv[at + 1] ?? '') as FaultyServerOptions // written by `startFaultyServer`
  const asked = new Map<string, number>()
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => {
      text += piece.toString('latin1')
    })
    request.on('end', () => {
      if (request.method !== 'POST') {
        response
          .writeHead(404, { 'content-type': 'application/json' })
          .end('{"error":{"message":"not here"}}')
        return
      }
      const question = digest(text)
      const times = (asked.get(question) ?? 0) + 1
      asked.set(question, times)
      const fault = faultOf(question, times, options)
      const key = fault ?? 'answer'
      counts.set(key, (counts.get(key) ?? 0) + 1)
      respond(response, { fault, body: answer(question), stallMs: options.stallMs })
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
  })
  process.on('message', () => process.send?.({ counts: Object.fromEntries(counts) }))
  process.on('disconnect', () => process.exit())
  await new Promise(() => undefined)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function faultOf(question: string, times: number, { seed, share }: FaultyServerOptions): Fault | undefined {
  const drawn = createHash('sha256').update(`${seed} ${question} ${times}`).digest()
  if (drawn.readUInt32BE(0) / 2 ** 32 >= share) return undefined
  return FAULTS[drawn.readUInt32BE(4) % FAULTS.length]
}

function answer(question: string): string {
  return JSON.stringify({
    // One id for many answers: nothing may be told apart by it.
    id: `chatcmpl-${question.slice(0, 1)}`,
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'mock',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: `${question.charCodeAt(0) % 2 === 0 ? 'yes' : 'no'} ${question.slice(0, 12)}`,
        },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 61, completion_tokens: 1, total_tokens: 62 },
  })
}

interface Response {
  readonly fault: Fault | undefined
  readonly body: string
  readonly stallMs: number
}

function respond(response: ServerResponse, { fault, body, stallMs }: Response): void {
  const json = { 'content-type': 'application/json' }
  switch (fault) {
    case undefined:
      setTimeout(() => response.writeHead(200, json).end(body), 3)
      return
    case '429 with retry-after':
      response
        .writeHead(429, { ...json, 'retry-after-ms': String(stallMs / 30) })
        .end('{"error":{"message":"too many"}}')
      return
    case '429':
      response.writeHead(429, json).end('{"error":{"message":"too many"}}')
      return
    case '500':
      response.writeHead(500, json).end('{"error":{"message":"broken"}}')
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'half a response':
      response.writeHead(200, { ...json, 'content-length': String(body.length) })
      response.write(body.slice(0, body.length / 2))
      setTimeout(() => response.socket?.destroy(), 5)
      return
    case 'malformed JSON':
      response.writeHead(200, json).end(body.slice(0, -3))
      return
    case 'stall':
      setTimeout(() => response.writeHead(200, json).end(body), stallMs)
      return
    case 'wrong content type':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Bad gateway</body></html>')
      return
    default:
      fault satisfies never
  }
}

export interface FaultyServer {
  readonly url: string
  /** How often each fault was served. */
  counts(): Promise<Readonly<Record<string, number>>>
  stop(): void
}

/** The same program as a faulty server in a process of its own. */
export async function startFaultyServer(options: FaultyServerOptions): Promise<FaultyServer> {
  const child: ChildProcess = fork(process.argv[1] ?? '', [SERVE, JSON.stringify(options)])
  const told = <T>(): Promise<T> =>
    new Promise((resolve) => child.once('message', (message) => resolve(message as T))) // our own messages
  const { port } = await told<{ readonly port: number }>()
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async counts() {
      const answered = told<{ readonly counts: Readonly<Record<string, number>> }>()
      child.send('counts')
      return (await answered).counts
    },
    stop: () => void child.kill(),
  }
}
