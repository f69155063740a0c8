import { InputError } from '../../errors.js'

const PACKAGES = 'bullmq@6.7.0 ioredis@6.0.0 rate-limiter-flexible@11.4.0'

/** The packages that drive Redis. */
export interface QueueEngine {
  readonly bullmq: typeof import('bullmq')
  readonly Redis: typeof import('ioredis').Redis
  readonly RateLimiterRedis: typeof import('rate-limiter-flexible').RateLimiterRedis
}

/** @throws {InputError} `queue-missing` when they are not installed. */
export async function loadQueueEngine(): Promise<QueueEngine> {
  try {
    const [bullmq, { Redis }, { RateLimiterRedis }] = await Promise.all([
      import('bullmq'),
      import('ioredis'),
      import('rate-limiter-flexible'),
    ])
    return { bullmq, Redis, RateLimiterRedis }
  } catch (cause) {
    throw new InputError({
      code: 'queue-missing',
      what: 'A queue needs packages that are not installed, or cannot be loaded.',
      where: '--queue',
      fix: `Run npm i -E ${PACKAGES} where Assay is installed.`,
      cause,
    })
  }
}
