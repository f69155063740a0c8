import { version } from '../../adapters/version.js'
import { InputError } from '../../errors.js'
import type { Asker } from '../../run/asking.js'
import type { CollectorQueue, QueueConnection } from '../../run/queue/queue.js'
import { QueuedAsking } from '../../run/queue/queued-asking.js'
import { announceRun } from '../../run/queue/run-announcement.js'
import type { RunDocument } from '../../run/run-document.js'
import type { SecretBook } from '../../run/secret-book.js'
import type { SubjectFailure } from '../../subject/failure.js'
import type { CliContext } from '../command.js'
import type { RunFlags } from './run-flags.js'
import type { RunHost } from './run-host.js'

export interface RunQueueOptions {
  readonly flags: RunFlags
  readonly context: CliContext
  readonly host: RunHost
  readonly secrets: SecretBook
}

/** A worker that holds a question and dies is noticed after this long. */
const NOTICED_MS = 25_000

/** The queue of a run: connected before anything is written, opened once the run is known. */
export class RunQueue {
  readonly #options: RunQueueOptions
  readonly #connection: QueueConnection
  #collector: CollectorQueue | undefined
  #asking: QueuedAsking | undefined

  private constructor(options: RunQueueOptions, connection: QueueConnection) {
    this.#options = options
    this.#connection = connection
  }

  /** Undefined where the flags name none. */
  static async connect(options: RunQueueOptions): Promise<RunQueue | undefined> {
    const { flags, context, host, secrets } = options
    if (flags.queue === undefined) return undefined
    const connection = await host.queues.connect(flags.queue, {
      notify: (line) => context.notify(secrets.clean(line)),
      variable: context.variable,
      learn: (name, secret) => secrets.learn(name, secret),
    })
    return new RunQueue(options, connection)
  }

  /**
   * Announces the run; gives who asks for it.
   *
   * @throws {InputError} `queue-secret`, `queue-run-id`. @throws {StoreError} `queue-run-held`.
   */
  async open(
    document: RunDocument,
    endpoint: string,
  ): Promise<(down: (failure: SubjectFailure) => void) => Asker> {
    const { flags, context, host, secrets } = this.#options
    const { requestsPerMinute, tokensPerMinute, priority } = flags
    const timeoutMs = flags.timeout * 1000
    const parts = { endpoint, assay: version, timeoutMs, requestsPerMinute, tokensPerMinute }
    const run = announceRun(document, parts, host.hash)
    const text = JSON.stringify(run)
    if (secrets.clean(text) !== text) throw secretInSubject(document.subject.label)
    const collector = await this.#connection.collect(run, priority === undefined ? {} : { priority })
    this.#collector = collector
    return (down) => {
      this.#asking = new QueuedAsking({
        queue: collector,
        run: run.key,
        clock: context.clock,
        hash: host.hash,
        secrets,
        notify: (line) => context.notify(secrets.clean(line)),
        graceMs: timeoutMs + NOTICED_MS,
        down,
      })
      return this.#asking
    }
  }

  /** Leaves the run, once its samples are on the disk. */
  async leave(isComplete: boolean): Promise<void> {
    const [asking, collector] = [this.#asking, this.#collector]
    this.#asking = undefined
    this.#collector = undefined
    await asking?.settle(isComplete)
    await collector?.close(isComplete)
  }

  async close(): Promise<void> {
    await this.leave(false).catch(() => undefined) // whatever it is, it was told already
    await this.#connection.close()
  }
}

function secretInSubject(label: string): InputError {
  return new InputError({
    code: 'queue-secret',
    what: 'What workers must be told of the subject holds a secret, and secrets do not go through a queue.',
    where: label,
    fix: 'Name a variable that every worker has set, or give the workers a config of their own.',
  })
}
