import type { Queue as Engine } from 'bullmq'
import { readAnnouncement } from '../../run/queue/run-announcement.js'
import { announcementKey, holdKey, RUNS_KEY } from './queue-keys.js'
import type { RedisLink } from './redis-link.js'

/** The engine keeps pauses only where there is a limit; this one is never reached. */
const NO_LIMIT = { max: 1_000_000_000, duration: 1000 }

/** Sets the limit of an endpoint's queue: the lowest that a run at it asks for. */
export async function limitRequests(engine: Engine, link: RedisLink): Promise<void> {
  const { client } = link
  const keys = await link.guard(client.smembers(RUNS_KEY))
  let lowest = Number.POSITIVE_INFINITY
  for (const key of keys) {
    const [text, isHeld] = await link.guard(
      Promise.all([client.get(announcementKey(key)), client.exists(holdKey(key))]),
    )
    const run = text === null ? undefined : readAnnouncement(text)
    if (isHeld !== 1 || run?.queue !== engine.name) continue
    lowest = Math.min(lowest, run.requestsPerMinute ?? Number.POSITIVE_INFINITY)
  }
  const { max, duration } = Number.isFinite(lowest) ? engineLimit(lowest) : NO_LIMIT
  await link.guard(engine.setGlobalRateLimit(max, duration))
}

/**
 * The engine counts requests in windows that begin with a request, so long windows would let through a minute's requests at
 * once. Windows of about a second keep any minute within 2 % of the limit.
 */
export function engineLimit(requestsPerMinute: number): { readonly max: number; readonly duration: number } {
  const max = Math.max(1, Math.round(requestsPerMinute / 60))
  return { max, duration: Math.max(1, Math.round((60_000 * max) / requestsPerMinute)) }
}
