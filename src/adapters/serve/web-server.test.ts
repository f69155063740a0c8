import { request as httpRequest } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { InputError } from '../../errors.js'
import { isLoopback, openWebServer, type WebRequest, type WebServer } from './web-server.js'

let server: WebServer | undefined
const failures: unknown[] = []
afterEach(async () => {
  await server?.close()
  server = undefined
  failures.length = 0
})

async function open(answer: (request: WebRequest) => Promise<{ body: string } | undefined>): Promise<URL> {
  server = await openWebServer({
    host: '127.0.0.1',
    port: 0,
    answer,
    failed: (error) => failures.push(error),
  })
  return new URL(server.url)
}

const echo = async ({ path, query, body }: WebRequest) => ({
  body: JSON.stringify({ path, query: query.toString(), body }),
})

/** With headers that fetch does not let one set. */
function raw(url: URL, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((done, fail) => {
    const request = httpRequest({ host: url.hostname, port: url.port, path, headers }, (response) => {
      response.resume()
      done(response.statusCode ?? 0)
    })
    request.on('error', fail)
    request.end()
  })
}

describe('openWebServer', () => {
  it('serves on loopback under a token that differs from server to server', async () => {
    const first = await open(echo)
    expect(first.hostname).toBe('127.0.0.1')
    expect(first.pathname).toMatch(/^\/[\w-]{32}\/$/)
    const response = await fetch(new URL('api/runs?run=a', first))
    expect(await response.json()).toMatchObject({ path: 'api/runs', query: 'run=a' })
    await server?.close()
    expect((await open(echo)).pathname).not.toBe(first.pathname)
  })

  it('lets no other page read, frame or run anything', async () => {
    const { headers } = await fetch(await open(echo))
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('answers nothing to a foreign host, origin or token', async () => {
    const url = await open(echo)
    const host = url.host
    expect(await raw(url, url.pathname, { host })).toBe(200)
    expect(await raw(url, url.pathname, { host: 'evil.example' })).toBe(421)
    expect(await raw(url, url.pathname, { host, origin: 'http://evil.example' })).toBe(403)
    expect(await raw(url, '/', { host })).toBe(404)
    expect(await raw(url, `/${'x'.repeat(32)}/`, { host })).toBe(404)
    const preflight = await fetch(url, { method: 'OPTIONS' })
    expect(preflight.status).toBe(405)
  })

  it('reads what is posted from its page, up to a length', async () => {
    const url = await open(echo)
    const post = (body: string): Promise<Response> =>
      fetch(url, {
        method: 'POST',
        body,
        headers: { origin: url.origin, 'content-type': 'application/json' },
      })
    expect(await (await post('{"a":1}')).json()).toMatchObject({ body: { a: 1 } })
    for (const body of ['{', JSON.stringify('x'.repeat(70_000))]) {
      const refused = await post(body)
      expect([refused.status, await refused.json()]).toEqual([
        400,
        { error: expect.objectContaining({ code: 'serve-body' }) },
      ])
    }
    expect((await post('{}')).status).toBe(200)
  })

  it('tells what is wrong with an input, and of a fault of its own nothing', async () => {
    const url = await open(async ({ path }) => {
      if (path === 'input') throw new InputError({ code: 'one-code', what: 'It is wrong.', where: '/a/path' })
      if (path === 'bug') throw new Error('a secret path')
      return undefined
    })
    const input = await fetch(new URL('input', url))
    expect([input.status, await input.text()]).toEqual([
      400,
      '{"error":{"code":"one-code","what":"It is wrong."}}',
    ])
    const bug = await fetch(new URL('bug', url))
    expect([bug.status, await bug.text()]).toEqual([500, '{"error":{"code":"internal"}}'])
    expect(failures).toHaveLength(1)
    expect((await fetch(new URL('nothing', url))).status).toBe(404)
  })

  it.each(['localhost', '127.1', '127.0.0.1'])('can be told to listen on %s', async (host) => {
    server = await openWebServer({ host, port: 0, answer: echo, failed: () => {} })
    expect(server.isLoopback).toBe(true)
    expect(new URL(server.url).hostname).toMatch(/^(127\.0\.0\.1|\[::1\])$/)
    expect((await fetch(new URL('x', server.url))).status).toBe(200)
  })

  it('says what is wrong with a body that goes on, and reads no more of it', async () => {
    const url = await open(echo)
    const status = await new Promise<number>((done, fail) => {
      const headers = { origin: url.origin, 'content-type': 'application/json' }
      const request = httpRequest(url, { method: 'POST', headers }, (response) => {
        response.resume()
        done(response.statusCode ?? 0)
        clearInterval(writing)
        request.destroy()
      })
      const writing = setInterval(() => request.write('x'.repeat(40_000)), 20)
      request.on('error', fail)
    })
    expect(status).toBe(400)
    expect(failures).toEqual([])
    expect((await fetch(url)).status).toBe(200)
  })

  it('says why it cannot listen', async () => {
    const url = await open(echo)
    const again = { host: '127.0.0.1', port: Number(url.port), answer: echo, failed: () => {} }
    await expect(openWebServer(again)).rejects.toMatchObject({
      code: 'serve-address',
      what: expect.stringContaining('another program listens there'),
    })
  })
})

describe('isLoopback', () => {
  it('knows what others can reach', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true)
    expect(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.evil.example', ''].some(isLoopback)).toBe(false)
  })
})
