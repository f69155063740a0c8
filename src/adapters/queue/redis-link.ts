import type { Redis, RedisOptions } from 'ioredis'
import { AssayError, InputError, StoreError } from '../../errors.js'
import type { Notify } from '../../ports.js'
import { printable } from '../../text/printable.js'
import { loadQueueEngine, type QueueEngine } from './engine.js'
import { QUEUE_PASSWORD, type RedisAddress } from './redis-address.js'

/** How long a queue that was there may be away before whoever uses it gives up. */
const PATIENCE_MS = 120_000
const FIRST_CONNECT_MS = 10_000
const LONGEST_PAUSE_MS = 2000

export interface LinkOptions {
  readonly address: RedisAddress
  readonly notify: Notify
  /** Default: two minutes. */
  readonly patienceMs?: number
}

/** Connections to one Redis, and the engine that runs on it. */
export class RedisLink {
  readonly engine: QueueEngine
  readonly client: Redis
  readonly #options: LinkOptions
  readonly #others: Redis[] = []
  /** Those who wait for the server: a promise that all of them raced with would hold on to each for ever. */
  readonly #waiting = new Set<(error: Error) => void>()
  #given: StoreError | InputError | undefined
  #timer: NodeJS.Timeout | undefined
  #isOpen = false
  #isClosing = false
  #lastError = ''
  readonly #returned: (() => void)[] = []

  private constructor(engine: QueueEngine, options: LinkOptions) {
    this.engine = engine
    this.#options = options
    this.client = new engine.Redis(this.#settings())
    this.#watch(this.client)
  }

  /**
   * Connects, and looks whether this Redis can be a queue.
   *
   * @throws {StoreError} `queue-unreachable`. @throws {InputError} `peer-missing`, `queue-password`, `queue-evicts`, `queue-version`.
   */
  static async open(options: LinkOptions): Promise<RedisLink> {
    const link = new RedisLink(await loadQueueEngine(), options)
    try {
      await link.client.connect().catch((error: unknown) => {
        throw link.#unreachable(error)
      })
      link.#isOpen = true
      await link.#checkServer()
      return link
    } catch (error) {
      link.#isClosing = true
      link.client.disconnect()
      throw error
    }
  }

  #settings(): RedisOptions & { readonly replyMapping: 'legacy' } {
    const { host, port, isEncrypted, database, user, password } = this.#options.address
    return {
      host,
      port,
      db: database,
      ...(user === undefined ? {} : { username: user }),
      ...(password === undefined ? {} : { password }),
      ...(isEncrypted ? { tls: { servername: host } } : {}),
      replyMapping: 'legacy',
      lazyConnect: true,
      connectTimeout: FIRST_CONNECT_MS,
      maxRetriesPerRequest: null,
      // A first connection that fails is a mistake of the user; a later one is waited for.
      retryStrategy: (times) =>
        this.#isOpen ? Math.min(100 * 2 ** Math.min(times, 6), LONGEST_PAUSE_MS) : null,
    }
  }

