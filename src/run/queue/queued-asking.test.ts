import { afterEach, describe, expect, it } from 'vitest'
import { hostClock } from '../../adapters/clock.js'
import { hostHash } from '../../adapters/hash.js'
import { StoreError } from '../../errors.js'
import type { SubjectFailure } from '../../subject/failure.js'
import type { AskedQuestion } from '../asking.js'
import { SecretBook } from '../secret-book.js'
import type { CollectorQueue, FailedJob, QueuedAnswer, QueuedJob } from './queue.js'
import { QueuedAsking } from './queued-asking.js'
import { jobId } from './queued-question.js'

const run = 'b'.repeat(32)
const sample = (item: string): AskedQuestion['sample'] => ({ benchmark: 'b', item, trial: 0 })
const idOf = (item: string): string => jobId(run, sample(item), hostHash)

function question(item: string, content = item): AskedQuestion {
  const messages = [{ role: 'user' as const, content }]
  return { request: { kind: 'chat', messages, tools: [], settings: {} }, sample: sample(item) }
}

function answer(item: string, receipt: string, outcome: object = {}): QueuedAnswer {
  const reply = { output: { text: item, stopReason: 'stop' } }
  const whole = { kind: 'answer', attempts: 1, timing: { startedMs: 1, durationMs: 1 }, reply, ...outcome }
  return { id: idOf(item), receipt, text: JSON.stringify(whole) }
}

/** A queue that does what a test says, and remembers what it was told. */
class ToldQueue implements CollectorQueue {
  readonly added: string[] = []
  readonly acknowledged: string[] = []
  readonly sent: string[] = []
  readonly dropped: string[] = []
  readonly coming: QueuedAnswer[] = []
  readonly gone = new Set<string>()
  readonly withdrawable = new Set<string>()
  failures: FailedJob[] = []
  workerCount: number | undefined = 1
  broken: Error | undefined

  async add(jobs: readonly QueuedJob[]): Promise<void> {
    if (this.broken !== undefined) throw this.broken
    this.added.push(...jobs.map(({ id }) => id))
  }
  async send(parcels: readonly { readonly hash: string }[]): Promise<void> {
    this.sent.push(...parcels.map(({ hash }) => hash))
  }
  async drop(hashes: readonly string[]): Promise<void> {
    this.dropped.push(...hashes)
  }
  async read(): Promise<readonly QueuedAnswer[]> {
    await hostClock.sleep(2)
    return this.coming.splice(0)
  }
  async acknowledge(receipts: readonly string[]): Promise<void> {
    this.acknowledged.push(...receipts)
  }
  async withdraw(ids: readonly string[]): Promise<readonly string[]> {
    return ids.filter((id) => this.withdrawable.has(id))
  }
  async missing(ids: readonly string[]): Promise<readonly string[]> {
    return ids.filter((id) => this.gone.delete(id))
  }
  async failed(): Promise<readonly FailedJob[]> {
    return this.failures.splice(0)
  }
  async hurry(): Promise<void> {}
  async workers(): Promise<number | undefined> {
    return this.workerCount
  }
  async close(): Promise<void> {}
}

const startedAll: QueuedAsking[] = []
afterEach(() => {
  for (const asking of startedAll.splice(0)) asking.stop()
})

function started(
  queue: ToldQueue,
  more: { readonly down?: (failure: SubjectFailure) => void; readonly secrets?: SecretBook } = {},
) {
  const told: string[] = []
  const asking = new QueuedAsking({
    queue,
    run,
    clock: hostClock,
    hash: hostHash,
    secrets: new SecretBook(),
    notify: (line) => told.push(line),
    graceMs: 100,
    down: () => undefined,
    waitScale: 0.002,
    ...more,
  })
  asking.start()
  startedAll.push(asking)
  return { asking, told }
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000 && !isSo(); tries++) await hostClock.sleep(2)
  expect(isSo()).toBe(true)
}

