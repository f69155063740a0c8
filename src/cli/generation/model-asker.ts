import {
  type AnswerForm,
  AskingStopped,
  type ModelAnswer,
  type ModelQuestion,
  type ModelRole,
} from '../../benchmark/generate/ask.js'
import { randomStream } from '../../numeric/random.js'
import type { Clock, Hash, Notify } from '../../ports.js'
import { AdaptiveLimit } from '../../run/adaptive-limit.js'
import type { Budget } from '../../run/budget.js'
import { execute, type RunEnding } from '../../run/execute.js'
import { type PlannedSample, requestHash } from '../../run/plan-run.js'
import type { ResponseCache } from '../../run/response-cache.js'
import type { RunStore } from '../../run/run-store.js'
import type { Sample } from '../../run/sample.js'
import type { Subject } from '../../subject/subject.js'
import { type AnswerContext, answerIn, formsOf, requestOf } from './answer-form.js'
import { type AskedAnswer, type AskedAnswers, answerKey } from './asked-answers.js'

/** A model that is opened for its part. */
export interface OpenedModel {
  readonly subject: Subject
  readonly temperature: number
  readonly cache?: ResponseCache | undefined
}

export interface ModelAskerOptions {
  readonly generator: OpenedModel | undefined
  readonly judge: OpenedModel
  readonly structured: 'auto' | 'always' | 'never'
  readonly seed: number
  readonly store: RunStore
  readonly budget: Budget
  /** Of earlier sessions. */
  readonly asked: AskedAnswers
  /** Ask again what failed for a reason that may pass. */
  readonly retriesErrors: boolean
  readonly concurrency: number
  readonly timeoutMs: number
  readonly clock: Clock
  readonly hash: Hash
  readonly notify: Notify
  /** Replaces secrets, as in what is kept: fresh answers must read like those of the journal. */
  readonly clean: (text: string) => string
  readonly signal: AbortSignal
  /** Scale of the waits between attempts; 1 but in tests. */
  readonly waitScale?: number
}

/** Why nothing more is asked. `down`: too many questions in a row got no answer. `fault`: what no failure of a model is. */
export type AskingEnding =
  | Exclude<RunEnding, { kind: 'complete' }>
  | { readonly kind: 'down'; readonly what: string }
  | { readonly kind: 'fault'; readonly error: unknown }

const FORM_NAMES: Readonly<Record<AnswerForm, string>> = {
  schema: 'an answer held to a schema',
  call: 'an answer as a call',
  text: 'plain text',
}

/** Whether another form may be taken: a template that breaks does so in any. */
function isOfForm(error: { readonly kind: string; readonly code: string } | undefined): boolean {
  return error?.kind === 'refusal' && !error.code.startsWith('template-')
}

/** Failures in a row, of either model, after which it counts as down; fewer while it has never answered. */
const DOWN_AFTER = 20
const NEVER_UP_AFTER = 5

/**
 * Gives generators and judges their answers: out of the journal where it has them, else from the models, through the loop
 * of a run with its retries, waits, limits and cache. Every answer is on the disk before it is used, so that a generation
 * that goes on finds the same answers and makes the same items.
 */
export class ModelAsker {
  readonly #options: ModelAskerOptions
  readonly #limits = new Map<string, AdaptiveLimit>()
  /** Forms that are left to each role, the best one first. */
  readonly #forms = new Map<ModelRole, readonly AnswerForm[]>()
  readonly #unheld = new Set<ModelRole>()
  readonly #drains = new Set<AbortController>()
  #ending: AskingEnding | undefined
  #underWay = 0
  #first: Promise<unknown> | undefined
  #hasAnswered = false
  #failedInARow = 0
  #put = 0
  #replayed = 0
  #failed = 0
  #cached = 0

  constructor(options: ModelAskerOptions) {
    this.#options = options
    const interrupt = (): void => this.#end({ kind: 'interrupted' })
    if (options.signal.aborted) interrupt()
    options.signal.addEventListener('abort', interrupt, { once: true })
  }

