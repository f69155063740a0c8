import { afterAll, describe, expect, it } from 'vitest'
import { hostClock } from '../../src/adapters/clock.js'
import { agentHttp } from '../../src/adapters/http-agent.js'
import { randomStream } from '../../src/numeric/random.js'
import { EmbeddingClient } from '../../src/retrieval/embedding-client.js'
import { letterVector } from './fake-embeddings.js'
import { type MockServer, mockServer } from './mock-servers/mock-server.js'

const KEY = 'sk-planted-0123456789abcdef'
const servers: MockServer[] = []

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
})

async function client(): Promise<{ readonly server: MockServer; readonly client: EmbeddingClient }> {
  const server = await mockServer(({ json }) => {
    const { input } = json as { readonly input: readonly string[] } // as our own client writes it
    return { body: { data: input.map((text, index) => ({ index, embedding: letterVector(text) })) } }
  })
  servers.push(server)
  const opened = new EmbeddingClient({
    endpoint: { url: `${server.url}/v1/embeddings`, shown: `${server.url}/v1`, model: 'm' },
    key: { name: 'K', value: KEY },
    batchSize: 2,
    concurrency: 2,
    http: agentHttp(),
    clock: { ...hostClock, sleep: async () => {} },
    random: randomStream(0, 'waits'),
    notify: () => {},
  })
  return { server, client: opened }
}

describe('embeddings over HTTP', () => {
  it('come back in order, through faults of the server', async () => {
    const { server, client: embeddings } = await client()
    server.faults.push('reset', 'half', 'html', { status: 429, headers: { 'retry-after': '1' }, body: '' })
    const vectors: Float32Array[] = []
    await embeddings.embed(['abc', 'bad', 'cab', 'dad', 'e'], async ({ start, vectors: batch }) => {
      for (const [at, vector] of batch.entries()) vectors[start + at] = vector
    })
    expect(vectors.map((vector) => [...vector])).toEqual(
      ['abc', 'bad', 'cab', 'dad', 'e'].map((text) => letterVector(text)),
    )
    expect(server.seen.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true)
  })

  it('never show the key that a server echoes', async () => {
    const { server, client: embeddings } = await client()
    server.faults.push({ status: 401, body: `wrong key ${KEY}` })
    const error: unknown = await embeddings.embed(['a'], async () => {}).catch((failure: unknown) => failure)
    expect(String(error)).toContain('401')
    expect(String(error)).not.toContain(KEY)
  })
})
