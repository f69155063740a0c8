import type { Tool } from '../catalog/tool.js'
import { InputError } from '../errors.js'
import type { RandomStream } from '../numeric/random.js'
import type { Clock, Hash } from '../ports.js'
import { type AskedQuestion, errorOf, outOfTime, refusedRequest } from '../run/asking.js'
import type { AttemptWatch } from '../run/attempt-watch.js'
import type { JobData, TakenJob, WorkerQueue, WorkResult } from '../run/queue/queue.js'
import { type JobOutcome, writeOutcome } from '../run/queue/queued-answer.js'
import { jobDataOf, readQuestion, readTools } from '../run/queue/queued-question.js'
import { attemptsAfter, failureOf, LONGEST_ASKED_WAIT_MS, waitBefore } from '../run/retry.js'
import type { SecretBook } from '../run/secret-book.js'
import { endingFailures, type SubjectFailure } from '../subject/failure.js'
import type { SubjectReply } from '../subject/reply.js'
import type { Subject } from '../subject/subject.js'
import type { DeskRun } from './run-desk.js'

export interface JobContext {
  readonly queue: Pick<WorkerQueue, 'fetch'>
  /** The run of a job; undefined when nobody announces it. */
  readonly runOf: (key: string) => Promise<DeskRun | undefined>
  /** Whether such a run will not be announced any more. */
  readonly isOver: (key: string) => boolean
  readonly watch: AttemptWatch
  readonly clock: Clock
  readonly hash: Hash
  readonly random: RandomStream
  readonly secrets: SecretBook
  readonly tools: ToolLists
}

/** Attempts that took as long as they may; a question is not asked longer than that. */
const TIMEOUTS_A_QUESTION = 3

/** Carries out one job: one attempt at one question. Whatever is wrong with the job is its own fault, never a crash. */
export async function answerJob(taken: TakenJob, context: JobContext): Promise<WorkResult> {
  const data = jobDataOf(taken.data)
  if (data === undefined) return { kind: 'poisoned', reason: 'The job has not the shape of one.' }
  const run = await context.runOf(data.run)
  if (run === undefined) {
    const isOver = context.isOver(data.run)
    return isOver ? { kind: 'poisoned', reason: 'The run of the job is over.' } : { kind: 'leave' }
  }
  if (run.kind === 'refused') return { kind: 'leave' }
  const reading = await questionOf(data, context)
  if (reading.kind === 'poisoned') return reading
  if (reading.kind === 'lacking') return sent(reading, context)
  const attempt = await attempted(reading.question, { run, context })
  if (attempt.kind !== 'reply') return judged(attempt, { taken, data, context })
  const { reply, timing } = attempt
  return sent({ kind: 'answer', answer: { reply, timing, attempts: taken.attempt } }, context, reply)
}

function sent(outcome: JobOutcome, { secrets }: JobContext, reply?: SubjectReply): WorkResult {
  const { promptTokens = 0, completionTokens = 0 } = reply?.usage ?? {}
  const tokenCount = promptTokens + completionTokens
  return { kind: 'answer', ...writeOutcome(outcome, secrets), ...(tokenCount > 0 ? { tokenCount } : {}) }
}

type Reading =
  | { readonly kind: 'question'; readonly question: AskedQuestion }
  | { readonly kind: 'poisoned'; readonly reason: string }
  | { readonly kind: 'lacking'; readonly hashes: readonly string[] }

async function questionOf(data: JobData, { queue, hash, tools }: JobContext): Promise<Reading> {
  const { run, question, questionAt, toolsAt } = data
  const text = questionAt === undefined ? question : await queue.fetch(run, questionAt)
  if (text === undefined) return { kind: 'lacking', hashes: questionAt === undefined ? [] : [questionAt] }
  if (questionAt !== undefined && hash(text) !== questionAt) return otherContent()
  if (toolsAt === undefined) return readQuestion(text, undefined)
  const known = tools.get(toolsAt)
  if (known !== undefined) return readQuestion(text, known)
  const listed = await queue.fetch(run, toolsAt)
  if (listed === undefined) return { kind: 'lacking', hashes: [toolsAt] }
  if (hash(listed) !== toolsAt) return otherContent()
  const list = readTools(listed)
  if (list === undefined) return { kind: 'poisoned', reason: 'The tools of the job are none.' }
  tools.keep(toolsAt, list)
  return readQuestion(text, list)
}

