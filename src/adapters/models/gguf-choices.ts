import { SubjectFailure } from '../../subject/failure.js'
import type { ChatRequest } from '../../subject/request.js'
import { unfitLabels } from '../../subject/spelled-choices.js'
import { quoted } from '../../text/printable.js'

/** One way to say a label, as tokens behind the prompt. */
interface SpelledLabel {
  readonly label: string
  readonly text: string
  readonly ids: readonly number[]
}

export interface WeighedSpelling extends SpelledLabel {
  readonly logprob: number
  /** False where the engine only says that the probability is next to nothing. */
  readonly isKnown: boolean
}

/**
 * The spellings that are weighed: those with ids of their own, and where one token is wanted, those that are one.
 *
 * @throws {InputError} `choice-empty`, `label-split` when no spelling of a label is one token, `label-collides` when two
 * labels are the same tokens.
 */
export function spellingsOf(
  { choices: labels = [], spellings }: ChatRequest,
  idsOf: (text: string) => readonly number[],
  where: string,
): readonly SpelledLabel[] {
  const taken = new Map<string, string>()
  return labels.flatMap((label) => {
    const texts = spellings?.texts[label] ?? [label]
    const spelled = texts.map((text) => ({ label, text, ids: idsOf(text) }))
    const isWanted = ({ ids }: SpelledLabel): boolean =>
      spellings?.tokens === 'one' ? ids.length === 1 : ids.length > 0
    const kept = spelled.filter((one) => {
      if (!isWanted(one)) return false
      const key = one.ids.join(' ')
      const owner = taken.get(key)
      taken.set(key, label)
      if (owner !== undefined && owner !== label) {
        throw unfitLabels(
          'label-collides',
          `${quoted(owner, 40)} and ${quoted(label, 40)} are the same tokens of this model.`,
          where,
        )
      }
      return owner === undefined
    })
    if (kept.length > 0) return kept
    const count = spelled[0]?.ids.length ?? 0
    throw count === 0
      ? unfitLabels('choice-empty', `The tokenizer leaves nothing of the label ${quoted(label, 40)}.`, where)
      : unfitLabels(
          'label-split',
          `The label ${quoted(label, 40)} is ${count} tokens of this model, not one.`,
          where,
        )
  })
}

/**
 * The spelling to write down: the likeliest of the likeliest label.
 *
 * @throws {SubjectFailure} `logprobs-broken` for NaN, `logprobs-too-few` where the engine tells none of the labels apart.
 */
export function likeliestSpelling(
  weighed: readonly WeighedSpelling[],
  { spellings }: ChatRequest,
  where: string,
): WeighedSpelling {
  const sums = new Map<string, number>()
  let best: WeighedSpelling | undefined
  for (const { label, logprob } of weighed) {
    if (Number.isNaN(logprob)) {
      throw new SubjectFailure({
        code: 'logprobs-broken',
        failure: 'schema',
        what: `The probability of the label ${quoted(label, 40)} is no number (NaN).`,
        where,
        retryable: false,
      })
    }
    sums.set(label, (sums.get(label) ?? 0) + Math.exp(logprob))
  }
  const isAhead = (one: WeighedSpelling, other: WeighedSpelling): boolean => {
    const [own, others] = [sums.get(one.label) ?? 0, sums.get(other.label) ?? 0]
    if (one.label === other.label || own === others) return one.logprob > other.logprob
    return own > others
  }
  for (const one of weighed) if (best === undefined || isAhead(one, best)) best = one
  const isBlind = spellings !== undefined && weighed.every(({ isKnown }) => !isKnown)
  if (best !== undefined && !isBlind) return best
  throw new SubjectFailure({
    code: 'logprobs-too-few',
    failure: 'schema',
    what: 'The engine gives every label a probability of 0, so none can be told from another.',
    where,
    retryable: false,
  })
}
