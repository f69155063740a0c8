import type { JsonObject } from '../../text/json.js'
import type { Tally } from './tally.js'

/** One question to a model that helps to make a benchmark. */
export interface ModelQuestion {
  readonly role: ModelRole
  /** What the question is for, e.g. a tier and an anchor. With `step` it tells the question from every other of a generation. */
  readonly id: string
  /** Where in the work on `id`, e.g. `judge-1-2`. */
  readonly step: string
  readonly prompt: string
  /** JSON Schema of the answer, for models that can be held to one; everybody's answer is checked again. */
  readonly answerSchema: JsonObject
  /** Longest answer in tokens. */
  readonly maxTokens: number
}

/** `generator` writes candidates, `judge` decides about them. */
export type ModelRole = 'generator' | 'judge'

/**
 * What held an answer to its schema. `schema`: the subject or its server, token by token. `call`: the answer is the
 * arguments of a call. `text`: nothing.
 */
export type AnswerForm = 'schema' | 'call' | 'text'

export type ModelAnswer =
  | {
      readonly kind: 'said'
      readonly text: string
      /** Ended by the token limit or by a filter, so that something may be missing. */
      readonly isCut: boolean
      /** How it came, not how it was asked for. Default `text`. */
      readonly form?: AnswerForm
    }
  | {
      readonly kind: 'failed'
      /** E.g. `timeout`. */
      readonly reason: string
      /** One sentence. */
      readonly what: string
    }

/**
 * The port by which generators and judges get a model. Waiting, trying again, money and journals are the business of
 * whoever provides it. The same question must get the same answer when a generation goes on after a break.
 *
 * @throws {AskingStopped} when nothing more is to be asked. Whatever else is thrown counts as a failed answer.
 */
export type Ask = (question: ModelQuestion) => Promise<ModelAnswer>

/** The same port, which also counts in what form the answers of each role came, as `judge schema`. */
export function countingForms(ask: Ask, forms: Tally): Ask {
  return async (question) => {
    const answer = await ask(question)
    if (answer.kind === 'said') forms.add(`${question.role} ${answer.form ?? 'text'}`)
    return answer
  }
}

/** No further question will be answered by this process: an interruption, a limit, an endpoint that is down. */
export class AskingStopped extends Error {
  override readonly name = 'AskingStopped'
}

/** An answer, whatever the port does but stopping: who throws has said nothing. */
export async function answerOf(ask: Ask, question: ModelQuestion): Promise<ModelAnswer> {
  try {
    return await ask(question)
  } catch (error) {
    if (error instanceof AskingStopped) throw error
    return { kind: 'failed', reason: 'thrown', what: error instanceof Error ? error.message : String(error) }
  }
}
