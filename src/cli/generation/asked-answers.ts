import type { ModelRole } from '../../benchmark/generate/ask.js'
import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import type { Budget } from '../../run/budget.js'
import type { Usage } from '../../subject/reply.js'
import { isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../text/json.js'
import { readJsonLines } from '../../text/jsonl.js'
import type { SaidOutput } from './answer-form.js'

/** An answer of an earlier session. */
export type AskedAnswer =
  | { readonly kind: 'said'; readonly requestHash: string; readonly output: SaidOutput }
  | {
      readonly kind: 'failed'
      readonly requestHash: string
      readonly reason: string
      readonly code: string
      readonly what: string
      readonly isPassing: boolean
    }

/** What tells an answer from every other of a generation. */
export function answerKey({
  role,
  id,
  step,
}: {
  readonly role: string
  readonly id: string
  readonly step: string
}): string {
  return JSON.stringify([role, id, step])
}

export interface AskedAnswers {
  readonly answers: ReadonlyMap<string, AskedAnswer>
  readonly lines: number
}

const ROLES: readonly ModelRole[] = ['generator', 'judge']

/**
 * Reads the journal of a generation: samples as a run keeps them, whose benchmark is the role, item the id and variant the
 * step of the question. Of two lines of one key the later counts. What they cost enters the budget.
 *
 * @throws {InputError} `journal-broken` for a line that is none of a generation.
 */
export async function readAskedAnswers(
  path: string,
  { files, budget }: { readonly files: Pick<Files, 'stream' | 'facts'>; readonly budget: Budget },
): Promise<AskedAnswers> {
  const answers = new Map<string, AskedAnswer>()
  let lines = 0
  if ((await files.facts(path)) === undefined) return { answers, lines }
  for await (const { number, value } of readJsonLines(files.stream(path), path, {
    duplicateKeys: 'last',
    maxDepth: 1000,
  })) {
    lines++
    const where = `${path}, line ${number}`
    if (!isJsonObject(value)) throw broken(where, 'It holds no object.')
    const { benchmark, item, variant } = value
    const role = ROLES.find((one) => one === benchmark)
    if (role === undefined || typeof item !== 'string' || typeof variant !== 'string') {
      throw broken(where, 'It names no question of a generation.')
    }
    answers.set(answerKey({ role, id: item, step: variant }), answerOf(value, where))
    budget.count(spendingOf(value))
  }
  return { answers, lines }
}

function answerOf(line: JsonObject, where: string): AskedAnswer {
  const { request, output, error } = line
  const requestHash = isJsonObject(request) && typeof request.hash === 'string' ? request.hash : undefined
  if (requestHash === undefined) throw broken(where, 'It holds no hash of its request.')
  if (isJsonObject(error)) {
    const { kind, code, message } = error
    return {
      kind: 'failed',
      requestHash,
      reason: typeof kind === 'string' ? kind : 'unknown',
      code: typeof code === 'string' ? code : '',
      what: typeof message === 'string' ? message : '',
      isPassing: error.retryable === true,
    }
  }
  if (!isJsonObject(output) || typeof output.stopReason !== 'string') {
    throw broken(where, 'It must hold either an output or an error.')
  }
  const { text, message, stopReason } = output
  return {
    kind: 'said',
    requestHash,
    output: {
      ...(typeof text === 'string' ? { text } : {}),
      ...(message === undefined ? {} : { message: writeJson(message) }),
      stopReason,
    },
  }
}

function spendingOf({ usage, cost, cached }: JsonObject): Parameters<Budget['count']>[0] {
  return {
    ...(isJsonObject(usage) ? { usage: usageOf(usage) } : {}),
    ...(typeof cost === 'number' ? { cost } : {}),
    ...(cached === true ? { cached: true } : {}),
  }
}

function usageOf(usage: JsonObject): Usage {
  const count = (value: JsonValue | undefined): number =>
    typeof value === 'number' && value >= 0 ? value : 0
  return { promptTokens: count(usage.promptTokens), completionTokens: count(usage.completionTokens) }
}

function broken(where: string, reason: string): InputError {
  return new InputError({
    code: 'journal-broken',
    what: `A line of the journal is no answer: ${reason}`,
    where,
    fix: 'Take the line out, and its question is asked again, or restore the file; nothing was changed.',
  })
}
