import { describe, expect, it } from 'vitest'
import { type EndpointRules, openEndpoint, readEndpointSpec } from './endpoint-spec.js'
import type { SubjectContext } from './kind.js'

const rules: EndpointRules = { keyNames: [], keyHeaders: (key) => ({ authorization: key }), paths: [] }

function open(url: string): string | undefined {
  const spec = readEndpointSpec(`${url}#m,key=KEY`, {
    kind: 'compatible',
    usage: 'compatible:URL#MODEL',
    hasAddress: true,
    options: ['key='],
  })
  // Opening asks for nothing but the key.
  return openEndpoint(spec, rules, { variable: () => 'secret', options: {} } as unknown as SubjectContext)
    .host
}

describe('openEndpoint', () => {
  it.each(['http://127.0.0.1:8080/v1', 'https://host', 'http://[::1]:1', 'http://münchen.example'])(
    'takes %s',
    (url) => {
      expect(open(url)).toBe(new URL(url).origin)
    },
  )

  it.each([
    'http://127.0.0.1,x.example.com/v1',
    'http://127.0.0.1\t.example.com/v1',
    'http://127.0.0.1\n.example.com/v1',
    'http://127.0.0.1\\.example.com/v1',
    'http://127.0.0.1/v1\n',
    'http:/host',
    'ftp://host',
    'http://',
  ])('refuses %j, whose host is not what it looks like', (url) => {
    expect(() => open(url)).toThrow(expect.objectContaining({ code: 'subject-spec' }))
  })
})
