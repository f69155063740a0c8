import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hostHash } from '../../src/adapters/hash.js'
import { redisQueues } from '../../src/adapters/queue/redis-queues.js'
import type { QueueConnection } from '../../src/run/queue/queue.js'
import { queueName, type RunAnnouncement } from '../../src/run/queue/run-announcement.js'
import { SubjectFailure } from '../../src/subject/failure.js'
import { askingSuite } from '../contract/asking-suite.js'
import { queueHarness } from '../contract/queue-harness.js'
import { hasRedis, type RedisServer, redisServer } from '../contract/redis-server.js'
import { everything, place, run, samples, setUp, tearDown, yes } from '../contract/run-command.js'
import { saying } from '../contract/run-fixtures.js'

describe.skipIf(!hasRedis)('a queue on Redis', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await redisServer()
  })
  afterAll(() => redis.remove())
  beforeEach(async () => {
    redis.command('flushall')
    await setUp()
  })
  afterEach(tearDown)

  const harness = (): ReturnType<typeof queueHarness> => queueHarness(redisQueues, redis.address)

  askingSuite({ name: 'workers on Redis', run: (answer, given) => harness().run(answer, given) })

  it('leaves nothing of a complete run in Redis but the names of its queue', async () => {
    expect((await harness().run(yes)).exitCode).toBe(0)
    const keys = redis.command('keys', '*').split('\n')
    expect(
      keys.filter((key) => !/:(meta|id|events|marker|limiter|stalled-check|stalled)$/.test(key)),
    ).toEqual([])
  })

  it('waits as long as an endpoint asks for, without using up attempts', async () => {
    const refusal = new SubjectFailure({
      code: 'http-429',
      what: 'Too many requests.',
      failure: 'rate-limit',
      retryAfterMs: 1000,
    })
    let refused = 0
    const startedMs = performance.now()
    const { exitCode, err } = await harness().run(() => {
      if (refused++ < 6) throw refusal
      return saying('yes')
    })
    expect(exitCode, err).toBe(0)
    expect(performance.now() - startedMs).toBeGreaterThan(1000)
    expect(samples().every(({ attempts, error }) => attempts === 1 && error === undefined)).toBe(true)
  })

  it('keeps tokens per minute over all workers', async () => {
    const usage = { promptTokens: 990, completionTokens: 10 }
    const startedMs = performance.now()
    const { exitCode } = await harness().run(() => saying('yes', { usage }), { tokensPerMinute: 48_000 })
    // A window of ten seconds has room for eight answers of a thousand; twenty answers begin in three of them.
    expect(exitCode).toBe(0)
    expect(performance.now() - startedMs).toBeGreaterThan(10_000)
  })

  it('says what to do when Redis is down, and waits for one that comes back', async () => {
    const gone = await run(yes, { queue: 'redis://127.0.0.1:1' })
    expect(gone.error).toMatchObject({ code: 'queue-unreachable', where: 'redis://127.0.0.1:1' })
    expect(String((gone.error as Error).message)).toMatch(/ECONNREFUSED[^]*apt-get install redis-server/)
    let asked = 0
    const running = harness().run(async () => {
      if (++asked === 5) {
        void redis
          .kill()
          .then(() => setTimeout(1500))
          .then(() => redis.start())
      }
      await setTimeout(50)
      return saying('yes')
    })
    const { exitCode, err } = await running
    expect(exitCode, err).toBe(0)
    expect(err).toMatch(/does not answer; it is waited for, 120 s at most\.[^]*is there again/)
    expect(samples()).toHaveLength(20)
  })

  it('asks again what Redis has lost with all its data', async () => {
    let asked = 0
    const { exitCode, err } = await harness().run(async () => {
      if (++asked === 5) redis.command('flushall')
      await setTimeout(20)
      return saying('yes')
    })
    expect(exitCode, err).toBe(0)
    expect(new Set(samples().map(({ item }) => item)).size).toBe(20)
    expect(samples()).toHaveLength(20)
  })

  it('demands noeviction', async () => {
    redis.command('config', 'set', 'maxmemory-policy', 'allkeys-lru')
    try {
      const { error } = await run(yes, { queue: redis.address })
      expect(error).toMatchObject({ code: 'queue-evicts' })
      expect(String((error as Error).message)).toMatch(
        /allkeys-lru[^]*config set maxmemory-policy noeviction/,
      )
    } finally {
      redis.command('config', 'set', 'maxmemory-policy', 'noeviction')
    }
  })

  it('ends with the reason when the memory of Redis is full', async () => {
    redis.command('config', 'set', 'maxmemory', '1')
    try {
      const { error } = await run(yes, { queue: redis.address })
      expect(error).toMatchObject({ code: 'queue-refused', what: 'The memory of the queue is full.' })
    } finally {
      redis.command('config', 'set', 'maxmemory', '0')
    }
  })

  it('makes an error of a job that nobody can read', { timeout: 240_000 }, async () => {
    const given = harness()
    given.beforeWork = () => {
      const [key = ''] = redis.command('keys', 'assay:queue:*-*-*:*-*').split('\n')
      redis.command('hset', key, 'data', '{"run": broken')
    }
    const { exitCode, err } = await given.run(yes)
    expect(exitCode, err).toBe(3)
    expect(samples().filter(({ error }) => error?.code === 'job-failed')).toHaveLength(1)
    expect(samples()).toHaveLength(20)
  })

  it('lets one collector hold a run, and refuses another run of the same id', async () => {
    const connection = await connect(redis)
    const other = await connect(redis)
    try {
      const first = announcement('one')
      const collector = await connection.collect(first, {})
      await expect(other.collect(first, {})).rejects.toMatchObject({ code: 'queue-run-held' })
      await expect(other.collect({ ...announcement('two'), id: first.id }, {})).rejects.toMatchObject({
        code: 'queue-run-id',
      })
      await collector.close(false)
      const again = await other.collect(first, {})
      await again.close(true)
      await (await other.collect({ ...announcement('two'), id: first.id }, {})).close(true)
    } finally {
      await connection.close()
      await other.close()
    }
  }, 60_000)

  it('calls back what waits by the clock of another host', async () => {
    const connection = await connect(redis)
    try {
      const collector = await connection.collect(announcement('skew'), {})
      const queue = `assay:queue:${announcement('skew').queue}`
      await collector.add([{ id: 'late-1', data: { run: announcement('skew').key, question: '{}' } }])
      redis.command('lrem', `${queue}:wait`, '1', 'late-1')
      redis.command('zadd', `${queue}:delayed`, String((Date.now() + 3_600_000) * 0x1000), 'late-1')
      await collector.hurry(['late-1'])
      expect(redis.command('zcard', `${queue}:delayed`)).toBe('1')
      await setTimeout(30_500)
      await collector.hurry(['late-1'])
      expect(redis.command('zcard', `${queue}:delayed`)).toBe('0')
      expect(redis.command('lrange', `${queue}:wait`, '0', '-1')).toBe('late-1')
      await collector.close(true)
    } finally {
      await connection.close()
    }
  }, 60_000)

  it('sets the lowest limit of requests that a run at the endpoint asks for', async () => {
    const connection = await connect(redis)
    try {
      const slow = await connection.collect({ ...announcement('slow'), requestsPerMinute: 60 }, {})
      const fast = await connection.collect({ ...announcement('fast'), requestsPerMinute: 600 }, {})
      const meta = `assay:queue:${announcement('slow').queue}:meta`
      expect(redis.command('hmget', meta, 'max', 'duration')).toBe('1\n1000')
      await slow.close(true)
      expect(redis.command('hmget', meta, 'max', 'duration')).toBe('10\n1000')
      await fast.close(true)
      expect(redis.command('hget', meta, 'max')).toBe('1000000000')
    } finally {
      await connection.close()
    }
  })
})

