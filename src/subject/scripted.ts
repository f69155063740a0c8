import type { Clock } from '../ports.js'
import { SubjectFailure } from './failure.js'
import { abilitiesOf } from './given-reply.js'
import type { SubjectRequest } from './request.js'
import type { Script, ScriptAnswer, ScriptCondition, ScriptRule } from './script.js'
import { type AskContext, defineSubject, type SampleOrigin, type Subject } from './subject.js'

export interface ScriptedOptions {
  readonly clock: Clock
  /** Spec and label; default `scripted`. */
  readonly spec?: string
  readonly label?: string
  readonly fingerprint?: string
  /** Default 64. */
  readonly maxConcurrency?: number
}

/** Plays a model by a script, for tests and demonstrations: answers in order, waits, faults. */
export function scriptedSubject(script: Script, options: ScriptedOptions): Subject {
  const { clock, spec = 'scripted', label = script.label ?? 'scripted', fingerprint } = options
  const counts = new Map<string, number>()
  const answers = script.rules.flatMap((rule) => rule.answers)
  const replies = answers.flatMap((answer) => (answer.kind === 'reply' ? [answer.reply] : []))
  return defineSubject({
    spec,
    label,
    facts: {
      model: label,
      ...(script.dialect === undefined ? {} : { dialect: script.dialect }),
      ...(fingerprint === undefined ? {} : { fingerprint }),
    },
    answers: abilitiesOf(replies),
    endpoint: spec,
    maxConcurrency: options.maxConcurrency ?? 64,
    isRecorded: true,
    async ask(request, asked) {
      const answer = answerTo(script, { request, asked, counts, spec })
      await wait(answer.latencyMs ?? script.latencyMs, { clock, asked, spec })
      if (answer.kind === 'reply') return answer.reply
      const { failure, message, retryAfterMs } = answer
      throw new SubjectFailure({
        code: 'scripted-fault',
        failure,
        what: `The script makes this request fail: ${asSentence(message)}`,
        where: spec,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      })
    },
  })
}

/** Other sentences follow the message. */
function asSentence(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`
}

interface Asking {
  readonly request: SubjectRequest
  readonly asked: AskContext
  readonly counts: Map<string, number>
  readonly spec: string
}

function answerTo({ rules }: Script, { request, asked, counts, spec }: Asking): ScriptAnswer {
  const at = rules.findIndex(({ when }) => fits(when, request, asked.sample))
  const rule = rules[at]
  if (rule === undefined) {
    throw unanswered('No rule of the script fits this request.', spec, 'Add a rule, or "otherwise".')
  }
  const key = rule.each === 'item' ? `${at} ${JSON.stringify(asked.sample ?? null)}` : String(at)
  const count = counts.get(key) ?? 0
  counts.set(key, count + 1)
  const answer = rule.answers[placeOf(count, rule)]
  if (answer !== undefined) return answer
  throw unanswered('All answers of a rule are used up.', spec, 'Add answers, or let it "repeat" or "cycle".')
}

function placeOf(count: number, { answers, afterwards }: ScriptRule): number {
  if (afterwards === 'cycle') return count % answers.length
  return afterwards === 'repeat' ? Math.min(count, answers.length - 1) : count
}

function fits(when: ScriptCondition, request: SubjectRequest, sample: SampleOrigin | undefined): boolean {
  const text = lastText(request)
  const { kind, contains, equals, matches, tool, item, variant, trial, after } = when
  return (
    (kind === undefined || kind === request.kind) &&
    (contains === undefined || contains.every((part) => text.includes(part))) &&
    (equals === undefined || equals === text) &&
    (matches === undefined || matches.matcher(text).find()) &&
    (tool === undefined || (request.kind === 'chat' && request.tools.some(({ name }) => name === tool))) &&
    (item === undefined || item === sample?.item) &&
    (variant === undefined || variant === sample?.variant) &&
    (trial === undefined || trial === sample?.trial) &&
    (after === undefined || (request.kind === 'chat' && request.messages.at(-1)?.role === after))
  )
}

/** The last user message, or the prompt; empty where it is token ids. */
function lastText(request: SubjectRequest): string {
  if (request.kind !== 'chat') return typeof request.prompt === 'string' ? request.prompt : ''
  return request.messages.findLast(({ role }) => role === 'user')?.content ?? ''
}

/** Waits, but no longer than the sample may take. */
async function wait(
  durationMs: number,
  { clock, asked, spec }: { readonly clock: Clock; readonly asked: AskContext; readonly spec: string },
): Promise<void> {
  const { signal, timeoutMs } = asked
  const fail = (failure: 'stopped' | 'timeout', what: string): SubjectFailure =>
    new SubjectFailure({ code: `scripted-${failure}`, failure, what, where: spec })
  const stopped = (): SubjectFailure => fail('stopped', 'The run was stopped.')
  if (signal.aborted) throw stopped()
  if (durationMs > 0) {
    try {
      await clock.sleep(Math.min(durationMs, timeoutMs), signal)
    } catch (cause) {
      throw signal.aborted ? stopped() : cause
    }
  }
  if (durationMs > timeoutMs) throw fail('timeout', `No answer within ${timeoutMs} ms.`)
}

function unanswered(what: string, where: string, fix: string): SubjectFailure {
  return new SubjectFailure({
    code: 'scripted-silent',
    failure: 'refusal',
    what,
    where,
    fix,
    retryable: false,
  })
}
