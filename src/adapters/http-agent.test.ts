import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type MockServer, mockServer } from '../../test/contract/mock-servers/mock-server.js'
import type { HttpRequest } from '../ports.js'
import { hostHttp } from './http.js'
import { agentHttp } from './http-agent.js'

const servers: MockServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serve(...given: Parameters<typeof mockServer>): Promise<MockServer> {
  const server = await mockServer(...given)
  servers.push(server)
  return server
}

function post(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'POST', url, body: '{"é": 1}', timeoutMs: 5000, maxBytes: 1_000_000, ...more }
}

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body)

describe('agentHttp', () => {
  it('sends body and headers, and gives status, headers and body of any status', async () => {
    const server = await serve(() => ({ status: 418, headers: { 'X-Thing': 'a' }, body: 'short and stout' }))
    const answer = await agentHttp().send(post(`${server.url}/p?q=1`, { headers: { 'x-own': 'b' } }))
    expect(answer).toMatchObject({ status: 418, headers: { 'x-thing': 'a' } })
    expect(textOf(answer.body)).toBe('short and stout')
    expect(server.seen).toMatchObject([{ method: 'POST', path: '/p?q=1', text: '{"é": 1}' }])
    expect(server.seen[0]?.headers).toMatchObject({ 'x-own': 'b', 'content-length': '9' })
  })

  it('gives cookies as one text', async () => {
    const server = createServer((_, outgoing) => {
      outgoing
        .writeHead(
          200,
          [
            ['Set-Cookie', 'a=1'],
            ['Set-Cookie', 'b=2'],
            ['X-One', 'x'],
          ].flat(),
        )
        .end('x')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a listening TCP server
    const http = agentHttp()
    expect((await http.send(post(url))).headers).toMatchObject({ 'set-cookie': 'a=1, b=2', 'x-one': 'x' })
    http.close()
    server.close()
  })

  it('keeps connections open', async () => {
    let connections = 0
    const server = createServer((_, outgoing) => outgoing.end('x'))
    server.on('connection', () => connections++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a listening TCP server
    const http = agentHttp()
    for (let count = 0; count < 20; count++) await http.send(post(url))
    expect(connections).toBe(1)
    server.close()
    server.closeAllConnections()
  })

  it('asks again when the server closed an idle connection at that moment', async () => {
    const sockets: Socket[] = []
    let answered = 0
    const server = createServer((_, outgoing) => {
      answered++
      outgoing.end('x')
    })
    server.on('connection', (socket) => sockets.push(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a listening TCP server
    const http = agentHttp()
    await http.send(post(url))
    // The next request on this connection is cut before it is read.
    for (const socket of sockets) socket.removeAllListeners('data').on('data', () => socket.resetAndDestroy())
    expect(textOf((await http.send(post(url))).body)).toBe('x')
    expect(answered).toBe(2)
    server.close()
    server.closeAllConnections()
  })

  it.each([
    ['reset', 'http-unreachable'],
    ['half', 'http-unreachable'],
    ['stall', 'http-timeout'],
    ['stall-within', 'http-timeout'],
  ] as const)('takes %s for %s', async (fault, code) => {
    const server = await serve(() => ({ body: { a: 'x'.repeat(1000) } }))
    server.faults.push(fault)
    const sent = agentHttp().send(post(server.url, { timeoutMs: 150 }))
    await expect(sent).rejects.toMatchObject({ code, retryable: true })
  })

  it('tells of a server that resets every connection, ones that were used before as well', async () => {
    let isWell = true
    const server = createServer((request, response) => {
      if (isWell) request.resume().on('end', () => response.end('ok'))
      else request.socket.resetAndDestroy()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo // it listens on a port
    const http = agentHttp()
    const url = `http://127.0.0.1:${port}`
    await Promise.all(Array.from({ length: 4 }, () => http.send(post(url))))
    isWell = false
    for (let count = 0; count < 6; count++) {
      await expect(http.send(post(url))).rejects.toMatchObject({ code: 'http-unreachable', retryable: true })
    }
    http.close()
    server.closeAllConnections()
    server.close()
  })

  it('follows no redirect, so that no key goes astray', async () => {
    const other = await serve(() => ({}))
    const server = await serve(() => ({ status: 307, headers: { location: other.url } }))
    expect(
      await agentHttp().send(post(server.url, { headers: { authorization: 'Bearer k' } })),
    ).toMatchObject({
      status: 307,
    })
    expect(other.seen).toHaveLength(0)
  })

  it('ends at once when it is aborted, before and within', async () => {
    const server = await serve(() => ({}))
    const reason = new Error('enough')
    await expect(agentHttp().send(post(server.url, { signal: AbortSignal.abort(reason) }))).rejects.toBe(
      reason,
    )
    server.faults.push('stall')
    const controller = new AbortController()
    const sent = agentHttp().send(post(server.url, { signal: controller.signal }))
    setTimeout(() => controller.abort(reason), 30)
    await expect(sent).rejects.toBe(reason)
  })

  it('refuses a body that is too long, packed or not', async () => {
    const server = await serve(() => ({ body: 'x'.repeat(5000) }))
    await expect(agentHttp().send(post(server.url, { maxBytes: 4999 }))).rejects.toMatchObject({
      code: 'http-too-large',
      retryable: false,
    })
    const packed = createServer((_, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': 'gzip' })
      outgoing.end(gzipSync(Buffer.alloc(100_000)))
    })
    await new Promise<void>((resolve) => packed.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(packed.address() as AddressInfo).port}` // a listening TCP server
    await expect(agentHttp().send(post(url, { maxBytes: 99_999 }))).rejects.toMatchObject({
      code: 'http-too-large',
    })
    expect((await agentHttp().send(post(url))).body).toHaveLength(100_000)
    packed.close()
    packed.closeAllConnections()
  })

  it('names the reason when nobody listens, without the query', async () => {
    const server = await mockServer(() => ({}))
    await server.close()
    const error: unknown = await agentHttp()
      .send(post(`${server.url}/v1?token=secret`))
      .catch((failure: unknown) => failure)
    expect(String(error)).toMatch(/ECONNREFUSED/)
    expect(String(error)).not.toContain('secret')
    await expect(agentHttp().send(post('no address'))).rejects.toMatchObject({ code: 'http-unreachable' })
  })

  it.each(['ftp://here/x', 'file:///etc/passwd', 'data:text/plain,x', 'unix:/run/x.sock'])(
    'says that %s is no address for it, which no second try changes',
    async (url) => {
      for (const http of [agentHttp(), hostHttp]) {
        await expect(http.send(post(url))).rejects.toMatchObject({
          name: 'SubjectError',
          code: 'http-unreachable',
          what: expect.stringContaining(url.slice(0, url.indexOf(':') + 1)),
          retryable: false,
        })
      }
    },
  )

  it('names a header that HTTP does not allow, without what it holds', async () => {
    const headers = { 'x-key': 'hunter2\nhunter2' }
    for (const http of [agentHttp(), hostHttp]) {
      const failure: unknown = await http
        .send(post('http://127.0.0.1:9/', { headers }))
        .catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'http-unreachable', what: expect.stringContaining('x-key') })
      expect(String(failure)).not.toContain('hunter2')
    }
  })
})
