import { describe, expect, it } from 'vitest'
import { jsonOf } from '../../../test/contract/described-tools.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { SubjectError } from '../../errors.js'
import type { Http, HttpRequest } from '../../ports.js'
import type { ApiDocument } from './document.js'
import { downloadDescription, RemoteDocuments } from './remote-documents.js'

/** A network that answers from a table: a text, a status, or nothing at all. */
function network(
  answers: Readonly<Record<string, string | number>>,
): Http & { readonly asked: HttpRequest[] } {
  const asked: HttpRequest[] = []
  return {
    asked,
    async send(request) {
      asked.push(request)
      const answer = answers[request.url]
      if (answer === undefined) {
        const where = new URL(request.url).host
        throw new SubjectError({ code: 'http-timeout', what: 'No complete answer.', where, retryable: true })
      }
      const [status, body] = typeof answer === 'number' ? [answer, ''] : [200, answer]
      return { status, headers: {}, body: new TextEncoder().encode(body) }
    },
  }
}

const main = (root: unknown, address = 'specs/api.json'): ApiDocument => ({
  address,
  root: jsonOf(root),
  dialect: '3.0',
})
const kinds = (drawn: ReadonlyMap<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    [...drawn].map(([address, document]) => [address, document instanceof Error ? document.message : 'read']),
  )

describe('RemoteDocuments', () => {
  it('reads what a description names and what that names, files and addresses, each once', async () => {
    const http = network({
      'https://a.test/x.json': '{"a":{"$ref":"y.yaml"}}',
      'https://a.test/y.yaml': 'b: {$ref: x.json}',
    })
    const files = memoryFiles({
      'specs/b.yaml': 'c: {$ref: "api.json#/a"}\nd: {$ref: "c/d.json"}',
      'specs/c/d.json': '{"$ref":"../b.yaml"}',
    })
    const remote = new RemoteDocuments({ files, http })
    const root = {
      a: [{ $ref: 'b.yaml#/c' }, { $ref: './b.yaml#/d' }],
      b: { $ref: 'https://a.test/x.json#/a' },
      c: { $ref: '#/a' },
    }
    expect(kinds(await remote.drawnInBy(main(root)))).toEqual({
      'specs/api.json': 'read',
      'specs/b.yaml': 'read',
      'https://a.test/x.json': 'read',
      'specs/c/d.json': 'read',
      'https://a.test/y.yaml': 'read',
    })
    remote.forgetFiles()
    await remote.drawnInBy(main(root))
    expect(http.asked.map(({ url }) => url)).toEqual(['https://a.test/x.json', 'https://a.test/y.yaml'])
  })
  it('asks with a time limit and a size limit', async () => {
    const http = network({ 'https://a.test/x.json': '{}' })
    await downloadDescription('https://a.test/x.json', http)
    expect(http.asked).toMatchObject([{ method: 'GET', timeoutMs: 30_000, maxBytes: 128 * 1024 * 1024 }])
  })
  it('keeps the reason why a document cannot be read', async () => {
    const http = network({ 'https://a.test/gone': 404, 'https://a.test/broken.json': '{"a":' })
    const files = memoryFiles({ 'specs/bad.yaml': 'a: [' })
    const root = [
      ...['gone.json', 'bad.yaml', 'https://a.test/gone', 'https://a.test/broken.json'].map(($ref) => ({
        $ref,
      })),
      { $ref: 'ftp://a.test/x' },
    ]
    expect(kinds(await new RemoteDocuments({ files, http }).drawnInBy(main(root)))).toEqual({
      'specs/api.json': 'read',
      'specs/gone.json': expect.stringContaining('no such file'),
      'specs/bad.yaml': expect.stringMatching(/YAML[^]*specs\/bad\.yaml, line 1/),
      'https://a.test/gone': expect.stringMatching(/status 404[^]*https:\/\/a\.test\/gone/),
      'https://a.test/broken.json': expect.stringMatching(/JSON[^]*https:\/\/a\.test\/broken\.json, line 1/),
    })
  })
  it('asks a host that does not answer no more', async () => {
    const http = network({ 'https://up.test/x': '{}' })
    const root = Array.from({ length: 40 }, (_, index) => ({ $ref: `https://down.test/${index}` }))
    const drawn = await new RemoteDocuments({ files: memoryFiles(), http }).drawnInBy(
      main([...root, { $ref: 'https://up.test/x' }]),
    )
    expect(drawn.size).toBe(42)
    expect(http.asked.filter(({ url }) => url.startsWith('https://down.test')).length).toBeLessThanOrEqual(8)
    expect(drawn.get('https://up.test/x')).not.toBeInstanceOf(Error)
  })
  it('refuses a description that draws in thousands', async () => {
    const root = Array.from({ length: 2100 }, (_, index) => ({ $ref: `${index}.json` }))
    const remote = new RemoteDocuments({ files: memoryFiles(), http: network({}) })
    await expect(remote.drawnInBy(main(root))).rejects.toThrow(/more than 2000[^]*specs\/api\.json/)
  })
  it('lets no document from the network name a local file', async () => {
    const http = network({ 'https://a.test/etc/passwd': 404 })
    const files = memoryFiles({ '/etc/passwd': '{"secret":1}' })
    const root = [{ $ref: 'file:///etc/passwd' }, { $ref: '/etc/passwd' }]
    const drawn = await new RemoteDocuments({ files, http }).drawnInBy(main(root, 'https://a.test/api.json'))
    expect(Object.keys(kinds(drawn))).toEqual(['https://a.test/api.json', 'https://a.test/etc/passwd'])
  })
})
