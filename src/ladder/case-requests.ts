import { InputError } from '../errors.js'
import type { PlannedSample } from '../run/plan-run.js'
import type { ChatRequest, GenerationSettings, SubjectRequest } from '../subject/request.js'
import type { Subject } from '../subject/subject.js'
import type { Dialect } from '../toolcall/dialect.js'
import type { LadderCase } from './ladder-case.js'

export interface CaseRequestOptions {
  readonly subject: Pick<Subject, 'answers' | 'facts'>
  /** How a conversation is written for a subject that only completes. */
  readonly dialect: Dialect
  readonly seed: number
}

/** Tokens of an answer where a case says nothing. */
const MAX_TOKENS = 256
/** How many of the likeliest first tokens a chat is asked for where its subject names no candidate's probability. */
const LISTED_TOKENS = 20

/** The conversation of a case, greedy unless the case says otherwise. */
export function caseChat(one: LadderCase, { seed }: Pick<CaseRequestOptions, 'seed'>): ChatRequest {
  const settings: GenerationSettings = { maxTokens: MAX_TOKENS, temperature: 0, ...one.asking.settings, seed }
  return { kind: 'chat', messages: one.messages, tools: one.offersTools ? one.tools : [], settings }
}

/** Every answer that the cases are to be given, each trial under its own seed. */
export function answerSamples(
  cases: readonly LadderCase[],
  options: CaseRequestOptions,
): readonly PlannedSample[] {
  return cases.flatMap((one) => {
    if (!one.asking.generates) return []
    return Array.from({ length: one.asking.trials ?? 1 }, (_, trial): PlannedSample => {
      const seed = options.seed + trial
      return {
        benchmark: one.battery,
        item: one.id,
        trial,
        seed,
        request: spokenTo(caseChat(one, { seed }), options),
      }
    })
  })
}

/**
 * The first token of each case, for a subject that lists the likeliest tokens of an answer and says nothing of others: a
 * trigger that is not listed is at most as likely as the last one that is.
 */
export function listedOpenings(
  cases: readonly LadderCase[],
  options: CaseRequestOptions,
): readonly PlannedSample[] {
  return cases
    .filter(({ asking }) => asking.probesOpening)
    .map((one): PlannedSample => {
      const chat = caseChat(one, options)
      const request = spokenTo(
        {
          ...chat,
          settings: { ...chat.settings, maxTokens: 1, temperature: 0 },
          topLogprobs: LISTED_TOKENS,
        },
        options,
      )
      return { benchmark: one.battery, item: one.id, trial: 0, seed: options.seed, request }
    })
}

/** @throws {InputError} `items-unfit` for a subject that can neither chat nor complete. */
function spokenTo(chat: ChatRequest, { subject, dialect }: CaseRequestOptions): SubjectRequest {
  const { answers, facts } = subject
  if (answers.has('chat')) return chat
  if (!answers.has('completion')) {
    throw new InputError({
      code: 'items-unfit',
      what: 'The subject answers neither chats nor prompts, so no rung can be asked.',
      where: facts.model,
      fix: 'Name another subject; `assay ladder` without one looks at the corpus alone.',
    })
  }
  const { messages, tools, settings, topLogprobs } = chat
  return {
    kind: 'completion',
    prompt: dialect.render(messages, tools),
    settings,
    ...(topLogprobs === undefined ? {} : { topLogprobs }),
  }
}
