import { InputError } from '../../errors.js'
import type { NextTokenRequest } from '../../subject/request.js'

/** A token by its id, or by a text that is one token. */
export type TokenName = number | string

/** `first`: the first token of the answer. `content`: the first after an empty think block. */
export type OpeningPosition = 'first' | 'content'

export interface OpeningAsk {
  /** The prompt up to the opening of the assistant's turn, as text or as ids. */
  readonly prompt: string | readonly number[]
  /** Ways to open a call, each as the tokens that spell it. Formats without a trigger: the tokens that begin one. */
  readonly sequences: readonly (readonly TokenName[])[]
  /**
   * An empty think block in the same form as the prompt (`<think>\n\n</think>\n\n`), for models that think first: the
   * opening is then looked at behind it, too.
   */
  readonly emptyThought?: string | readonly number[]
  /** How many of the likeliest are listed; default 20, the most that hosted servers give. */
  readonly top?: number
}

/** One question to a subject: what comes after the prompt and `prefix`. */
export interface OpeningQuestion {
  readonly position: OpeningPosition
  /** Tokens of the trigger that stand before. */
  readonly prefix: readonly TokenName[]
  readonly request: NextTokenRequest
}

const LISTED = 20

/**
 * The next-token questions that the probability of a trigger needs: one for each different beginning of its sequences, so
 * one in all where the trigger is a single token. Of a sequence that begins with another one only the shorter is asked,
 * which it implies. Questions hold no settings: neither temperature nor penalties reach what is asked.
 *
 * @throws {InputError} `opening-trigger` when there is no trigger, or prompt and trigger of several tokens cannot be joined
 * because one is text and the other ids.
 */
export function openingRequests(ask: OpeningAsk): readonly OpeningQuestion[] {
  const { prompt, emptyThought, top = LISTED } = ask
  const sequences = shortestSequences(ask.sequences)
  if (sequences.length === 0) throw unfit('No token opens a call in this format.')
  const byPrefix = new Map<string, { readonly prefix: readonly TokenName[]; readonly next: Set<TokenName> }>()
  for (const sequence of sequences) {
    for (const [at, token] of sequence.entries()) {
      const prefix = sequence.slice(0, at)
      const key = JSON.stringify(prefix)
      const known = byPrefix.get(key) ?? { prefix, next: new Set() }
      known.next.add(token)
      byPrefix.set(key, known)
    }
  }
  const starts: readonly (readonly [OpeningPosition, string | readonly number[]])[] =
    emptyThought === undefined
      ? [['first', prompt]]
      : [
          ['first', prompt],
          ['content', joinedPrompt(prompt, emptyThought)],
        ]
  return starts.flatMap(([position, start]) =>
    [...byPrefix.values()].map(({ prefix, next }) => ({
      position,
      prefix,
      request: { kind: 'next-token', prompt: afterTokens(start, prefix), candidates: [...next], top },
    })),
  )
}

/** Sequences without those that another one begins. */
export function shortestSequences(
  sequences: readonly (readonly TokenName[])[],
): readonly (readonly TokenName[])[] {
  const whole = sequences.filter((sequence) => sequence.length > 0)
  const isBegunBy = (sequence: readonly TokenName[], other: readonly TokenName[]): boolean =>
    other.length < sequence.length && other.every((token, at) => sequence[at] === token)
  const keys = new Set<string>()
  return whole.filter((sequence) => {
    const key = JSON.stringify(sequence)
    if (keys.has(key)) return false
    keys.add(key)
    return !whole.some((other) => isBegunBy(sequence, other))
  })
}

function afterTokens(
  prompt: string | readonly number[],
  tokens: readonly TokenName[],
): string | readonly number[] {
  if (tokens.length === 0) return prompt
  if (typeof prompt === 'string') {
    if (tokens.every((token) => typeof token === 'string')) return prompt + tokens.join('')
  } else if (tokens.every((token) => typeof token === 'number')) return [...prompt, ...tokens]
  throw unfit('The prompt is text and the trigger ids, or the other way round, so they cannot be joined.')
}

function joinedPrompt(
  prompt: string | readonly number[],
  more: string | readonly number[],
): string | readonly number[] {
  if (typeof prompt === 'string' && typeof more === 'string') return prompt + more
  if (typeof prompt !== 'string' && typeof more !== 'string') return [...prompt, ...more]
  throw unfit('The prompt is text and the think block ids, or the other way round, so they cannot be joined.')
}

function unfit(what: string): InputError {
  return new InputError({
    code: 'opening-trigger',
    what,
    where: 'first-token probe',
    fix: 'Name the dialect with --dialect; give prompt and trigger both as text or both as token ids.',
  })
}