describe.skipIf(!hasRedis)('a Redis with a password', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await redisServer('--requirepass', 'correct-horse-battery')
    await setUp()
  })
  afterAll(async () => {
    await tearDown()
    await redis.remove()
  })

  it('refuses a wrong one and none, and shows neither', async () => {
    const none = await run(yes, { queue: redis.address })
    expect(none.error).toMatchObject({ code: 'queue-password', what: 'The queue wants a password.' })
    const wrong = await run(yes, { queue: redis.address.replace('//', '//:wrong-horse-battery@') })
    expect(wrong.error).toMatchObject({ code: 'queue-password' })
    expect(String(wrong.error)).not.toMatch(/horse/)
  })

  it('keeps the right one out of all that is written', async () => {
    const variables = { ASSAY_QUEUE_PASSWORD: 'correct-horse-battery' }
    const { exitCode, out, err } = await queueHarness(redisQueues, redis.address).run(
      () => saying('correct-horse-battery'),
      { context: { variable: (name) => Object.entries(variables).find(([known]) => known === name)?.[1] } },
    )
    expect(exitCode, err).toBe(0)
    expect(`${out}${err}${everything(place.folder)}`).not.toMatch(/correct-horse/)
    expect(samples()[0]?.output?.text).toBe('«secret:ASSAY_QUEUE_PASSWORD»')
  })
})

async function connect({ address }: RedisServer): Promise<QueueConnection> {
  return redisQueues.connect(address, {
    notify: () => undefined,
    variable: () => undefined,
    learn: () => undefined,
  })
}

function announcement(name: string): RunAnnouncement {
  return {
    schema: 'assay.queue/1',
    key: hostHash(name).slice(0, 32),
    id: name,
    assay: '0.0.0',
    queue: queueName('endpoint', '0.0.0', hostHash),
    subject: { spec: 'answering:', facts: { model: 'answering' } },
    benchmarks: [],
    timeoutMs: 1000,
  }
}