  /** Why nothing more is asked; undefined as long as anything may be. */
  get ending(): AskingEnding | undefined {
    return this.#ending
  }

  get counts(): {
    readonly asked: number
    readonly replayed: number
    readonly failed: number
    readonly cached: number
  } {
    return { asked: this.#put, replayed: this.#replayed, failed: this.#failed, cached: this.#cached }
  }

  readonly ask = async (question: ModelQuestion): Promise<ModelAnswer> => {
    if (this.#ending !== undefined) throw new AskingStopped()
    const { role } = question
    const { subject } = this.#modelOf(role)
    const earlier = this.#earlier(question)
    if (earlier !== undefined) {
      const { answer, form } = earlier
      this.#replayed++
      if (answer.kind === 'failed') return { kind: 'failed', reason: answer.reason, what: answer.what }
      // What took this form then takes no better one, or it would have been asked in that.
      this.#settle(role, form)
      return answerIn(answer.output, { question, subject, form })
    }
    let refused: { readonly form: AnswerForm; readonly what: string } | undefined
    const forms = this.#formsOf(role)
    for (const [at, form] of forms.entries()) {
      const sample = await this.#obtain(question, form)
      if (isOfForm(sample.error) && at < forms.length - 1) {
        refused = { form, what: sample.error?.message ?? '' }
        continue
      }
      if (sample.error === undefined && refused !== undefined && this.#settle(role, form)) {
        this.#options.notify(
          `${subject.label} refuses ${FORM_NAMES[refused.form]} (${refused.what}); it is asked for ${FORM_NAMES[form]}.`,
        )
      }
      return this.#read(sample, { question, subject, form })
    }
    throw new AskingStopped() // never: the last form returns
  }

  /** Asks a role in no better form than this any more. @returns whether that is new. */
  #settle(role: ModelRole, form: AnswerForm): boolean {
    const forms = this.#formsOf(role)
    const at = forms.indexOf(form)
    if (at < 1) return false
    this.#forms.set(role, forms.slice(at))
    return true
  }

