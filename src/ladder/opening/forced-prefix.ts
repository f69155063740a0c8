import type { TokenProbability } from '../../subject/reply.js'
import type { NextTokenRequest } from '../../subject/request.js'
import { percentText } from '../../text/number-text.js'
import type { HarnessFinding } from '../harness-finding.js'
import type { TokenName } from './opening-requests.js'

/** Code of the finding that a server lists no special tokens. */
export const UNLISTED = 'special-tokens-unlisted'

export interface ForcedPrefix {
  /** Prompt of a case that needs a call, followed by a whole call without what closes it; text or ids. */
  readonly prompt: string | readonly number[]
  /** The token that must come now: the closer, or the end of the turn where no closer is trained. */
  readonly closer: TokenName
  readonly top?: number
}

/**
 * A control for servers: where a call is complete but for its closer, the closer is all but certain in any subject that was
 * trained to call. A list of the likeliest that lacks it lacks special tokens.
 */
export function forcedPrefixRequest({ prompt, closer, top = 20 }: ForcedPrefix): NextTokenRequest {
  return { kind: 'next-token', prompt, candidates: [closer], top }
}

/** At least this share of what could come is missing from the list. */
const MISSING_SHARE = 0.5

/**
 * Reads the control: the list is faulty when the closer is not on it and the tokens that are make up less than half.
 * A closer that is merely unlikely is no fault of the list.
 */
export function readForcedPrefix(
  listed: readonly TokenProbability[],
  closer: TokenName,
): HarnessFinding | undefined {
  const known = listed.filter(({ bound }) => bound === undefined)
  if (known.length === 0) return undefined
  if (known.some(({ id, text }) => (typeof closer === 'number' ? id === closer : text === closer)))
    return undefined
  const mass = known.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)
  if (mass >= MISSING_SHARE) return undefined
  return {
    code: UNLISTED,
    severity: 'warn',
    what: `After a complete call the server lists ${known.length} tokens that make up ${percentText(mass)} and not the one that closes it: its lists lack special tokens, so that bounds on the trigger say nothing.`,
    cases: [],
    count: 1,
  }
}
