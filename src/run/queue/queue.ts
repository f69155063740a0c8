import type { Notify } from '../../ports.js'
import type { RunAnnouncement } from './run-announcement.js'

/**
 * What a run and its workers need of a queue. The engine behind it (an adapter, or memory in tests) hands jobs out at
 * least once, gives a job whose worker died to another one, waits before it tries again, and keeps limits of requests
 * and tokens; nothing of that is decided here.
 */

/** What a job holds. Small: what is large lies beside it as a parcel. */
export interface JobData {
  /** Key of the run, as its announcement has it. */
  readonly run: string
  /** The question as JSON. */
  readonly question?: string
  /** In its place: hash of the parcel that holds it. */
  readonly questionAt?: string
  /** Hash of the parcel that holds the tools of the question, which many questions share. */
  readonly toolsAt?: string
  /** How often the endpoint had too many requests for it. */
  readonly refusals?: number
}

export interface QueuedJob {
  /** The same question of the same run always has the same one. */
  readonly id: string
  readonly data: JobData
}

/** A text by its SHA-256. */
export interface Parcel {
  readonly hash: string
  readonly text: string
}

/** What a worker sent back. */
export interface QueuedAnswer {
  /** Of the job. */
  readonly id: string
  /** By which it is acknowledged. */
  readonly receipt: string
  readonly text: string
  /** The body as it came, secrets replaced. */
  readonly body?: Uint8Array
  /** It was there before this collector began: what it says of the endpoint may have passed. */
  readonly isEarlier?: true
}

/** A job that the engine gave up. */
export interface FailedJob {
  readonly id: string
  readonly reason: string
}

/** The side of one run, which holds it alone. Adding, acknowledging and withdrawing may be repeated without harm. */
export interface CollectorQueue {
  /** Jobs whose id is there already are left as they are. */
  add(jobs: readonly QueuedJob[]): Promise<void>
  send(parcels: readonly Parcel[]): Promise<void>
  drop(hashes: readonly string[]): Promise<void>
  /** Answers not given by this link yet, first those that came while nobody collected; waits a second for one. */
  read(): Promise<readonly QueuedAnswer[]>
  /** Forgets answers, once they are on the disk. */
  acknowledge(receipts: readonly string[]): Promise<void>
  /** Takes back jobs that no worker has in hand, and tells which those were; jobs that are not there count as well. */
  withdraw(ids: readonly string[]): Promise<readonly string[]>
  /** Which of these jobs are not there: done, or lost together with a part of the queue. */
  missing(ids: readonly string[]): Promise<readonly string[]>
  /** Which of these the engine gave up; they are taken out. */
  failed(ids: readonly string[]): Promise<readonly FailedJob[]>
  /** Ends the waits of jobs that still wait although, by the collector's own clock, they need not any more. */
  hurry(ids: readonly string[]): Promise<void>
  /** Workers that are connected; undefined where the queue does not tell. */
  workers(): Promise<number | undefined>
  /** Lets go of the run; one that is complete leaves nothing behind. */
  close(isComplete: boolean): Promise<void>
}

/** A run as workers see it. */
export interface AnnouncedRun {
  readonly key: string
  /** Its announcement, as JSON. */
  readonly text: string
  /** Whether somebody collects. */
  readonly isHeld: boolean
}

/** A job in the hands of a worker. */
export interface TakenJob {
  readonly id: string
  /** Whatever lies in the queue. */
  readonly data: unknown
  /** From 1. */
  readonly attempt: number
  /** Whether the engine gives up after this attempt. */
  readonly isLast: boolean
}

export type WorkResult =
  /** Done; `tokenCount` is what it used, where that is known. */
  | {
      readonly kind: 'answer'
      readonly text: string
      readonly body?: Uint8Array
      readonly tokenCount?: number
    }
  /** To be tried again after a while. */
  | { readonly kind: 'again'; readonly reason: string }
  /** The endpoint has too many requests: nobody takes a job for a while; this one goes back. */
  | { readonly kind: 'pause'; readonly pauseMs: number; readonly data: JobData }
  /** For another worker. */
  | { readonly kind: 'leave' }
  /** It is no job. */
  | { readonly kind: 'poisoned'; readonly reason: string }

export interface ServeOptions {
  /** Name of the queue of an endpoint. */
  readonly queue: string
  /** Jobs in hand at once, at most. */
  readonly concurrency: number
  /** Shared by all workers of the queue. */
  readonly tokensPerMinute: () => number | undefined
  /** Never rejects. */
  readonly work: (job: TakenJob) => Promise<WorkResult>
}

export interface ServedQueue {
  /** Jobs in hand, waiting or put off. */
  outstanding(): Promise<number>
  /** Takes no further job, and waits for those in hand. */
  close(): Promise<void>
}

/** The side of the workers. */
export interface WorkerQueue {
  runs(): Promise<readonly AnnouncedRun[]>
  serve(options: ServeOptions): Promise<ServedQueue>
  /** A parcel of a run; undefined when it is not there. */
  fetch(run: string, hash: string): Promise<string | undefined>
  close(): Promise<void>
}

export interface QueueConnectOptions {
  readonly notify: Notify
  readonly variable: (name: string) => string | undefined
  /** Told of the password, so that it is kept out of everything that is written. */
  readonly learn: (name: string, secret: string) => void
}

/** A connection to the server behind queues. */
export interface QueueConnection {
  /**
   * @param priority from 1, which goes first; runs without any go before all that have one.
   * @throws {StoreError} `queue-run-held`. @throws {InputError} `queue-run-id`.
   */
  collect(run: RunAnnouncement, options: { readonly priority?: number }): Promise<CollectorQueue>
  readonly workers: WorkerQueue
  close(): Promise<void>
}

export interface Queues {
  /**
   * @param address as typed after `--queue`.
   * @throws {StoreError} when it cannot be reached. @throws {InputError} when it is no queue, or must not be one.
   */
  connect(address: string, options: QueueConnectOptions): Promise<QueueConnection>
}
