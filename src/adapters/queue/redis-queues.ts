import type { Queues } from '../../run/queue/queue.js'
import { QUEUE_PASSWORD, redisAddress } from './redis-address.js'
import { RedisCollector } from './redis-collector.js'
import { RedisLink } from './redis-link.js'
import { RedisWorkers } from './redis-workers.js'

/** Queues on Redis or Valkey, by BullMQ. */
export const redisQueues: Queues = {
  async connect(text, { notify, variable, learn }) {
    const address = redisAddress(text, variable)
    if (address.password !== undefined) learn(QUEUE_PASSWORD, address.password)
    const link = await RedisLink.open({ address, notify })
    return {
      collect: (run, options) => RedisCollector.open({ link, run, ...options }),
      workers: new RedisWorkers(link, notify),
      close: () => link.close(),
    }
  },
}
