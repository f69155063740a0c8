import type { WrittenSummary } from '../../agent/agents/model-summary.js'
import type { TurnRecord } from '../../agent/turn-record.js'
import { InputError } from '../../errors.js'
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
 * Reads a line of `turns.jsonl`. Only what decides where a dialogue stands is examined: the rest was written by a run.
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
  if (!isTurnLine(value)) throw broken(where, 'It names no item, trial and turn, or its steps are no list.')
  return value
}

function isTurnLine(value: unknown): value is TurnLine {
  if (typeof value !== 'object' || value === null) return false
  const { item, trial, record } = value as Partial<Record<keyof TurnLine, unknown>> // members are checked below
  if (typeof item !== 'string' || !isCount(trial) || typeof record !== 'object' || record === null)
    return false
  const { turn, mode, steps, cacheBefore, cacheAfter } = record as Partial<Record<keyof TurnRecord, unknown>>
  return (
    isCount(turn) &&
    (mode === 'code' || mode === 'json') &&
    Array.isArray(cacheBefore) &&
    Array.isArray(cacheAfter) &&
    Array.isArray(steps) &&
    steps.every(isStep)
  )
}

function isStep(step: unknown): boolean {
  if (typeof step !== 'object' || step === null) return false
  const { output, execution } = step as { readonly output?: unknown; readonly execution?: unknown }
  if (typeof output !== 'object' || output === null || typeof execution !== 'object' || execution === null) {
    return false
  }
  const { trace, sought } = execution as { readonly trace?: unknown; readonly sought?: unknown }
  return Array.isArray(trace) && Array.isArray(sought)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
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
