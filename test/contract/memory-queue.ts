import { setTimeout } from 'node:timers/promises'
import { StoreError } from '../../src/errors.js'
import type {
  CollectorQueue,
  JobData,
  QueueConnection,
  QueuedAnswer,
  Queues,
  ServedQueue,
  ServeOptions,
  WorkResult,
} from '../../src/run/queue/queue.js'
import type { RunAnnouncement } from '../../src/run/queue/run-announcement.js'

const ATTEMPTS = 6

interface MemoryJob {
  data: JobData
  attempts: number
  state: 'waiting' | 'active' | 'failed'
  reason?: string
}

/** A queue in memory that behaves as the port says, and what a test may do to it. */
export class MemoryQueue implements Queues {
  readonly jobs = new Map<string, Map<string, MemoryJob>>()
  readonly parcels = new Map<string, string>()
  readonly announced = new Map<string, RunAnnouncement>()
  readonly held = new Set<string>()
  readonly answers = new Map<string, (QueuedAnswer & { readonly run: string })[]>()
  /** Everything that was ever put in, for what must not be there. */
  readonly seen: string[] = []
  /** Sends each answer so many times. */
  copies = 1
  #serial = 0

  async connect(): Promise<QueueConnection> {
    return {
      collect: async (run) => this.#collect(run),
      workers: {
        runs: async () =>
          [...this.announced.values()].map((run) => ({
            key: run.key,
            text: JSON.stringify(run),
            isHeld: this.held.has(run.key),
          })),
        serve: async (options) => this.#serve(options),
        fetch: async (run, hash) => this.parcels.get(`${run}/${hash}`),
        close: async () => undefined,
      },
      close: async () => undefined,
    }
  }

  #jobsOf(queue: string): Map<string, MemoryJob> {
    const known = this.jobs.get(queue) ?? new Map<string, MemoryJob>()
    this.jobs.set(queue, known)
    return known
  }

  #collect(run: RunAnnouncement): CollectorQueue {
    const { key, queue } = run
    if (this.held.has(key)) throw new StoreError({ code: 'queue-run-held', what: 'Somebody collects.' })
    this.held.add(key)
    this.announced.set(key, run)
    this.seen.push(JSON.stringify(run))
    const jobs = this.#jobsOf(queue)
    const given = new Set<string>()
    const answers = (): (QueuedAnswer & { readonly run: string })[] => this.answers.get(key) ?? []
    return {
      add: async (added) => {
        for (const { id, data } of added) {
          this.seen.push(JSON.stringify(data))
          if (!jobs.has(id)) jobs.set(id, { data, attempts: 0, state: 'waiting' })
        }
      },
      send: async (parcels) => {
        for (const { hash, text } of parcels) {
          this.seen.push(text)
          this.parcels.set(`${key}/${hash}`, text)
        }
      },
      drop: async (hashes) => {
        for (const hash of hashes) this.parcels.delete(`${key}/${hash}`)
      },
      read: async () => {
        for (let tries = 0; tries < 10; tries++) {
          const fresh = answers().filter(({ receipt }) => !given.has(receipt))
          for (const { receipt } of fresh) given.add(receipt)
          if (fresh.length > 0) return fresh
          await setTimeout(1)
        }
        return []
      },
      acknowledge: async (receipts) => {
        this.answers.set(
          key,
          answers().filter(({ receipt }) => !receipts.includes(receipt)),
        )
      },
      withdraw: async (ids) => {
        const gone = ids.filter((id) => jobs.get(id)?.state !== 'active')
        for (const id of gone) jobs.delete(id)
        return gone
      },
      missing: async (ids) => ids.filter((id) => !jobs.has(id)),
      failed: async (ids) =>
        ids.flatMap((id) => {
          const job = jobs.get(id)
          if (job?.state !== 'failed') return []
          jobs.delete(id)
          return [{ id, reason: job.reason ?? '' }]
        }),
      hurry: async () => undefined,
      workers: async () => undefined,
      close: async (isComplete) => {
        this.held.delete(key)
        if (!isComplete) return
        this.announced.delete(key)
        this.answers.delete(key)
      },
    }
  }

  #serve({ queue, concurrency, work }: ServeOptions): ServedQueue {
    const jobs = this.#jobsOf(queue)
    let isClosed = false
    const hand = async (): Promise<void> => {
      while (!isClosed) {
        const next = [...jobs].find(([, job]) => job.state === 'waiting')
        if (next === undefined) {
          await setTimeout(1)
          continue
        }
        const [id, job] = next
        job.state = 'active'
        const attempt = ++job.attempts
        const result = await work({ id, data: job.data, attempt, isLast: attempt >= ATTEMPTS })
        await this.#finish(jobs, id, result)
      }
    }
    const hands = Array.from({ length: concurrency }, hand)
    return {
      outstanding: async () => [...jobs.values()].filter(({ state }) => state !== 'failed').length,
      close: async () => {
        isClosed = true
        await Promise.all(hands)
      },
    }
  }

  async #finish(jobs: Map<string, MemoryJob>, id: string, result: WorkResult): Promise<void> {
    const job = jobs.get(id)
    if (job === undefined) return
    switch (result.kind) {
      case 'answer': {
        const { run } = job.data
        const { text, body } = result
        this.seen.push(text, body === undefined ? '' : new TextDecoder().decode(body))
        const sent = Array.from({ length: this.copies }, () => ({
          id,
          run,
          receipt: String(this.#serial++),
          text,
          ...(body === undefined ? {} : { body }),
        }))
        this.answers.set(run, [...(this.answers.get(run) ?? []), ...sent])
        jobs.delete(id)
        return
      }
      case 'again':
        job.state = 'waiting'
        return
      case 'pause':
        job.attempts--
        job.data = result.data
        await setTimeout(Math.min(5, result.pauseMs))
        job.state = 'waiting'
        return
      case 'leave':
        job.attempts--
        await setTimeout(5)
        job.state = 'waiting'
        return
      case 'poisoned':
        job.state = 'failed'
        job.reason = result.reason
        return
      default:
        result satisfies never
    }
  }
}
