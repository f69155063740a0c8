import type { WrittenSummary } from '../../agent/agents/model-summary.js'
import type { TurnRecord } from '../../agent/turn-record.js'
import { InputError } from '../../errors.js'
import { isCount, isRecord } from '../../text/plain-value.js'
import type { AskedNote } from './spoken.js'

/** One line of `turns.jsonl`: a finished turn. */
export interface TurnLine {
  readonly item: string
  /** From 0. */
  readonly trial: number
  /** What the user said, where another subject plays the user. */
  readonly user?: string
  readonly record: TurnRecord
  /** One for each question that was asked of the subject. */
  readonly asked?: readonly AskedNote[]
  /** Of what the turn saved, where a model writes the summaries. */
  readonly summaries?: readonly WrittenSummary[]
}

/**
 * Reads a line of `turns.jsonl`. All that scores and transcripts look into is examined: a file may have been edited.
 *
 * @throws {InputError} `journal-broken`.
 */
export function readTurnLine(text: string, where: string): TurnLine {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw broken(where, 'It is not valid JSON.', cause)
  }
  if (!isTurnLine(value))
    throw broken(
      where,
      'It names no item, trial and turn, or its steps, calls or cache are not as a run writes them.',
    )
  return value
}

function isTurnLine(value: unknown): value is TurnLine {
  if (!isRecord(value)) return false
  const { item, trial, user, record, asked = [], summaries = [] } = value
  if (typeof item !== 'string' || !isCount(trial) || !isTextOrNone(user) || !isRecord(record)) return false
  const { turn, mode, steps, cacheBefore, cacheAfter } = record
  return (
    isCount(turn) &&
    (mode === 'code' || mode === 'json') &&
    isListOf(asked, isRecord) &&
    isListOf(summaries, isSummary) &&
    isListOf(cacheBefore, isEntry) &&
    isListOf(cacheAfter, isEntry) &&
    isListOf(steps, isStep)
  )
}

function isStep(step: unknown): boolean {
  if (!isRecord(step)) return false
  const { output, plan, execution } = step
  if (!isRecord(output) || !isTextOrNone(plan) || !isRecord(execution)) return false
  const { text, message } = output
  const { trace, sought, printed, error, cacheAfter } = execution
  return (
    isTextOrNone(text) &&
    isTextOrNone(message) &&
    typeof printed === 'string' &&
    (error === undefined || isError(error)) &&
    isListOf(trace, isCall) &&
    isListOf(sought, (one) => typeof one === 'string') &&
    isListOf(cacheAfter, isEntry)
  )
}

function isCall(call: unknown): boolean {
  if (!isRecord(call)) return false
  const { tool, arguments: given, producers, outcome } = call
  if (typeof tool !== 'string' || !isRecord(given) || !isRecord(producers) || !isRecord(outcome)) return false
  if (!Object.values(producers).every((makers) => isListOf(makers, isProducer))) return false
  const { kind, id, count, rows, value, error } = outcome
  switch (kind) {
    case 'result':
      return typeof id === 'string' && isCount(count) && typeof rows === 'string'
    case 'value':
      return value !== undefined
    case 'none':
      return true
    case 'error':
      return isError(error)
    default:
      return false
  }
}

function isProducer(maker: unknown): boolean {
  return typeof maker === 'string' || isCount(maker)
}

function isError(error: unknown): boolean {
  return isRecord(error) && typeof error.fault === 'string' && typeof error.message === 'string'
}

function isEntry(entry: unknown): boolean {
  if (!isRecord(entry)) return false
  const { key, id, tool, summary, count, rows } = entry
  return [key, id, tool, summary, rows].every((text) => typeof text === 'string') && isCount(count)
}

function isSummary(summary: unknown): boolean {
  if (!isRecord(summary)) return false
  const { key, text, missing, invented } = summary
  return (
    typeof key === 'string' && typeof text === 'string' && Array.isArray(missing) && Array.isArray(invented)
  )
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne)
}

function broken(where: string, reason: string, cause?: unknown): InputError {
  return new InputError({
    code: 'journal-broken',
    what: `A line of the journal is no turn: ${reason}`,
    where,
    fix: 'Take the line out, and its turn is asked again, or restore the file; nothing was changed.',
    cause,
  })
}
