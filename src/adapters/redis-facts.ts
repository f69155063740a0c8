import { printable } from '../text/printable.js'
import { importPeer } from './find-peer.js'
import type { RedisAddress } from './queue/redis-address.js'

/** What a Redis says of itself. */
export interface RedisFacts {
  /** E.g. `redis 7.0.15` or `valkey 8.0.1`. */
  readonly server: string
  /** What it does when memory is full, e.g. `noeviction`. */
  readonly evictionPolicy: string | undefined
  /** Whether it keeps what it holds over a restart by a file that is only added to. */
  readonly isAppendOnly: boolean | undefined
}

/** What is used of ioredis. */
interface RedisConnection {
  connect(): Promise<void>
  info(section: string): Promise<string>
  disconnect(): void
  on(event: 'error', listener: (error: Error) => void): void
}
type RedisMaker = new (options: object) => RedisConnection

/**
 * Connects once, without retries, and reads what it needs to know.
 *
 * @throws {InputError} `peer-missing`.
 * @throws {Error} when it cannot be reached, or refuses; the message names no password.
 */
export async function redisFacts(
  { host, port, isEncrypted, database, user, password }: RedisAddress,
  timeoutMs: number,
): Promise<RedisFacts> {
  const module = (await importPeer('ioredis', { where: '--queue' })) as { readonly Redis: RedisMaker }
  const redis = new module.Redis({
    host,
    port,
    db: database,
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
    ...(isEncrypted ? { tls: {} } : {}),
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let failure: Error | undefined
  redis.on('error', (error) => {
    failure = error
  })
  try {
    await redis.connect()
    const [server, memory, persistence] = [
      await redis.info('server'),
      await redis.info('memory'),
      await redis.info('persistence'),
    ]
    const valkey = fieldOf(server, 'valkey_version')
    const appendOnly = fieldOf(persistence, 'aof_enabled')
    return {
      server: printable(
        valkey === undefined
          ? `redis ${fieldOf(server, 'redis_version') ?? 'of an unknown version'}`
          : `valkey ${valkey}`,
        { maxLength: 60 },
      ),
      evictionPolicy: fieldOf(memory, 'maxmemory_policy'),
      isAppendOnly: appendOnly === undefined ? undefined : appendOnly === '1',
    }
  } catch (error) {
    throw failure ?? error
  } finally {
    redis.disconnect()
  }
}

function fieldOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:([^\\r\\n]*)`, 'm').exec(info)?.[1]
}