function otherContent(): Reading {
  return { kind: 'poisoned', reason: 'What lies in the queue is not what the job names by its hash.' }
}

interface Timed {
  readonly timing: { readonly startedMs: number; readonly durationMs: number }
}

type Attempt =
  | ({ readonly kind: 'reply'; readonly reply: SubjectReply } & Timed)
  | ({ readonly kind: 'failure'; readonly failure: SubjectFailure } & Timed)
  | { readonly kind: 'fault'; readonly reason: string }

async function attempted(
  { request, sample }: AskedQuestion,
  { run, context }: { readonly run: Extract<DeskRun, { kind: 'open' }>; readonly context: JobContext },
): Promise<Attempt> {
  const { clock, watch } = context
  const { timeoutMs } = run.run
  const subject: Subject = run.subject
  const startedMs = clock.now()
  const timing = (): Timed['timing'] => ({ startedMs, durationMs: clock.now() - startedMs })
  const watched = watch.begin(timeoutMs)
  try {
    const asked = subject.ask(request, { signal: watched.signal, timeoutMs, sample })
    const reply = await watched.outcome(asked)
    return { kind: 'reply', reply, timing: timing() }
  } catch (error) {
    if (watched.signal.aborted) return { kind: 'failure', failure: outOfTime(timeoutMs), timing: timing() }
    const failure = error instanceof InputError ? refusedRequest(error) : failureOf(error)
    // A request of a shape that only a stranger would make may trip a subject.
    if (failure === undefined)
      return { kind: 'fault', reason: `Asking failed: ${String(error).slice(0, 300)}` }
    return { kind: 'failure', failure, timing: timing() }
  } finally {
    watched.end()
  }
}

/** What a failed attempt leads to: another one, a pause for all, an error that is kept, or the end. */
function judged(
  attempt: Exclude<Attempt, { kind: 'reply' }>,
  {
    taken,
    data,
    context,
  }: { readonly taken: TakenJob; readonly data: JobData; readonly context: JobContext },
): WorkResult {
  if (attempt.kind === 'fault') return { kind: 'poisoned', reason: attempt.reason }
  const { failure, timing } = attempt
  const kept = (): WorkResult =>
    sent(
      {
        kind: 'answer',
        answer: {
          error: errorOf(failure),
          ...(failure.raw === undefined ? {} : { failedBody: failure.raw }),
          timing,
          attempts: taken.attempt + (data.refusals ?? 0),
        },
      },
      context,
    )
  const { retryAfterMs } = failure
  const asksTooLong = failure.retryable && (retryAfterMs ?? 0) > LONGEST_ASKED_WAIT_MS
  if (endingFailures.has(failure.failure) || asksTooLong) return sent({ kind: 'down', failure }, context)
  if (!failure.retryable) return kept()
  if (failure.failure === 'rate-limit' || retryAfterMs !== undefined) {
    const refusals = (data.refusals ?? 0) + 1
    if (refusals >= attemptsAfter('rate-limit')) return kept()
    const pauseMs = waitBefore(failure, { attempt: refusals, random: context.random, scale: 1 })
    return { kind: 'pause', pauseMs, data: { ...data, refusals } }
  }
  const isSpent = failure.failure === 'timeout' && taken.attempt >= TIMEOUTS_A_QUESTION
  if (taken.isLast || isSpent) return kept()
  return { kind: 'again', reason: context.secrets.clean(failure.what).slice(0, 300) }
}

/** Lists kept read, so that a list of a thousand tools is not read for every question. */
const MOST_LISTS = 16

/** Lists of tools by their hash. */
export class ToolLists {
  readonly #lists = new Map<string, readonly Tool[]>()

  get(hash: string): readonly Tool[] | undefined {
    return this.#lists.get(hash)
  }

  keep(hash: string, tools: readonly Tool[]): void {
    this.#lists.set(hash, tools)
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= MOST_LISTS) break
      this.#lists.delete(oldest)
    }
  }
}