describe('QueuedAsking', () => {
  it('acknowledges an answer once its sample is on the disk, not before', async () => {
    const queue = new ToldQueue()
    const { asking } = started(queue)
    const asked = asking.ask(question('one'))
    queue.coming.push(answer('one', 'r1'))
    expect(await asked).toMatchObject({ reply: { output: { text: 'one' } }, attempts: 1 })
    await hostClock.sleep(30)
    expect(queue.acknowledged).toEqual([])
    asking.kept(sample('one'))
    await until(() => queue.acknowledged.length === 1)
    asking.kept(sample('one'))
    asking.kept(sample('never asked'))
    await hostClock.sleep(20)
    expect(queue.acknowledged).toEqual(['r1'])
  })

  it('takes an answer that came while nobody collected, and adds no job for it', async () => {
    const queue = new ToldQueue()
    queue.coming.push(answer('early', 'r1'))
    const { asking } = started(queue)
    await until(() => queue.coming.length === 0)
    await hostClock.sleep(10)
    expect(await asking.ask(question('early'))).toMatchObject({ reply: { output: { text: 'early' } } })
    expect(queue.added).toEqual([])
  })

  it('adds a job again that the queue has lost, and takes a failed one as an error', async () => {
    const queue = new ToldQueue()
    const { asking } = started(queue)
    const asked = asking.ask(question('lost'))
    await until(() => queue.added.length === 1)
    queue.gone.add(idOf('lost'))
    await until(() => queue.added.length === 2)
    queue.failures.push({ id: idOf('lost'), reason: 'It is no job.' })
    expect(await asked).toMatchObject({
      error: { code: 'job-failed', message: 'It is no job.', retryable: true },
    })
  })

  it('sends parcels before their job, again when a worker lacks them, and drops them with the answer', async () => {
    const queue = new ToldQueue()
    const { asking } = started(queue)
    const asked = asking.ask(question('long', 'x'.repeat(40_000)))
    await until(() => queue.added.length === 1)
    expect(queue.sent).toHaveLength(1)
    queue.coming.push(answer('long', 'r1', { kind: 'lacking', hashes: queue.sent }))
    await until(() => queue.added.length === 2)
    expect([queue.sent.length, queue.dropped.length]).toEqual([2, 0])
    queue.coming.push(answer('long', 'r2'))
    await asked
    asking.kept(sample('long'))
    await until(() => queue.dropped.length === 1)
    expect(queue.acknowledged).toEqual(expect.arrayContaining(['r1', 'r2']))
  })

  it('makes an error of what is no answer', async () => {
    const queue = new ToldQueue()
    const { asking } = started(queue)
    const asked = asking.ask(question('odd'))
    queue.coming.push({ id: idOf('odd'), receipt: 'r1', text: '{"kind":"answer"' })
    expect(await asked).toMatchObject({ error: { message: 'What a worker sent is no answer.' } })
  })

  it('takes back what no worker has in hand when asking is over, and waits for the rest a while', async () => {
    const queue = new ToldQueue()
    const { asking } = started(queue)
    const asked = ['waiting', 'in hand', 'stuck'].map((item) => asking.ask(question(item)))
    await until(() => queue.added.length === 3)
    queue.withdrawable.add(idOf('waiting'))
    asking.end()
    queue.coming.push(answer('in hand', 'r1'))
    const [waiting, inHand, stuck] = await Promise.all(asked)
    expect([waiting, inHand?.reply?.output.text, stuck]).toEqual([undefined, 'in hand', undefined])
    expect(await asking.ask(question('later'))).toBeUndefined()
  })

  it('asks again where an earlier session was told that the endpoint is down', async () => {
    const queue = new ToldQueue()
    const downs: string[] = []
    const { asking } = started(queue, { down: (failure) => downs.push(failure.what) })
    const told = { kind: 'down', code: 'c', what: 'Wrong key.', failure: 'auth' }
    queue.coming.push({ ...answer('key', 'r1', told), isEarlier: true })
    const asked = asking.ask(question('key'))
    await expect.poll(() => queue.acknowledged).toEqual(['r1'])
    await expect.poll(() => queue.added.filter((id) => id === idOf('key')).length).toBeGreaterThan(0)
    queue.coming.push(answer('key', 'r2'))
    expect((await asked)?.reply?.output.text).toBe('key')
    expect(downs).toEqual([])
  })

  it('ends for an endpoint that is down, at once or after five questions in a row', async () => {
    const queue = new ToldQueue()
    const downs: string[] = []
    const { asking } = started(queue, { down: (failure) => downs.push(failure.what) })
    const asked = asking.ask(question('key'))
    queue.coming.push(answer('key', 'r1', { kind: 'down', code: 'c', what: 'Wrong key.', failure: 'auth' }))
    expect(await asked).toBeUndefined()
    expect(downs).toEqual(['Wrong key.'])
    const error = { kind: 'server', code: 'c', message: 'Busy.', retryable: true }
    for (let at = 0; at < 5; at++) {
      const one = asking.ask(question(`e${at}`))
      queue.coming.push(answer(`e${at}`, `e${at}`, { reply: undefined, error }))
      expect((await one)?.error?.message).toBe(at < 4 ? 'Busy.' : undefined)
    }
    expect(downs).toEqual(['Wrong key.', 'Busy.'])
  })

  it('fails every question when the queue is lost', async () => {
    const queue = new ToldQueue()
    queue.broken = new StoreError({ code: 'queue-lost', what: 'It is gone.' })
    const { asking } = started(queue)
    await expect(asking.ask(question('one'))).rejects.toThrow('It is gone.')
    await expect(asking.ask(question('two'))).rejects.toThrow('It is gone.')
  })

  it('says when no worker is there', async () => {
    const queue = new ToldQueue()
    queue.workerCount = 0
    const { asking, told } = started(queue)
    void asking.ask(question('one'))
    await until(() => told.length > 0)
    expect(told[0]).toBe(
      'No worker is at the queue; a question waits. Start some with: assay worker --queue URL',
    )
  })

  it('lets no secret into the queue', async () => {
    const secrets = new SecretBook()
    secrets.learn('KEY', 'sk-123456789')
    const queue = new ToldQueue()
    const { asking } = started(queue, { secrets })
    await expect(asking.ask(question('one', 'my key is sk-123456789'))).rejects.toMatchObject({
      code: 'queue-secret',
    })
    expect(queue.added).toEqual([])
  })
})