  /** A connection of its own, for what waits on the server. */
  another(): Redis {
    const client = new this.engine.Redis({ ...this.#settings(), lazyConnect: false })
    client.on('error', (error: Error) => this.#noted(error))
    this.#others.push(client)
    return client
  }

  /** Told each time the server is there again. */
  onReturn(told: () => void): void {
    this.#returned.push(told)
  }

  /**
   * The result of commands, unless the server stays away too long.
   *
   * @throws {StoreError} `queue-lost`, `queue-refused`.
   */
  async guard<T>(work: Promise<T>): Promise<T> {
    if (this.#given !== undefined) {
      work.catch(() => undefined)
      throw this.#given
    }
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      work.then(
        (result) => {
          this.#waiting.delete(reject)
          resolve(result)
        },
        (error: unknown) => {
          this.#waiting.delete(reject)
          reject(error instanceof AssayError ? error : this.#refused(error))
        },
      )
    })
  }

  /** Whoever waits for something is told that it is in vain. */
  giveUp(error: StoreError | InputError): void {
    this.#given ??= error
    for (const reject of this.#waiting) reject(this.#given)
    this.#waiting.clear()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#timer)
    for (const client of [this.client, ...this.#others]) client.disconnect()
  }

  #watch(client: Redis): void {
    const { notify, address, patienceMs = PATIENCE_MS } = this.#options
    client.on('error', (error: Error) => this.#noted(error))
    client.on('close', () => {
      if (!this.#isOpen || this.#isClosing || this.#timer !== undefined) return
      const seconds = Math.round(patienceMs / 1000)
      notify(`The queue at ${address.shown} does not answer; it is waited for, ${seconds} s at most.`)
      this.#timer = setTimeout(() => this.giveUp(this.#lost(seconds)), patienceMs)
    })
    client.on('ready', () => {
      if (this.#timer === undefined) return
      clearTimeout(this.#timer)
      this.#timer = undefined
      notify(`The queue at ${address.shown} is there again.`)
      for (const told of this.#returned) told()
    })
  }

  #noted(error: Error): void {
    this.#lastError = error.message
    // A password that was changed does not come back by waiting.
    if (this.#isOpen && isPassword(error.message)) this.giveUp(this.#wrongPassword())
  }

  async #checkServer(): Promise<void> {
    const info = await this.guard(this.client.info()).catch(() => '')
    const version = /^redis_version:(\S+)/m.exec(info)?.[1]
    const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
    if (version !== undefined && (major < 6 || (major === 6 && minor < 2))) {
      throw new InputError({
        code: 'queue-version',
        what: `Redis ${printable(version)} is too old to be a queue.`,
        where: this.#options.address.shown,
        fix: 'Use Redis 6.2 or later, or Valkey.',
      })
    }
    if (/^cluster_enabled:1/m.test(info)) {
      throw new InputError({
        code: 'queue-cluster',
        what: 'The queue is a cluster, whose keys lie on several servers.',
        where: this.#options.address.shown,
        fix: 'Use a Redis or Valkey that is not a cluster; a replica may stand beside it.',
      })
    }
    const policy = (await this.#configured()) ?? /^maxmemory_policy:(\S+)/m.exec(info)?.[1]
    if (policy === undefined) {
      const unknown = 'does not tell its maxmemory-policy; it must be noeviction, or jobs are lost.'
      this.#options.notify(`The queue at ${this.#options.address.shown} ${unknown}`)
    } else if (policy !== 'noeviction') {
      throw new InputError({
        code: 'queue-evicts',
        what: `This Redis throws keys away when its memory is full (maxmemory-policy ${printable(policy)}), and with them jobs.`,
        where: this.#options.address.shown,
        fix: 'Set it to noeviction: redis-cli config set maxmemory-policy noeviction, and the same in redis.conf.',
      })
    }
  }

  /** Undefined where the server forbids the question, as managed ones do. */
  async #configured(): Promise<string | undefined> {
    const answer: unknown = await this.guard(this.client.config('GET', 'maxmemory-policy')).catch(
      () => undefined,
    )
    return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : undefined
  }

  #unreachable(error: unknown): InputError | StoreError {
    const message = this.#lastError === '' && error instanceof Error ? error.message : this.#lastError
    if (isPassword(message)) return this.#wrongPassword()
    return new StoreError({
      code: 'queue-unreachable',
      what: `The queue cannot be reached: ${printable(message, { maxLength: 200 })}.`,
      where: this.#options.address.shown,
      fix: 'Start Redis there (on Debian: apt-get install redis-server), or correct --queue.',
      cause: error,
    })
  }

  #wrongPassword(): InputError {
    const { password, shown } = this.#options.address
    return new InputError({
      code: 'queue-password',
      what: `The queue ${password === undefined ? 'wants a password' : 'does not accept this user and password'}.`,
      where: shown,
      fix: `Put the password into the variable ${QUEUE_PASSWORD}.`,
    })
  }

  #lost(seconds: number): StoreError {
    return new StoreError({
      code: 'queue-lost',
      what: `The queue did not come back within ${seconds} s: ${printable(this.#lastError, { maxLength: 200 })}.`,
      where: this.#options.address.shown,
      fix: 'Nothing is lost. Start Redis again, then go on with --resume.',
    })
  }

  #refused(cause: unknown): StoreError {
    const message = cause instanceof Error ? cause.message : String(cause)
    const isFull = /\bOOM\b/.test(message)
    return new StoreError({
      code: 'queue-refused',
      what: isFull
        ? 'The memory of the queue is full.'
        : `The queue refuses a command: ${printable(message, { maxLength: 200 })}.`,
      where: this.#options.address.shown,
      fix: isFull
        ? 'Give Redis more memory (maxmemory), then go on with --resume. Nothing is lost.'
        : 'See what Redis itself says in its log, then go on with --resume. Nothing is lost.',
      cause,
    })
  }
}

function isPassword(message: string): boolean {
  return /WRONGPASS|NOAUTH|invalid password|without any password configured/i.test(message)
}
