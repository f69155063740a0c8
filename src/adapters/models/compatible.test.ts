import { afterAll, describe, expect, it } from 'vitest'
import { plainServer } from '../../../test/contract/mock-servers/local-servers.js'
import {
  type MockAnswer,
  type MockServer,
  mockServer,
  type SeenRequest,
} from '../../../test/contract/mock-servers/mock-server.js'
import { openOverLoopback } from '../../../test/contract/mock-servers/open-over-loopback.js'
import { preflight } from '../../subject/preflight.js'
import { compatibleKind } from './compatible.js'
import { completionsKind } from './completions.js'

const servers: MockServer[] = []
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
})

async function findingsOf(
  spec: (url: string) => string,
  answer: (request: SeenRequest) => MockAnswer,
): Promise<readonly string[]> {
  const server = await mockServer(answer)
  servers.push(server)
  const kind = spec('').startsWith('compatible') ? compatibleKind : completionsKind
  const subject = await openOverLoopback(kind, spec(server.url))
  const findings = await preflight(subject, [], {})
  return findings.map(({ code, severity, what }) => `${severity} ${code}: ${what}`)
}

describe('a model that the server does not list', () => {
  const listing = plainServer('somebody')
  it.each(['compatible', 'completions'])('is a notice of preflight: %s', async (kind) => {
    const [only, ...others] = await findingsOf((url) => `${kind}:${url}/v1#elsewhere`, listing)
    expect(only).toMatch(/^notice model-unlisted: .*does not list the model "elsewhere"; it lists "m"\./)
    expect(others).toEqual([])
    expect(await findingsOf((url) => `${kind}:${url}/v1#m`, listing)).toEqual([])
  })
  it('is looked for where the user says what server it is, too', async () => {
    const spec = (url: string) => `compatible:${url}/v1#elsewhere,server=other`
    expect(await findingsOf(spec, listing)).toHaveLength(1)
  })
  it.each([
    ['no list', { status: 404, body: { error: 'Not Found' } }],
    ['a list that is none', { body: { data: 'all of them' } }],
    ['a page of one', { body: { has_more: true, data: [{ id: 'a' }] } }],
    ['a list without names', { body: { data: [{}] } }],
  ])('is not said of a server with %s', async (_what, list) => {
    const answer = (request: SeenRequest) => (request.path === '/v1/models' ? list : listing(request))
    expect(await findingsOf((url) => `compatible:${url}/v1#elsewhere`, answer)).toEqual([])
  })
  it('does not keep a server from being asked whose list nobody may see', async () => {
    const answer = (request: SeenRequest) =>
      request.path === '/v1/models' ? { status: 403, body: { error: 'no' } } : listing(request)
    const spec = (url: string) => `compatible:${url}/v1#elsewhere,server=other`
    expect(await findingsOf(spec, answer)).toEqual([])
  })
})
