import { randomUUID } from 'node:crypto'
import type { Queue as Engine, JobsOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import { InputError, StoreError } from '../../errors.js'
import type { CollectorQueue, FailedJob, Parcel, QueuedAnswer, QueuedJob } from '../../run/queue/queue.js'
import type { RunAnnouncement } from '../../run/queue/run-announcement.js'
import { hostHash } from '../hash.js'
import { MOST_STALLS } from './engine-settings.js'
import {
  announcementKey,
  answersKey,
  ENGINE_PREFIX,
  holdKey,
  idKey,
  KEPT_SECONDS,
  parcelKey,
  RUNS_KEY,
} from './queue-keys.js'
import type { RedisLink } from './redis-link.js'
import { limitRequests } from './request-limit.js'

/** A collector that was not heard of for this long is dead. Redis counts it, so that no two clocks are compared. */
const HOLD_MS = 10_000
const RENEW_MS = 3000
/** Attempts at one question, and the first wait between them, which doubles; half of it by chance. */
const ATTEMPTS = 6
const FIRST_WAIT_MS = 500
const MOST_ANSWERS = 500
const READ_WAIT_MS = 1000
/** Longer than any wait between attempts, by the collector's own clock. */
const LONGEST_DELAY_MS = 30_000

const RELEASE = "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end return 0"
const RENEW =
  "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('pexpire',KEYS[1],ARGV[2]) end return 0"

export interface CollectorOptions {
  readonly link: RedisLink
  readonly run: RunAnnouncement
  /** 1 is first; by default in the order of coming, before all with a number. */
  readonly priority?: number
}

/** The side of one run on Redis: jobs by BullMQ, answers by a stream, parcels as keys that expire. */
export class RedisCollector implements CollectorQueue {
  readonly #link: RedisLink
  readonly #run: RunAnnouncement
  readonly #engine: Engine
  readonly #reading: Redis
  readonly #token = randomUUID()
  readonly #jobOptions: JobsOptions
  /** Jobs that were seen to wait for another attempt: until when, by whatever clock, and since when by ours. */
  #delayed = new Map<string, { readonly score: string; readonly sinceMs: number }>()
  #lastAnswer = '0-0'
  /** The last answer that was there before this collector. */
  #earlier = '0-0'
  #renewal: NodeJS.Timeout | undefined

  private constructor({ link, run, priority }: CollectorOptions) {
    this.#link = link
    this.#run = run
    this.#engine = new link.engine.bullmq.Queue(run.queue, {
      connection: link.client,
      prefix: ENGINE_PREFIX,
      streams: { events: { maxLen: 100 } },
    })
    this.#engine.on('error', () => undefined) // told of by the link
    this.#reading = link.another()
    this.#jobOptions = {
      attempts: ATTEMPTS,
      backoff: { type: 'exponential', delay: FIRST_WAIT_MS, jitter: 0.5 },
      stackTraceLimit: 0,
      ...(priority === undefined ? {} : { priority }),
    }
    // A Redis that lost its data counts anew.
    link.onReturn(() => {
      this.#lastAnswer = '0-0'
    })
  }

  /** @throws {StoreError} `queue-run-held`. @throws {InputError} `queue-run-id`. */
  static async open(options: CollectorOptions): Promise<RedisCollector> {
    const collector = new RedisCollector(options)
    try {
      await collector.#hold()
      await collector.#claimId()
      await collector.#announce()
      await collector.#limit()
      await collector.#lookBack()
      collector.#renewal = setInterval(() => void collector.#renew(), RENEW_MS)
      return collector
    } catch (error) {
      // The first error is the one to tell; a hold that stays ends by itself.
      await collector.#release().catch(() => undefined)
      throw error
    }
  }

  async add(jobs: readonly QueuedJob[]): Promise<void> {
    await this.#link.guard(
      this.#engine.addBulk(
        jobs.map(({ id, data }) => ({ name: 'ask', data, opts: { ...this.#jobOptions, jobId: id } })),
      ),
    )
  }

  async send(parcels: readonly Parcel[]): Promise<void> {
    const pipeline = this.#link.client.pipeline()
    for (const { hash, text } of parcels)
      pipeline.set(parcelKey(this.#run.key, hash), text, 'EX', KEPT_SECONDS)
    await this.#all(pipeline.exec())
  }

  async drop(hashes: readonly string[]): Promise<void> {
    await this.#link.guard(this.#link.client.unlink(...hashes.map((hash) => parcelKey(this.#run.key, hash))))
  }

  async read(): Promise<readonly QueuedAnswer[]> {
    const after = this.#lastAnswer
    const found = (await this.#link.guard(
      this.#reading.xreadBuffer(
        'COUNT',
        MOST_ANSWERS,
        'BLOCK',
        READ_WAIT_MS,
        'STREAMS',
        answersKey(this.#run.key),
        after,
      ),
    )) as unknown as readonly [Buffer, readonly [Buffer, readonly Buffer[]][]][] | null // as XREAD replies
    const entries = found?.[0]?.[1] ?? []
    const last = entries.at(-1)?.[0].toString()
    if (last !== undefined && this.#lastAnswer === after) this.#lastAnswer = last
    return entries.map(([receipt, fields]) => {
      const answer = answerOf(receipt.toString(), fields)
      return isAfter(answer.receipt, this.#earlier) ? answer : { ...answer, isEarlier: true }
    })
  }

  async #lookBack(): Promise<void> {
    const [last] = await this.#link.guard(
      this.#link.client.xrevrange(answersKey(this.#run.key), '+', '-', 'COUNT', 1),
    )
    if (last !== undefined) this.#earlier = last[0]
  }

  async acknowledge(receipts: readonly string[]): Promise<void> {
    await this.#link.guard(this.#link.client.xdel(answersKey(this.#run.key), ...receipts))
  }

  async withdraw(ids: readonly string[]): Promise<readonly string[]> {
    const gone = new Set(await this.missing(ids))
    for (const id of ids) {
      if (gone.has(id)) continue
      const removed = await this.#link.guard(this.#engine.remove(id)).catch(() => 0)
      if (removed === 1) gone.add(id)
    }
    return [...gone]
  }

  async missing(ids: readonly string[]): Promise<readonly string[]> {
    const pipeline = this.#link.client.pipeline()
    for (const id of ids) pipeline.exists(this.#engine.toKey(id))
    const there = await this.#all(pipeline.exec())
    return ids.filter((_, at) => there[at] === 0)
  }

  async failed(ids: readonly string[]): Promise<readonly FailedJob[]> {
    const pipeline = this.#link.client.pipeline()
    for (const id of ids) {
      pipeline.zscore(this.#engine.toKey('failed'), id)
      // The engine would give up what took too many workers down, but for a job that it cannot even read.
      pipeline.hmget(this.#engine.toKey(id), 'failedReason', 'stc')
    }
    const found = await this.#all(pipeline.exec())
    const failed: FailedJob[] = []
    for (const [at, id] of ids.entries()) {
      const [reason, stalls] = found[2 * at + 1] as readonly (string | null)[] // as HMGET replies
      const isUnreadable = Number(stalls ?? 0) > MOST_STALLS
      if (found[2 * at] === null && !isUnreadable) continue
      const removed = await this.#link.guard(this.#engine.remove(id)).catch(() => 0)
      if (removed === 1) failed.push({ id, reason: reasonOf(reason ?? '', isUnreadable) })
    }
    return failed
  }

  async hurry(ids: readonly string[]): Promise<void> {
    const pipeline = this.#link.client.pipeline()
    for (const id of ids) pipeline.zscore(this.#engine.toKey('delayed'), id)
    const scores = await this.#all(pipeline.exec())
    const now = performance.now()
    const seen = new Map<string, { readonly score: string; readonly sinceMs: number }>()
    for (const [at, id] of ids.entries()) {
      const score = scores[at]
      if (typeof score !== 'string') continue
      const before = this.#delayed.get(id)
      const since = before?.score === score ? before : { score, sinceMs: now }
      seen.set(id, since)
      if (now - since.sinceMs < LONGEST_DELAY_MS) continue
      // A job that a worker took meanwhile waits no more, and cannot be hurried.
      await this.#link.guard(this.#engine.getJob(id).then((job) => job?.promote())).catch(() => undefined)
    }
    this.#delayed = seen
  }

  async workers(): Promise<number | undefined> {
    // Managed servers forbid the question.
    return this.#link.guard(this.#engine.getWorkersCount()).catch(() => undefined)
  }

  async close(isComplete: boolean): Promise<void> {
    clearInterval(this.#renewal)
    try {
      if (isComplete) {
        const { key, id } = this.#run
        const { client } = this.#link
        await this.#link.guard(
          client
            .multi()
            .del(announcementKey(key), answersKey(key), idKey(hostHash(id)))
            .srem(RUNS_KEY, key)
            .exec(),
        )
        await this.#limit()
      }
    } finally {
      await this.#release().catch(() => undefined)
    }
  }

  /** A hold that a dead collector left ends by itself, so that is waited for. */
  async #hold(): Promise<void> {
    const { client } = this.#link
    const until = performance.now() + HOLD_MS + RENEW_MS
    for (;;) {
      const taken = await this.#link.guard(
        client.set(holdKey(this.#run.key), this.#token, 'PX', HOLD_MS, 'NX'),
      )
      if (taken === 'OK') return
      if (performance.now() > until) throw this.#held()
      await new Promise((go) => setTimeout(go, 500))
    }
  }

  #held(): StoreError {
    return new StoreError({
      code: 'queue-run-held',
      what: `Another process collects the answers of the run ${JSON.stringify(this.#run.id)}.`,
      where: this.#run.id,
      fix: 'Wait until it is done, or end it.',
    })
  }

  async #claimId(): Promise<void> {
    const { client } = this.#link
    const { id, key } = this.#run
    const place = idKey(hostHash(id))
    const owner = await this.#link.guard(client.get(place))
    if (
      owner !== null &&
      owner !== key &&
      (await this.#link.guard(client.exists(announcementKey(owner)))) === 1
    ) {
      throw new InputError({
        code: 'queue-run-id',
        what: `Another run with the id ${JSON.stringify(id)} is at this queue, and is not complete.`,
        where: id,
        fix: 'Name another folder with -o, or complete that run with --resume where its folder is.',
      })
    }
    await this.#link.guard(client.set(place, key, 'EX', KEPT_SECONDS))
  }

  async #announce(): Promise<void> {
    const { key, id } = this.#run
    const { client } = this.#link
    await this.#link.guard(
      client
        .pipeline()
        .set(announcementKey(key), JSON.stringify(this.#run), 'EX', KEPT_SECONDS)
        .sadd(RUNS_KEY, key)
        .expire(idKey(hostHash(id)), KEPT_SECONDS)
        .expire(answersKey(key), KEPT_SECONDS)
        .exec(),
    )
  }

  async #limit(): Promise<void> {
    await limitRequests(this.#engine, this.#link)
  }

  /** A Redis that lost its data is told anew who collects. */
  async #renew(): Promise<void> {
    const { client } = this.#link
    const key = holdKey(this.#run.key)
    try {
      const isHeld = await client.eval(RENEW, 1, key, this.#token, HOLD_MS)
      if (isHeld !== 1 && (await client.set(key, this.#token, 'PX', HOLD_MS, 'NX')) !== 'OK') {
        this.#link.giveUp(this.#held())
        return
      }
      await this.#announce()
      if (isHeld !== 1) await this.#limit()
    } catch {
      // The link tells whoever waits.
    }
  }

  async #release(): Promise<void> {
    await this.#link.guard(this.#link.client.eval(RELEASE, 1, holdKey(this.#run.key), this.#token))
  }

  async #all(work: Promise<[error: Error | null, result: unknown][] | null>): Promise<readonly unknown[]> {
    const results = (await this.#link.guard(work)) ?? []
    return results.map(([error, result]) => {
      if (error !== null) throw error
      return result
    })
  }
}

/** Ids of a stream are two numbers, of which the first counts more. */
function isAfter(id: string, other: string): boolean {
  const [time = 0, place = 0] = id.split('-').map(Number)
  const [otherTime = 0, otherPlace = 0] = other.split('-').map(Number)
  return time > otherTime || (time === otherTime && place > otherPlace)
}

function answerOf(receipt: string, fields: readonly Buffer[]): QueuedAnswer {
  const parts = new Map<string, Buffer>()
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const value = fields[at + 1]
    if (value !== undefined) parts.set(String(fields[at]), value)
  }
  const body = parts.get('body')
  return {
    id: String(parts.get('job') ?? ''),
    receipt,
    text: String(parts.get('text') ?? ''),
    ...(body === undefined ? {} : { body }),
  }
}

function reasonOf(reason: string, isUnreadable: boolean): string {
  if (isUnreadable) return 'No worker could read the job.'
  if (/stalled more than/.test(reason)) return 'Workers that had this question in hand died, time after time.'
  return reason.slice(0, 500)
}
