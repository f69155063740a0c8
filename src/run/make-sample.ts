import { choicesOf } from '../subject/protocols/choices.js'
import type { SubjectReply } from '../subject/reply.js'
import type { Subject } from '../subject/subject.js'
import { costOf } from './budget.js'
import type { PlannedSample } from './plan-run.js'
import type { Sample, SampleError, SampleOutput } from './sample.js'
import { isMessage } from './sample-line.js'

export interface SampleParts {
  readonly subject: Pick<Subject, 'label' | 'price'>
  /** Of the request. */
  readonly hash: string
  readonly reply?: SubjectReply
  readonly error?: SampleError
  readonly timing: Sample['timing']
  readonly attempts: number
  readonly isCached: boolean
  /** Secrets were replaced before it came here. */
  readonly isRedacted?: true
}

/** What was planned and what was said, as the sample that is kept. */
export function makeSample(planned: PlannedSample, parts: SampleParts): Sample {
  const { benchmark, item, variant, trial, request, seed } = planned
  const { subject, hash, reply, timing, attempts, isCached } = parts
  const { seed: _, ...decode } = 'settings' in request ? { ...request.settings } : {}
  const output = reply === undefined ? undefined : outputOf(reply)
  const choice = reply === undefined ? {} : choiceOf(planned, reply)
  const isBroken = Object.values(choice.choices ?? {}).some((logprob) => !Number.isFinite(logprob))
  const error = output === 'broken' ? BROKEN_MESSAGE : isBroken ? BROKEN_LOGPROBS : parts.error
  const cost = reply?.cost ?? costOf(reply?.usage, subject.price)
  return {
    benchmark,
    item,
    ...(variant === undefined ? {} : { variant }),
    trial,
    subject: subject.label,
    request: { hash },
    seed,
    decode,
    ...(reply?.promptIds === undefined ? {} : { promptIds: reply.promptIds }),
    ...(output === undefined || output === 'broken' || isBroken ? {} : { output }),
    ...(reply?.firstTokens === undefined ? {} : { firstTokens: reply.firstTokens }),
    ...(reply?.firstEntropy === undefined ? {} : { firstEntropy: reply.firstEntropy }),
    ...(reply?.continuation === undefined ? {} : { continuation: reply.continuation }),
    ...(isBroken ? {} : choice),
    ...(reply?.usage === undefined ? {} : { usage: reply.usage }),
    ...(cost === undefined ? {} : { cost }),
    timing,
    attempts,
    ...(isCached ? { cached: true } : {}),
    ...(error === undefined ? {} : { error }),
    ...(parts.isRedacted === true ? { redacted: true as const } : {}),
  }
}

/** An answer of probabilities alone is an empty text; a message that is none would break the journal. */
function outputOf({ output }: SubjectReply): SampleOutput | 'broken' {
  if (output.message !== undefined && !isMessage(output.message)) return 'broken'
  const isSaid = output.text !== undefined || output.message !== undefined || output.tokenIds !== undefined
  return isSaid ? output : { ...output, text: '' }
}

const BROKEN_MESSAGE: SampleError = {
  kind: 'schema',
  code: 'message-broken',
  message: 'The message of the answer is no JSON.',
  retryable: true,
}

const BROKEN_LOGPROBS: SampleError = {
  kind: 'schema',
  code: 'logprobs-broken',
  message: 'The log-probability of a label is no number.',
  retryable: false,
}

/** How a label was chosen: as the subject says, by the probabilities of the first token, or by writing it. */
function choiceOf(
  { labels }: PlannedSample,
  { choices, choiceMethod, firstTokens }: SubjectReply,
): Pick<Sample, 'choices' | 'choiceMethod'> {
  if (labels === undefined) return {}
  if (choices !== undefined) return { choices, choiceMethod: choiceMethod ?? 'logprobs' }
  if (choiceMethod !== undefined) return { choiceMethod }
  const found = firstTokens === undefined ? undefined : choicesOf(firstTokens, Object.keys(labels))
  return found === undefined ? { choiceMethod: 'generation' } : { choices: found, choiceMethod: 'logprobs' }
}
