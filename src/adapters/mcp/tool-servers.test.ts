import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ToolServer } from '../../agent/served/tool-server.js'
import type { McpListOptions, McpTarget } from '../../catalog/mcp-tools.js'
import { SubjectError } from '../../errors.js'
import { writeJson } from '../../text/json.js'
import { hostToolServers } from './tool-servers.js'

const script = fileURLToPath(new URL('../../../test/fixtures/mcp/tools-server.mjs', import.meta.url))
const target: McpTarget = { kind: 'stdio', command: [process.execPath, script] }
const secret = 'sk-very-secret-value-1'

const options = (changes: Partial<McpListOptions> = {}): McpListOptions => ({
  timeoutMs: 10_000,
  headers: {},
  variables: [],
  ...changes,
})

let opened: ToolServer | undefined
const open = async (changes: Partial<McpListOptions> = {}): Promise<ToolServer> => {
  opened = await hostToolServers.open(target, options(changes))
  return opened
}

beforeEach(() => {
  process.env.TEST_API_KEY = secret
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
  delete process.env.TEST_API_KEY
})

const textOf = (words: string) => ({
  kind: 'answer',
  result: { content: [{ type: 'text', text: words }] },
})

describe('a live server on stdio', () => {
  it('lists its tools once and answers calls, one after the other', async () => {
    const server = await open()
    expect(server.listing.server.name).toBe('desk')
    expect(server.listing.tools).toHaveLength(17)
    const replies = await Promise.all(['hi', 'you'].map((message) => server.call('echo', { message })))
    expect(replies).toEqual([textOf('Echo: hi'), textOf('Echo: you')])
    expect(await Promise.all([server.call('count', {}), server.call('count', {})])).toEqual([
      textOf('1'),
      textOf('2'),
    ])
  })

  it('keeps the digits of numbers and hides secrets', async () => {
    const server = await open({ variables: ['TEST_API_KEY'] })
    const digits = await server.call('digits', {})
    expect(digits.kind === 'answer' && writeJson(digits.result)).toContain('{"a":1.0,"b":9007199254740993}')
    expect(await server.call('secret', {})).toEqual(textOf('The key is «secret:TEST_API_KEY».'))
  })

  it('may refuse, or answer too much', async () => {
    const server = await open()
    expect(await server.call('refuse', {})).toMatchObject({ kind: 'failure', reason: 'refused' })
    expect(await server.call('huge', { length: 5_000_000 })).toEqual({
      kind: 'failure',
      reason: 'endless',
      message: 'The result is longer than 4 Mi characters.',
    })
    expect(await server.call('huge', { length: 1_000_000 })).toMatchObject({ kind: 'answer' })
  })

  it('that does not answer a call is not waited for, and goes on', async () => {
    const server = await open({ timeoutMs: 1500 })
    expect(await server.call('slow', {})).toEqual({
      kind: 'failure',
      reason: 'timeout',
      message: 'No answer within 1.5 s.',
    })
    expect(await server.call('echo', { message: 'still here' })).toEqual(textOf('Echo: still here'))
  })

  it('that ends during a call is started again, but not for ever', async () => {
    const server = await open()
    for (let time = 0; time < 4; time++) {
      expect(await server.call('die', {})).toEqual({
        kind: 'failure',
        reason: 'ended',
        message: 'The server ended during the call.',
      })
      if (time < 3) expect(await server.call('count', {})).toEqual(textOf('1'))
    }
    await expect(server.call('count', {})).rejects.toThrow(SubjectError)
    await expect(server.call('count', {})).rejects.toThrow(/ended 4 times/)
  }, 30_000)

  it('that writes noise is a failure of that call', async () => {
    const server = await open()
    expect(await server.call('noise', {})).toMatchObject({ kind: 'failure', reason: 'malformed' })
    expect(await server.call('echo', { message: 'again' })).toEqual(textOf('Echo: again'))
  })

  it('that cannot be opened is said to be so', async () => {
    const nothing: McpTarget = { kind: 'stdio', command: ['no-such-program-here'] }
    await expect(hostToolServers.open(nothing, options())).rejects.toMatchObject({ code: 'mcp-start' })
    const interrupt = new AbortController()
    interrupt.abort(new Error('interrupted'))
    await expect(hostToolServers.open(target, options({ signal: interrupt.signal }))).rejects.toThrow(
      'interrupted',
    )
  })
})

describe('a live server over HTTP', () => {
  let running: Server | undefined
  afterEach(async () => {
    await opened?.close()
    await new Promise<void>((resolve) => {
      if (running === undefined) return resolve()
      running.closeAllConnections()
      running.close(() => resolve())
    })
    running = undefined
  })

  it('answers calls, and is lost when it goes away', async () => {
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => {
        body += piece.toString()
      })
      request.on('end', () => {
        if (request.method !== 'POST') return response.writeHead(405).end()
        const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params?: never }
        if (id === undefined) return response.writeHead(202).end()
        const results: Record<string, unknown> = {
          initialize: {
            protocolVersion: '2025-03-26',
            capabilities: { tools: {} },
            serverInfo: { name: 'web', version: '1' },
          },
          'tools/list': { tools: [{ name: 'now', inputSchema: { type: 'object' } }] },
          'tools/call': { content: [{ type: 'text', text: JSON.stringify(params ?? null) }] },
        }
        response.writeHead(200, { 'content-type': 'application/json' })
        return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
      })
    })
    running = server
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    opened = await hostToolServers.open({ kind: 'http', url: `http://127.0.0.1:${port}/mcp` }, options())
    expect(await opened.call('now', { zone: 'UTC' })).toEqual(
      textOf('{"name":"now","arguments":{"zone":"UTC"}}'),
    )
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
    expect(await opened.call('now', {})).toMatchObject({ kind: 'failure' })
  })
})
