import type { Exchange } from '../../exchange/exchange.js'
import type { ImportedSample } from '../sample.js'
import { isMessage } from '../sample-line.js'

export interface SamplePlace {
  readonly benchmark: string
  readonly item: string
  readonly trial: number
  /** Label of the subject. */
  readonly subject: string
  /** SHA-256 of what was asked and offered. */
  readonly print: string
}

/** The sample of an exchange; undefined where only the question is known. */
export function sampleOfExchange(
  { answer, settings = {}, usage, cost, startedMs, durationMs }: Exchange,
  { benchmark, item, trial, subject, print }: SamplePlace,
): ImportedSample | undefined {
  if (answer === undefined) return undefined
  const { seed, ...decode } = settings
  const timing = {
    ...(startedMs === undefined ? {} : { startedMs }),
    ...(durationMs === undefined ? {} : { durationMs }),
  }
  const said = answer.kind === 'said' && isMessage(answer.message)
  return {
    benchmark,
    item,
    trial,
    subject,
    request: { hash: print },
    ...(seed === undefined ? {} : { seed }),
    decode,
    ...(said
      ? {
          output: {
            message: answer.message,
            stopReason: answer.stopReason,
            ...(answer.stopDetail === undefined ? {} : { stopDetail: answer.stopDetail }),
          },
        }
      : { error: { kind: 'server', code: 'log-failed', message: failureOf(answer), retryable: false } }),
    ...(usage === undefined ? {} : { usage }),
    ...(cost === undefined ? {} : { cost }),
    ...(Object.keys(timing).length === 0 ? {} : { timing }),
  }
}

function failureOf(answer: NonNullable<Exchange['answer']>): string {
  return answer.kind === 'failed' ? answer.message : 'The message of the answer is no JSON.'
}
