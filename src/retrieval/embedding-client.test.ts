import { describe, expect, it } from 'vitest'
import {
  answer,
  bytes,
  fakeClock,
  fakeEmbeddings,
  letterVector,
  type Mishap,
} from '../../test/contract/fake-embeddings.js'
import { SubjectError } from '../errors.js'
import { randomStream } from '../numeric/random.js'
import { EmbeddingClient, type EmbeddingClientOptions } from './embedding-client.js'

const endpoint = { url: 'http://here/v1/embeddings?tenant=7', shown: 'http://here/v1', model: 'm' }

function setUp(mishap?: Mishap, options: Partial<EmbeddingClientOptions> = {}) {
  const http = fakeEmbeddings(mishap === undefined ? {} : { mishap })
  const clock = fakeClock()
  const notices: string[] = []
  const client = new EmbeddingClient({
    endpoint,
    key: { name: 'MY_KEY', value: 'sk-secret' },
    batchSize: 3,
    concurrency: 1,
    http,
    clock,
    random: randomStream(1, 'test'),
    notify: (line) => void notices.push(line),
    ...options,
  })
  const vectors = new Map<number, number[]>()
  const embed = (texts: readonly string[]) =>
    client.embed(texts, async (batch) => {
      for (const [at, vector] of batch.vectors.entries()) vectors.set(batch.start + at, [...vector])
    })
  return { http, clock, notices, client, vectors, embed }
}

const fail = (status: number, headers: Readonly<Record<string, string>> = {}, text = 'no') =>
  answer({ status, headers, body: bytes(text) })

async function thrownBy(work: Promise<unknown>): Promise<SubjectError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SubjectError)) throw new Error(`not a SubjectError: ${String(error)}`)
  return error
}

