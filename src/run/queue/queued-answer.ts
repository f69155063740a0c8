import { type FailureKind, SubjectFailure, tellableFailures } from '../../subject/failure.js'
import type { SubjectReply } from '../../subject/reply.js'
import { isAmount, isCount, isRecord } from '../../text/plain-value.js'
import { printable } from '../../text/printable.js'
import type { AskedAnswer } from '../asking.js'
import { cleanedBody } from '../raw-bodies.js'
import { HIGHEST_LOGPROB } from '../sample-lines.js'
import type { SecretBook } from '../secret-book.js'

/** What came of a job. */
export type JobOutcome =
  | { readonly kind: 'answer'; readonly answer: AskedAnswer }
  /** Asking on is in vain. */
  | { readonly kind: 'down'; readonly failure: SubjectFailure }
  /** Parcels that the job needs are not there any more. */
  | { readonly kind: 'lacking'; readonly hashes: readonly string[] }

/** An outcome as it travels. */
export interface WrittenOutcome {
  readonly text: string
  readonly body?: Uint8Array
}

/** Longest text of an answer that is believed to be one; the longest answers of models are a hundredth of it. */
const MAX_LENGTH = 64 * 1024 * 1024

/** Writes an outcome for the queue, secrets replaced. */
export function writeOutcome(outcome: JobOutcome, secrets: SecretBook): WrittenOutcome {
  switch (outcome.kind) {
    case 'answer': {
      const { reply, failedBody, ...rest } = outcome.answer
      const { raw, ...said } = reply ?? {}
      const body = raw ?? failedBody
      const plain = JSON.stringify({
        ...rest,
        kind: 'answer',
        ...(reply === undefined ? {} : { reply: said }),
      })
      const text = secrets.clean(plain)
      const marked = text === plain ? text : `${text.slice(0, -1)},"isRedacted":true}`
      return body === undefined
        ? { text: marked }
        : { text: marked, body: bytesOf(cleanedBody(body, secrets)) }
    }
    case 'down': {
      const { code, what, where, fix, failure, retryable } = outcome.failure
      return {
        text: secrets.clean(JSON.stringify({ kind: 'down', code, what, where, fix, failure, retryable })),
      }
    }
    case 'lacking':
      return { text: JSON.stringify(outcome) }
    default:
      return outcome satisfies never
  }
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}

/** What a worker sent; undefined where it is no outcome. */
export function readOutcome({ text, body }: WrittenOutcome): JobOutcome | undefined {
  if (text.length > MAX_LENGTH) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value)) return undefined
  if (value.kind === 'answer') return answerOf(value, body)
  if (value.kind === 'down') return downOf(value)
  const { hashes } = value
  if (value.kind !== 'lacking' || !Array.isArray(hashes)) return undefined
  return { kind: 'lacking', hashes: hashes.filter((hash) => typeof hash === 'string') }
}

function answerOf(
  { reply, error, timing, attempts, isRedacted }: Readonly<Record<string, unknown>>,
  body: Uint8Array | undefined,
): JobOutcome | undefined {
  if (!isRecord(timing) || !isTime(timing.startedMs) || !isTime(timing.durationMs)) return undefined
  if (!Number.isSafeInteger(attempts) || Number(attempts) < 1) return undefined
  const { startedMs, durationMs } = timing
  const common = {
    timing: { startedMs, durationMs },
    attempts: attempts as number, // checked above
    ...(isRedacted === true ? { isRedacted: true as const } : {}),
  }
  if (isReply(reply)) {
    return {
      kind: 'answer',
      answer: { ...common, reply: body === undefined ? reply : { ...reply, raw: body } },
    }
  }
  if (!isRecord(error)) return undefined
  const { kind, code, message, retryable } = error
  if (!isFailureKind(kind) || typeof code !== 'string' || typeof message !== 'string') return undefined
  return {
    kind: 'answer',
    answer: {
      ...common,
      error: { kind, code, message, retryable: retryable === true },
      ...(body === undefined ? {} : { failedBody: body }),
    },
  }
}

const MOST_SHOWN = 2000

function downOf(value: Readonly<Record<string, unknown>>): JobOutcome | undefined {
  const { code, what, where, fix, failure, retryable } = value
  if (typeof code !== 'string' || typeof what !== 'string' || !isFailureKind(failure)) return undefined
  // Messages go line by line to terminals and to logs of CI, where a line of its own may be a command.
  const shown = (text: string): string => printable(text, { maxLength: MOST_SHOWN })
  return {
    kind: 'down',
    failure: new SubjectFailure({
      code: shown(code),
      what: shown(what),
      ...(typeof where === 'string' ? { where: shown(where) } : {}),
      ...(typeof fix === 'string' ? { fix: shown(fix) } : {}),
      failure,
      retryable: retryable === true,
    }),
  }
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isFailureKind(value: unknown): value is FailureKind {
  return tellableFailures.some((kind) => kind === value)
}

const STOP_REASONS: ReadonlySet<unknown> = new Set(['stop', 'length', 'refused', 'unknown'])

/**
 * Whether a reply is one that the journal can hold: a line that its reader refuses would cost the whole run its scores, and
 * one that nobody can write would end it. Workers are of the same version, so there are no other members.
 */
function isReply(value: unknown): value is SubjectReply {
  if (!isRecord(value) || !isOutput(value.output)) return false
  const {
    output: _,
    usage,
    cost,
    choices,
    choiceMethod,
    firstTokens,
    firstEntropy,
    continuation,
    promptIds,
    ...more
  } = value
  return (
    isEmpty(more) &&
    isIds(promptIds) &&
    (usage === undefined || (isRecord(usage) && Object.values(usage).every(isAmount))) &&
    (choices === undefined || (isRecord(choices) && Object.values(choices).every(isChoice))) &&
    CHOICE_METHODS.has(choiceMethod) &&
    [firstTokens, continuation].every(
      (part) => part === undefined || (Array.isArray(part) && part.every(isToken)),
    ) &&
    [cost, firstEntropy].every((part) => part === undefined || isAmount(part))
  )
}

const CHOICE_METHODS: ReadonlySet<unknown> = new Set([undefined, 'logprobs', 'constrained'])

function isOutput(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { text, message, tokenIds, stopReason, stopDetail, ...more } = value
  return (
    isEmpty(more) &&
    STOP_REASONS.has(stopReason) &&
    [text, message, stopDetail].every((part) => part === undefined || typeof part === 'string') &&
    isIds(tokenIds)
  )
}

function isEmpty(more: object): boolean {
  return Object.keys(more).length === 0
}

/** What was no number when it was written is kept as an error. */
function isChoice(value: unknown): boolean {
  return value === null || (isTime(value) && value <= HIGHEST_LOGPROB)
}

function isToken(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { id, text, logprob, bound, ...more } = value
  return (
    isEmpty(more) &&
    isTime(logprob) &&
    (id === undefined || Number.isSafeInteger(id)) &&
    (text === undefined || typeof text === 'string') &&
    (bound === undefined || bound === 'at-most')
  )
}

function isIds(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isCount))
}
