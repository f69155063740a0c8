import type { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisLink } from './redis-link.js'

/** Windows are a sixth of a minute, so that no minute has twice its tokens; a whole one where an answer would fill the sixth. */
const SHORT_SECONDS = 10
const LONG_SECONDS = 60
/** Answers that a short window must have room for. */
const ROOM = 8
/** What an answer is taken to use before any came. */
const FIRST_GUESS = 500

interface Limiter {
  readonly limiter: RateLimiterRedis
  readonly points: number
  readonly seconds: number
}

/** Tokens of a minute, shared by all workers of an endpoint. What an answer will use is guessed by those before it. */
export class TokenLimit {
  readonly #link: RedisLink
  readonly #name: string
  #limiter: Limiter | undefined
  #mean = FIRST_GUESS
  #answers = 0

  constructor(link: RedisLink, name: string) {
    this.#link = link
    this.#name = name
  }

  /** Takes what an answer may use; how long nobody is to ask where there is none left. */
  async take(tokensPerMinute: number): Promise<{ readonly taken: number } | { readonly pauseMs: number }> {
    const { limiter, points } = this.#limiterFor(tokensPerMinute)
    const taken = Math.max(1, Math.min(points, Math.round(this.#mean)))
    try {
      await limiter.consume(this.#name, taken)
      return { taken }
    } catch (refused) {
      if (refused instanceof Error) throw refused
      return { pauseMs: Math.max(50, (refused as RateLimiterRes).msBeforeNext) } // all that it rejects with besides errors
    }
  }

  /** Puts right what was taken, once the answer tells what it used. */
  async used(taken: number, tokenCount: number): Promise<void> {
    this.#answers++
    this.#mean += (tokenCount - this.#mean) / Math.min(this.#answers, 100)
    const difference = tokenCount - taken
    const { limiter } = this.#limiter ?? {}
    if (difference > 0) await limiter?.penalty(this.#name, difference)
    if (difference < 0) await limiter?.reward(this.#name, -difference)
  }

  #limiterFor(tokensPerMinute: number): Limiter {
    const isShort = tokensPerMinute / (LONG_SECONDS / SHORT_SECONDS) >= ROOM * this.#mean
    const seconds = isShort ? SHORT_SECONDS : LONG_SECONDS
    const points = Math.max(1, Math.floor((tokensPerMinute * seconds) / LONG_SECONDS))
    if (this.#limiter?.points === points && this.#limiter.seconds === seconds) return this.#limiter
    const limiter = new this.#link.engine.RateLimiterRedis({
      storeClient: this.#link.client,
      keyPrefix: `assay:tokens:${seconds}`,
      points,
      duration: seconds,
    })
    this.#limiter = { limiter, points, seconds }
    return this.#limiter
  }
}