  #modelOf(role: ModelRole): OpenedModel {
    const { generator, judge } = this.#options
    return role === 'judge' ? judge : (generator ?? judge)
  }

  #formsOf(role: ModelRole): readonly AnswerForm[] {
    const known = this.#forms.get(role) ?? formsOf(this.#modelOf(role).subject, this.#options.structured)
    this.#forms.set(role, known)
    return known
  }

  /** The journal's answer to this very question, and the form in which it was asked. */
  #earlier(question: ModelQuestion): { readonly answer: AskedAnswer; readonly form: AnswerForm } | undefined {
    const answer = this.#options.asked.answers.get(answerKey(question))
    if (answer === undefined) return undefined
    if (answer.kind === 'failed' && answer.isPassing && this.#options.retriesErrors) return undefined
    const all: readonly AnswerForm[] = ['schema', 'call', 'text']
    const form = all.find(
      (one) => requestHash(this.#planned(question, one).request, this.#options.hash) === answer.requestHash,
    )
    if (form === undefined) return undefined
    // It broke off before the next form was tried.
    const isRefused = answer.kind === 'failed' && isOfForm({ kind: answer.reason, code: answer.code })
    return isRefused && form !== this.#formsOf(question.role).at(-1) ? undefined : { answer, form }
  }

  #planned(question: ModelQuestion, form: AnswerForm): PlannedSample {
    const { role, id, step, maxTokens } = question
    const { temperature } = this.#modelOf(role)
    // Another seed for every question: the same one would bring the same refused answer again.
    const seed = randomStream(this.#options.seed, `${role}/${id}/${step}`).below(0x7fff_ffff)
    const settings = { maxTokens, temperature, seed }
    return {
      benchmark: role,
      item: id,
      variant: step,
      trial: 0,
      seed,
      request: requestOf(question, { form, settings }),
    }
  }

  async #obtain(question: ModelQuestion, form: AnswerForm): Promise<Sample> {
    const { budget } = this.#options
    // With a limit to keep, the first answer tells what answers cost: until then nothing else is asked.
    while (budget.isUninformed && this.#first !== undefined) await this.#first
    const asking = this.#exchange(this.#planned(question, form), question.role)
    const settled = asking.catch(() => undefined)
    this.#first ??= settled
    try {
      return await asking
    } finally {
      if (this.#first === settled) this.#first = undefined
    }
  }

  async #exchange(planned: PlannedSample, role: ModelRole): Promise<Sample> {
    const { store, budget, concurrency, timeoutMs, clock, hash, notify, seed, waitScale } = this.#options
    const exceeded = budget.exceeded(this.#underWay)
    if (exceeded !== undefined) this.#end({ kind: 'budget', limit: exceeded })
    if (this.#ending !== undefined) throw new AskingStopped()
    const { subject, cache } = this.#modelOf(role)
    const drain = new AbortController()
    this.#drains.add(drain)
    this.#underWay++
    let kept: Sample | undefined
    try {
      const { ending } = await execute({
        samples: [planned],
        subject,
        store,
        limit: this.#limitOf(subject),
        concurrency,
        timeoutMs,
        budget,
        cache,
        cacheOnly: false,
        drain: drain.signal,
        clock,
        hash,
        random: randomStream(seed, `waits ${planned.item} ${planned.variant ?? ''}`),
        notify,
        finished: (sample) => {
          kept = sample
        },
        ...(waitScale === undefined ? {} : { waitScale }),
      })
      if (ending.kind !== 'complete' && ending.kind !== 'interrupted') this.#end(ending)
    } catch (error) {
      this.#end({ kind: 'fault', error })
      throw new AskingStopped()
    } finally {
      this.#underWay--
      this.#drains.delete(drain)
    }
    if (kept === undefined) throw new AskingStopped()
    this.#count(kept)
    return kept
  }

  #limitOf({ endpoint, maxConcurrency }: Subject): AdaptiveLimit {
    const { clock, concurrency } = this.#options
    const known =
      this.#limits.get(endpoint) ?? new AdaptiveLimit({ clock, most: Math.min(concurrency, maxConcurrency) })
    this.#limits.set(endpoint, known)
    return known
  }

  #count({ error, cached }: Sample): void {
    this.#put++
    if (cached === true) this.#cached++
    if (error === undefined) {
      this.#hasAnswered = true
      this.#failedInARow = 0
      return
    }
    this.#failed++
    this.#failedInARow = error.retryable ? this.#failedInARow + 1 : 0
    if (this.#failedInARow < (this.#hasAnswered ? DOWN_AFTER : NEVER_UP_AFTER)) return
    this.#end({
      kind: 'down',
      what: `${this.#failedInARow} questions in a row got no answer: ${error.message}`,
    })
  }

  #read({ output, error }: Sample, context: AnswerContext): ModelAnswer {
    if (output === undefined) {
      return { kind: 'failed', reason: error?.kind ?? 'unknown', what: error?.message ?? 'No answer.' }
    }
    const { text, message, stopReason } = output
    const { clean } = this.#options
    const answer = answerIn(
      {
        ...(text === undefined ? {} : { text: clean(text) }),
        ...(message === undefined ? {} : { message: clean(message) }),
        stopReason,
      },
      context,
    )
    this.#tellUnheld(answer, context)
    return answer
  }

  /** Says once of each role that a subject took a form and does not keep to it. */
  #tellUnheld(answer: ModelAnswer, { question: { role }, subject, form }: AnswerContext): void {
    if (answer.kind === 'failed' || answer.form === form || this.#unheld.has(role)) return
    this.#unheld.add(role)
    this.#options.notify(
      `${subject.label} was asked for ${FORM_NAMES[form]} as ${role} and gave ${FORM_NAMES[answer.form ?? 'text']}; answers are checked in any case, and the data card counts them.`,
    )
  }

  /** Lets nobody ask any more; those who wait for another attempt are let go. */
  #end(ending: AskingEnding): void {
    this.#ending ??= ending
    for (const drain of this.#drains) drain.abort()
  }
}
