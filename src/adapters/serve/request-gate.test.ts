import { describe, expect, it } from 'vitest'
import { admit, type RawRequest } from './request-gate.js'

const gate = { token: 'secret', hosts: new Set(['127.0.0.1:4178', 'localhost:4178']) }
const ask = (changes: Partial<RawRequest> = {}, headers: RawRequest['headers'] = {}) =>
  admit(gate, {
    method: 'GET',
    url: '/secret/api/runs?run=a',
    ...changes,
    headers: { host: '127.0.0.1:4178', ...headers },
  })
const post = { origin: 'http://127.0.0.1:4178', 'content-type': 'application/json' }
const statusOf = (admission: ReturnType<typeof admit>): number =>
  admission.kind === 'refused' ? admission.status : 200

describe('admit', () => {
  it('gives path and query below the token', () => {
    expect(ask()).toMatchObject({ kind: 'admitted', method: 'GET', path: 'api/runs' })
    expect(ask({ url: '/secret/' })).toMatchObject({ path: '' })
    expect(ask({ method: 'HEAD' })).toMatchObject({ kind: 'admitted', method: 'GET' })
    expect(ask({}, { host: 'LOCALHOST:4178' })).toMatchObject({ kind: 'admitted' })
  })
  it.each([
    ['another token', { url: '/secrets/api/runs' }],
    ['no token', { url: '/' }],
    ['a token without a path', { url: '/secret' }],
    ['a way around the token', { url: '/x/../secret/api' }],
    ['an absolute address', { url: 'http://127.0.0.1:4178/secret/' }],
  ])('finds nothing with %s', (_, changes) => {
    expect(statusOf(ask(changes))).toBe(404)
  })
  it.each([undefined, '', 'evil.example:4178', '127.0.0.1', '127.0.0.1:80', 'localhost:4178.evil.example'])(
    'refuses the host %s, which is DNS rebinding',
    (host) => {
      expect(statusOf(ask({}, { host }))).toBe(421)
    },
  )
  it.each(['http://evil.example', 'null', 'https://127.0.0.1:4178', 'http://127.0.0.1:4178.evil.example'])(
    'refuses the origin %s for reading and writing',
    (origin) => {
      expect(statusOf(ask({}, { origin }))).toBe(403)
      expect(statusOf(ask({ method: 'POST' }, { ...post, origin }))).toBe(403)
    },
  )
  it('takes what is posted from its own page alone, as JSON', () => {
    expect(statusOf(ask({ method: 'POST' }, post))).toBe(200)
    expect(statusOf(ask({ method: 'POST' }, { 'content-type': 'application/json' }))).toBe(403)
    expect(statusOf(ask({ method: 'POST' }, { ...post, 'content-type': 'text/plain' }))).toBe(415)
    expect(statusOf(ask({ method: 'POST' }, { ...post, 'sec-fetch-site': 'none' }))).toBe(403)
  })
  it('refuses what another site fetches', () => {
    expect(statusOf(ask({}, { 'sec-fetch-site': 'cross-site' }))).toBe(403)
    expect(statusOf(ask({}, { 'sec-fetch-site': 'same-site' }))).toBe(403)
    expect(statusOf(ask({}, { 'sec-fetch-site': 'none' }))).toBe(200)
  })
  it.each(['OPTIONS', 'PUT', 'DELETE', 'TRACE', 'CONNECT'])('does not know %s', (method) => {
    expect(statusOf(ask({ method }))).toBe(405)
  })
})