describe('EmbeddingClient', () => {
  it('asks in batches, with the key and the whole address, and hands vectors on by place', async () => {
    const { http, vectors, embed, client } = setUp()
    await embed(['a', 'b', 'c', 'd'])
    expect(http.asked).toEqual([['a', 'b', 'c'], ['d']])
    expect(http.requests[0]).toMatchObject({
      method: 'POST',
      url: endpoint.url,
      headers: { authorization: 'Bearer sk-secret', 'content-type': 'application/json' },
    })
    expect([...vectors]).toEqual(['a', 'b', 'c', 'd'].map((text, at) => [at, letterVector(text)]))
    expect(client.dimensions).toBe(11)
  })

  it('asks nothing for nothing', async () => {
    const { http, embed } = setUp()
    await embed([])
    expect(http.asked).toEqual([])
  })

  it('closes a batch before its texts grow too long together', async () => {
    const { http, embed } = setUp()
    const long = 'a'.repeat(150_000)
    await embed([long, long, 'b'])
    expect(http.asked.map((texts) => texts.length)).toEqual([1, 2])
  })

  it('keeps no more requests under way than allowed', async () => {
    let underWay = 0
    let most = 0
    const { embed, vectors } = setUp(undefined, {
      concurrency: 3,
      batchSize: 1,
      http: {
        async send(request) {
          most = Math.max(most, ++underWay)
          await new Promise((resolve) => setTimeout(resolve, 2))
          underWay--
          return fakeEmbeddings().send(request)
        },
      },
    })
    await embed(Array.from('abcdefghij'))
    expect(most).toBe(3)
    expect(vectors.size).toBe(10)
  })

  it.each([429, 500, 503, 408])('tries again after %i, waiting longer each time', async (status) => {
    const { clock, embed, vectors, notices } = setUp((_, attempt) => (attempt < 4 ? fail(status) : undefined))
    await embed(['a'])
    expect(vectors.size).toBe(1)
    expect(clock.sleeps).toHaveLength(3)
    for (const [at, wait] of clock.sleeps.entries()) {
      expect(wait).toBeGreaterThanOrEqual(250 * 2 ** at)
      expect(wait).toBeLessThanOrEqual(500 * 2 ** at)
    }
    expect(notices[0]).toMatch(/answered \d+: no\. Trying again in 0\.\d s/)
  })

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after-ms': '120', 'retry-after': '7' }, 120],
    [{ 'retry-after': new Date(1_000_000 + 9000).toUTCString() }, 9000],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
  ])('waits as long as the server asks: %j', async (headers, wait) => {
    const { clock, embed } = setUp((_, attempt) => (attempt === 1 ? fail(429, headers) : undefined))
    await embed(['a'])
    expect(clock.sleeps).toEqual([wait])
  })

  it('does not wait for an hour', async () => {
    const { clock, embed } = setUp(() => fail(429, { 'retry-after': '3600' }))
    expect((await thrownBy(embed(['a']))).message).toMatch(/answered 429[^]*run the same command again/)
    expect(clock.sleeps).toEqual([])
  })

  it('gives up after six attempts, having handed on what came before', async () => {
    const { http, embed, vectors } = setUp((texts) =>
      texts.includes('d') ? fail(500, {}, '{"error":"boom"}') : undefined,
    )
    const error = await thrownBy(embed(['a', 'b', 'c', 'd', 'e', 'f', 'g']))
    expect(error).toMatchObject({ code: 'embedding-unavailable', retryable: true })
    expect(error.message).toMatch(
      /answered 500: \{"error":"boom"\}\. That was attempt 6\.[^]*where: http:\/\/here\/v1, model m[^]*fix:/,
    )
    expect(http.asked).toHaveLength(7)
    expect([...vectors.keys()]).toEqual([0, 1, 2])
  })

  it('hands on what is under way when another request fails', async () => {
    const { embed, vectors } = setUp((texts) => (texts.includes('a') ? fail(401) : undefined), {
      concurrency: 2,
      batchSize: 1,
    })
    await thrownBy(embed(['a', 'b', 'c', 'd']))
    expect([...vectors.keys()]).toEqual([1])
  })

  it('stops trying when another request has failed for good', async () => {
    const { http, embed } = setUp((texts) => (texts.includes('a') ? fail(401) : fail(500)), {
      concurrency: 2,
      batchSize: 1,
    })
    expect((await thrownBy(embed(['a', 'b']))).message).toMatch(/answered 401/)
    expect(http.asked.filter(([text]) => text === 'b').length).toBeLessThanOrEqual(2)
  })

  it('tries again where the server cannot be reached, and where the answer makes no sense', async () => {
    const lost = new SubjectError({
      code: 'http-unreachable',
      what: 'The server cannot be reached.',
      retryable: true,
    })
    const { clock, embed, vectors } = setUp((_, attempt) =>
      attempt === 1
        ? lost
        : attempt === 2
          ? answer({ body: bytes('{"data":[{"embedding":[NaN]}]}') })
          : undefined,
    )
    await embed(['a'])
    expect(clock.sleeps).toHaveLength(2)
    expect(vectors.size).toBe(1)
  })

  it('stops at vectors of other dimensions half-way', async () => {
    const { embed, vectors, client } = setUp((texts) =>
      texts.includes('d') ? answer({ body: bytes('{"data":[{"index":0,"embedding":[1,2]}]}') }) : undefined,
    )
    const error = await thrownBy(embed(['a', 'b', 'c', 'd']))
    expect(error).toMatchObject({ code: 'embedding-dimensions' })
    expect(error.message).toMatch(/2 dimensions after others had 11/)
    expect(vectors.size).toBe(3)
    expect(client.dimensions).toBe(11)
  })

  it.each([401, 403])('says which variable holds the key that is refused: %i', async (status) => {
    const { clock, embed } = setUp(() => fail(status))
    expect((await thrownBy(embed(['a', 'b']))).message).toMatch(/MY_KEY/)
    expect(clock.sleeps).toEqual([])
  })

  it('never shows the key, even where the server repeats it', async () => {
    const { embed } = setUp(() => fail(401, {}, 'Wrong key sk-secret'))
    const error = await thrownBy(embed(['a']))
    expect(error.message).toContain('«secret:MY_KEY»')
    expect(error.message).not.toContain('sk-secret')
    const broken = setUp(() => answer({ body: bytes('sk-secret?') }))
    expect((await thrownBy(broken.embed(['a']))).message).not.toContain('sk-secret')
  })

  it('halves a batch that is refused until the text at fault stands alone', async () => {
    const { http, embed, vectors } = setUp(
      (texts) => (texts.includes('bad') ? fail(400, {}, 'too long') : undefined),
      {
        batchSize: 4,
      },
    )
    const error = await thrownBy(embed(['a', 'b', 'bad', 'd']))
    expect(error.message).toMatch(/answered 400: too long[^]*text of 3 characters "bad"[^]*limit=/)
    expect(http.asked).toEqual([['a', 'b', 'bad', 'd'], ['a', 'b'], ['bad', 'd'], ['bad']])
    expect(vectors.size).toBe(0)
  })

  it('goes on in halves where only the size of the batch is refused', async () => {
    const { embed, vectors } = setUp((texts) => (texts.length > 2 ? fail(413) : undefined), { batchSize: 8 })
    await embed(Array.from('abcdefgh'))
    expect([...vectors].map(([at]) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(vectors.get(5)).toEqual(letterVector('f'))
  })

  it('passes on why a batch could not be stored', async () => {
    const { client, http } = setUp(undefined, { batchSize: 1 })
    const full = new Error('the disk is full')
    await expect(client.embed(['a', 'b'], () => Promise.reject(full))).rejects.toBe(full)
    expect(http.asked).toHaveLength(1)
  })

  it('stops when it is aborted', async () => {
    const interrupt = new AbortController()
    const { embed, http } = setUp(
      () => {
        interrupt.abort(new Error('interrupted'))
        return fail(500)
      },
      { signal: interrupt.signal },
    )
    await expect(embed(['a'])).rejects.toThrow('interrupted')
    expect(http.asked).toHaveLength(1)
  })
})
