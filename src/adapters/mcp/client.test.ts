import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { McpListOptions, McpTarget } from '../../catalog/mcp-tools.js'
import { InputError } from '../../errors.js'
import { isJsonObject, type JsonValue, writeJson } from '../../text/json.js'
import { hostMcp } from './client.js'

const script = fileURLToPath(new URL('../../../test/fixtures/mcp/server.mjs', import.meta.url))
const secret = 'sk-very-secret-value-1'

const options = (changes: Partial<McpListOptions> = {}): McpListOptions => ({
  timeoutMs: 10_000,
  headers: {},
  variables: [],
  ...changes,
})

const stdio = (...args: readonly string[]): McpTarget => ({
  kind: 'stdio',
  command: [process.execPath, script, ...args],
})

const nameOf = (tool: JsonValue): JsonValue => (isJsonObject(tool) ? (tool.name ?? null) : null)

const errorOf = async (target: McpTarget, changes: Partial<McpListOptions> = {}): Promise<InputError> => {
  const error: unknown = await hostMcp.list(target, options(changes)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof InputError) return error
  throw error ?? new Error('nothing was thrown')
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

beforeEach(() => {
  process.env.TEST_API_KEY = secret
})
afterEach(() => {
  delete process.env.TEST_API_KEY
})

describe('a server on stdio', () => {
  it('gives all pages, its name and its instructions', async () => {
    const { server, tools } = await hostMcp.list(stdio('pages'), options())
    expect(server).toEqual({ name: 'tiny', title: 'Tiny', version: '1.2.3', instructions: 'Use with care.' })
    expect(tools.map(nameOf)).toEqual(['t0a', 't0b', 't1a', 't1b', 't2a', 't2b', 't3a', 't3b', 't4a', 't4b'])
  })

  it('keeps the digits of numbers', async () => {
    const { tools } = await hostMcp.list(stdio('digits'), options())
    expect(writeJson(tools)).toContain('{"cents":{"maximum":9007199254740993,"default":1.0}}')
  })

  it('gets arguments as they are and no variables but the named ones', async () => {
    const words = ['$HOME', 'a b', '*', '"q"']
    expect((await hostMcp.list(stdio('args', ...words), options())).tools.map(nameOf)).toEqual(words)
    const plain = (await hostMcp.list(stdio('env'), options())).tools.map(nameOf)
    expect(plain.filter((name) => !['PATH', 'HOME', 'LANG'].includes(String(name)))).toEqual([])
    const named = await hostMcp.list(stdio('env'), options({ variables: ['TEST_API_KEY'] }))
    expect(named.tools.map(nameOf)).toContain('TEST_API_KEY')
  })

  it('never brings a secret into the catalog', async () => {
    const listing = await hostMcp.list(stdio('echo'), options({ variables: ['TEST_API_KEY'] }))
    expect(writeJson(listing.tools)).toContain('The key is «secret:TEST_API_KEY».')
    expect(listing.hiddenSecrets).toEqual(['TEST_API_KEY'])
  })

  it.each([
    ['exit', 'mcp-exited', /exit code 3 .*stderr: first line ⏎ The variable API_KEY is missing\./],
    ['quit', 'mcp-exited', /exit code 0/],
    ['banner', 'mcp-noise', /stdout: "Server running on stdio \\\\u\{1b\}\[31mred/],
    ['log', 'mcp-noise', /stdout: .*started/],
    ['refuse', 'mcp-refused', /The database is away\./],
    ['loop', 'mcp-endless', /same "nextCursor" twice/],
    ['endless', 'mcp-endless', /more than 1000 pages/],
    ['many', 'mcp-endless', /more than 100000 tools/],
    ['flood', 'mcp-endless', /one message of more than 64 MiB/],
    ['listless', 'mcp-malformed', /without a list of tools/],
    ['cursor', 'mcp-malformed', /"nextCursor" that is not a text/],
    ['proto', 'mcp-malformed', /__proto__/],
  ])('that does "%s" gives one clear message', async (mode, code, message) => {
    const error = await errorOf(stdio(mode))
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
    expect(error.where).toContain('server.mjs')
    expect(error.fix).not.toBe('')
  })

  it('that hangs is stopped in time', async () => {
    const began = performance.now()
    const error = await errorOf(stdio('hang'), { timeoutMs: 700 })
    expect(error).toMatchObject({
      code: 'mcp-timeout',
      what: 'The server did not list its tools within 0.7 s.',
    })
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('that ignores requests to end is ended, with what it started', async () => {
    const error = await errorOf(stdio('stubborn'), { timeoutMs: 4_000 })
    const pids = /pids (\d+) (\d+)/.exec(error.what)?.slice(1).map(Number) ?? []
    expect(pids).toHaveLength(2)
    await expect.poll(() => pids.filter(isAlive), { timeout: 3_000 }).toEqual([])
  })

  it('that is interrupted rejects with the reason and is ended', async () => {
    const interrupt = new AbortController()
    const listing = hostMcp.list(stdio('hang'), options({ signal: interrupt.signal }))
    setTimeout(() => interrupt.abort(new Error('interrupted')), 200)
    await expect(listing).rejects.toThrow('interrupted')
    await expect(hostMcp.list(stdio('pages'), options({ signal: interrupt.signal }))).rejects.toThrow(
      'interrupted',
    )
  })

  it('that is not there, or may not run, is said to be so', async () => {
    expect(await errorOf({ kind: 'stdio', command: ['no-such-program-here'] })).toMatchObject({
      code: 'mcp-start',
      what: expect.stringContaining('"no-such-program-here" cannot be started: it is not found on PATH'),
    })
    expect(await errorOf({ kind: 'stdio', command: [script] })).toMatchObject({ code: 'mcp-start' })
  })

  it('never shows a secret in a message', async () => {
    const error = await errorOf(stdio('secret', '--token', 'abcdef'), { variables: ['TEST_API_KEY'] })
    expect(error.message).toContain('key is «secret:TEST_API_KEY»')
    // Not even its beginning, where a line is cut.
    expect(error.message).not.toContain(secret.slice(0, 6))
    expect(error.message).not.toContain('abcdef')
  })

  it('says which variable is not set', async () => {
    expect(await errorOf(stdio('pages'), { variables: ['NO_SUCH_VARIABLE'] })).toMatchObject({
      code: 'variable-missing',
      what: 'The variable "NO_SUCH_VARIABLE" is not set.',
    })
  })
})

type Answer = (message: { readonly id?: number; readonly method: string }, response: ServerResponse) => void

let running: Server | undefined
let seen: { readonly method: string | undefined; readonly authorization: string | undefined }[] = []

const serve = async (answer: Answer): Promise<McpTarget> => {
  seen = []
  running = createServer((request: IncomingMessage, response) => {
    seen.push({ method: request.method, authorization: request.headers.authorization })
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString()
    })
    request.on('end', () => answer(JSON.parse(body) as Parameters<Answer>[0], response))
  })
  await new Promise<void>((resolve) => running?.listen(0, '127.0.0.1', resolve))
  const address = running.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { kind: 'http', url: `http://127.0.0.1:${address.port}/mcp?k=query-secret` }
}

afterEach(async () => {
  running?.closeAllConnections()
  await new Promise<void>((resolve) => (running === undefined ? resolve() : running.close(() => resolve())))
  running = undefined
})

const initialized = (id: number | undefined): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'web', version: '1' },
    },
  })
