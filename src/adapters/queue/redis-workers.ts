import type { Queue as Engine, Job, Worker } from 'bullmq'
import type { Notify } from '../../ports.js'
import type {
  AnnouncedRun,
  ServedQueue,
  ServeOptions,
  TakenJob,
  WorkerQueue,
  WorkResult,
} from '../../run/queue/queue.js'
import { jobDataOf } from '../../run/queue/queued-question.js'
import { printable } from '../../text/printable.js'
import { LOCK_MS, MOST_STALLS, STALLED_EVERY_MS } from './engine-settings.js'
import { Places } from './places.js'
import {
  announcementKey,
  answersKey,
  ENGINE_PREFIX,
  holdKey,
  KEPT_SECONDS,
  parcelKey,
  RUNS_KEY,
} from './queue-keys.js'
import type { RedisLink } from './redis-link.js'
import { TokenLimit } from './token-limit.js'

/** A share of the questions in hand is fetched ahead: the next one is there when an answer comes. */
const AHEAD = 0.25
const TELL_EVERY_MS = 5000
/** A job that is for another worker is held back so long, or this one would take it again at once. */
const LEAVE_MS = 1000

/** The side of the workers on Redis. */
export class RedisWorkers implements WorkerQueue {
  readonly #link: RedisLink
  readonly #notify: Notify
  #toldMs = Number.NEGATIVE_INFINITY

  constructor(link: RedisLink, notify: Notify) {
    this.#link = link
    this.#notify = notify
  }

  async runs(): Promise<readonly AnnouncedRun[]> {
    const { client } = this.#link
    const keys = await this.#link.guard(client.smembers(RUNS_KEY))
    const runs: AnnouncedRun[] = []
    for (const key of keys) {
      const [text, held] = await this.#link.guard(
        Promise.all([client.get(announcementKey(key)), client.exists(holdKey(key))]),
      )
      if (text !== null) runs.push({ key, text, isHeld: held === 1 })
      // An announcement that expired leaves its name behind.
      else await this.#link.guard(client.srem(RUNS_KEY, key))
    }
    return runs
  }

  async fetch(run: string, hash: string): Promise<string | undefined> {
    return (await this.#link.guard(this.#link.client.get(parcelKey(run, hash)))) ?? undefined
  }

  async serve(options: ServeOptions): Promise<ServedQueue> {
    const { bullmq } = this.#link.engine
    const { queue, concurrency } = options
    const connection = this.#link.client
    const engine = new bullmq.Queue(queue, { connection, prefix: ENGINE_PREFIX })
    engine.on('error', () => undefined) // told of by the worker
    const tokens = new TokenLimit(this.#link, queue)
    const desk = { engine, tokens, options, places: new Places(concurrency) }
    const worker = new bullmq.Worker(queue, (job, token) => this.#process(desk, job, token ?? ''), {
      connection,
      prefix: ENGINE_PREFIX,
      concurrency: concurrency + Math.floor(AHEAD * concurrency),
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_EVERY_MS,
      maxStalledCount: MOST_STALLS,
      removeOnComplete: { count: 0 },
      removeOnFail: { age: KEPT_SECONDS },
    })
    worker.on('error', (error) => this.#tell(error))
    await this.#link.guard(worker.waitUntilReady())
    return {
      outstanding: async () => {
        const counts = await this.#link.guard(engine.getJobCounts('wait', 'active', 'delayed', 'prioritized'))
        return Object.values(counts).reduce((sum, count) => sum + count, 0)
      },
      close: () => this.#close(worker, engine),
    }
  }

  async close(): Promise<void> {
    await this.#link.close()
  }

  async #close(worker: Worker, engine: Engine): Promise<void> {
    await this.#link.guard(worker.close())
    await engine.close()
  }

  async #process(desk: Desk, job: Job, token: string): Promise<void> {
    await desk.places.enter()
    let result: WorkResult
    try {
      result = await this.#work(desk, job)
    } finally {
      desk.places.leave()
    }
    await this.#finish(result, { engine: desk.engine, job, token })
  }

  async #work({ engine, tokens, options }: Desk, job: Job): Promise<WorkResult> {
    const limit = options.tokensPerMinute()
    const room = limit === undefined ? undefined : await this.#link.guard(tokens.take(limit))
    if (room !== undefined && 'pauseMs' in room) return this.#pause(engine, room.pauseMs)
    const attempt = job.attemptsMade + 1
    const taken: TakenJob = {
      id: job.id ?? '',
      data: job.data,
      attempt,
      isLast: attempt >= (job.opts.attempts ?? 1),
    }
    const result = await options.work(taken)
    if (room !== undefined) {
      const tokenCount = result.kind === 'answer' ? (result.tokenCount ?? room.taken) : 0
      await this.#link.guard(tokens.used(room.taken, tokenCount))
    }
    return result
  }

  async #finish(result: WorkResult, { engine, job, token }: Finishing): Promise<void> {
    const { UnrecoverableError, WaitingError } = this.#link.engine.bullmq
    switch (result.kind) {
      case 'answer':
        return this.#send(job, result)
      case 'again':
        throw new Error(result.reason)
      case 'pause':
        await job.updateData(result.data)
        return this.#pause(engine, result.pauseMs)
      case 'leave':
        await new Promise((go) => setTimeout(go, LEAVE_MS))
        await job.moveToWait(token)
        throw new WaitingError()
      case 'poisoned':
        throw new UnrecoverableError(result.reason)
      default:
        result satisfies never
    }
  }

  /**
   * Commands of one connection are carried out in order, so the answer is there before the job is done, without being
   * waited for. An answer that Redis refuses leaves a question without one, which its collector asks again.
   */
  #send(job: Job, { text, body }: Extract<WorkResult, { kind: 'answer' }>): void {
    const run = jobDataOf(job.data)?.run
    if (run === undefined) return
    const fields = [
      'job',
      job.id ?? '',
      'text',
      text,
      ...(body === undefined ? [] : ['body', Buffer.from(body)]),
    ]
    const key = answersKey(run)
    this.#link.client.xadd(key, '*', ...fields).catch((error: Error) => this.#tell(error))
  }

  async #pause(engine: Engine, pauseMs: number): Promise<never> {
    await this.#link.guard(engine.rateLimit(Math.ceil(pauseMs)))
    throw new this.#link.engine.bullmq.RateLimitError()
  }

  #tell(error: Error): void {
    const now = performance.now()
    // Of connections that break the link tells.
    if (/ECONN|EPIPE|Connection is closed|Stream isn't writeable/.test(error.message)) return
    if (now - this.#toldMs < TELL_EVERY_MS) return
    this.#toldMs = now
    this.#notify(`The queue: ${printable(error.message, { maxLength: 300 })}`)
  }
}

interface Desk {
  readonly engine: Engine
  readonly tokens: TokenLimit
  readonly options: ServeOptions
  readonly places: Places
}

interface Finishing {
  readonly engine: Engine
  readonly job: Job
  readonly token: string
}
