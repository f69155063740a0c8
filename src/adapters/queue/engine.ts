import { importPeer } from '../find-peer.js'

const PACKAGES = ['bullmq', 'ioredis', 'rate-limiter-flexible'] as const

/** The packages that drive Redis. */
export interface QueueEngine {
  readonly bullmq: typeof import('bullmq')
  readonly Redis: typeof import('ioredis').Redis
  readonly RateLimiterRedis: typeof import('rate-limiter-flexible').RateLimiterRedis
}

/** @throws {InputError} `peer-missing` when one of them is not installed. */
export async function loadQueueEngine(): Promise<QueueEngine> {
  const [bullmq, ioredis, limits] = await Promise.all(
    PACKAGES.map((name) =>
      importPeer(name, { where: '--queue', beside: PACKAGES.filter((other) => other !== name) }),
    ),
  )
  // Their own types; the tests against Redis run what is used of them.
  return { bullmq, ...(ioredis as object), ...(limits as object) } as QueueEngine
}