const listed = (id: number | undefined): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"pay","inputSchema":{"properties":{"x":{"maximum":9007199254740993}}}}]}}`

const wellBehaved =
  (write: (text: string, response: ServerResponse) => void): Answer =>
  ({ id, method }, response) => {
    if (id === undefined) response.writeHead(202).end()
    else write(method === 'initialize' ? initialized(id) : listed(id), response)
  }

const asJson = (text: string, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}
/** Server-sent events: a message on two lines, cut in the middle of the line ending between them. */
const asEvents = (text: string, response: ServerResponse): void => {
  const comma = text.indexOf(',') + 1
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'mcp-session-id': 's1' })
  response.write(`: comment\r\nevent: message\r\ndata: ${text.slice(0, comma)}\r`)
  setTimeout(() => response.end(`\ndata:${text.slice(comma)}\r\n\r\n`), 30)
}

describe('a server over HTTP', () => {
  it.each([
    ['JSON', asJson],
    ['server-sent events', asEvents],
  ])('that answers in %s gives its tools, digits kept', async (_, write) => {
    const target = await serve(wellBehaved(write))
    const { server, tools } = await hostMcp.list(target, options())
    expect(server).toEqual({ name: 'web', version: '1' })
    expect(writeJson(tools)).toBe(
      '[{"name":"pay","inputSchema":{"properties":{"x":{"maximum":9007199254740993}}}}]',
    )
  })

  it('gets the headers with every request, and a session is closed', async () => {
    const target = await serve(wellBehaved(asEvents))
    await hostMcp.list(target, options({ headers: { Authorization: `Bearer ${secret}` } }))
    expect(new Set(seen.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${secret}`]))
    expect(seen.at(-1)?.method).toBe('DELETE')
  })

  const refusing =
    (status: number, body: string): Answer =>
    (_, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end(body)
    }

  it.each([
    [401, 'x', 'mcp-refused', /status 401[^]*--header/],
    [404, '<html>', 'mcp-refused', /status 404[^]*path of the address/],
    [500, `oops ${secret}`, 'mcp-refused', /status 500/],
    [200, '<html>hello</html>', 'mcp-malformed', /does not answer as MCP asks/],
  ])('that answers with %i %s gives one clear message', async (status, body, code, message) => {
    const target = await serve(refusing(status, body))
    const error = await errorOf(target, { headers: { Authorization: `Bearer ${secret}` } })
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
    expect(error.message).not.toContain(secret)
    expect(error.message).not.toContain('query-secret')
    expect(error.where).toMatch(/^mcp\+http:\/\/127\.0\.0\.1:\d+\/mcp$/)
  })

  it('that never answers is given up in time', async () => {
    const target = await serve(() => undefined)
    expect(await errorOf(target, { timeoutMs: 500 })).toMatchObject({ code: 'mcp-timeout' })
  })

  it('that hangs after half an answer is given up in time', async () => {
    const target = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"jsonrpc"')
    })
    expect(await errorOf(target, { timeoutMs: 500 })).toMatchObject({ code: 'mcp-timeout' })
  })

  it('that is not there is said to be so', async () => {
    expect(await errorOf({ kind: 'http', url: 'http://127.0.0.1:9/mcp' })).toMatchObject({
      code: 'mcp-unreachable',
    })
  })
})
