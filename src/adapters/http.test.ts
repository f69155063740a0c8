import { afterEach, describe, expect, it } from 'vitest'
import { type MockServer, mockServer } from '../../test/contract/mock-servers/mock-server.js'
import { hostHttp } from './http.js'

const servers: MockServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const limits = { method: 'GET', timeoutMs: 5000, maxBytes: 1000 } as const

describe('hostHttp', () => {
  it('logs in with the name and the password of an address, unless a header does', async () => {
    const server = await mockServer(() => ({ status: 200, body: 'x' }))
    servers.push(server)
    const url = `${server.url.replace('//', '//mia:pass%20word@')}/a?b=1`
    await hostHttp.send({ ...limits, url })
    await hostHttp.send({ ...limits, url, headers: { authorization: 'Bearer t' } })
    const basic = `Basic ${Buffer.from('mia:pass word').toString('base64')}`
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([basic, 'Bearer t'])
    expect(server.seen[0]?.path).toBe('/a?b=1')
  })

  it.each(['http://mia:word@127.0.0.1:9/', 'ftp://mia:word@127.0.0.1/', 'http://mia:word@[::1'])(
    'shows neither where it fails: %s',
    async (url) => {
      const failure: unknown = await hostHttp.send({ ...limits, url }).catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'http-unreachable' })
      expect(String(failure)).not.toMatch(/mia|word/)
    },
  )
})
