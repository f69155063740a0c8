import type { StoredSample } from '../../run/sample-lines.js'
import { withoutText } from './abstention.js'
import { type LogprobReading, readLogprobs } from './logprob-reading.js'
import type { ChoiceReading, ChoiceReadings } from './reading.js'
import { spokenText } from './spoken-text.js'

/** By what an answer was found. */
export type ChoiceMethod = 'logprobs' | 'constrained' | 'generation'

/** What one sample says to a question with labels. */
export interface ChoiceAnswer {
  readonly method: ChoiceMethod
  /** What decides. `label` of a tie is the first of `best`. */
  readonly decided: ChoiceReading
  /** By the rules that guess what was meant; the same where probabilities decide. */
  readonly lenient: ChoiceReading
  /** The text by the strict rules, where probabilities decide and something was written too. */
  readonly written?: ChoiceReading
  /** Where probabilities decide. */
  readonly logprobs?: LogprobReading
}

export interface ChoiceQuestion {
  readonly labels: readonly string[]
  /** Whether labels differ by more than case. */
  readonly anyCase: boolean
  readText(text: string, wasCut: boolean): ChoiceReadings
}

/**
 * Reads the answer by what the sample offers: the log-probabilities of its labels, else the text. A sample that was made
 * by generation is read as text, whatever stands beside it.
 */
export function choiceAnswer(sample: StoredSample, question: ChoiceQuestion): ChoiceAnswer {
  const { choiceMethod } = sample
  const listed = choiceMethod === 'generation' ? [] : Object.entries(sample.choices ?? {})
  if (listed.length === 0) {
    const { strict, lenient } = writtenAnswer(sample, question)
    return { method: choiceMethod === 'constrained' ? 'constrained' : 'generation', decided: strict, lenient }
  }
  const logprobs = readLogprobs(listed, question)
  const [label] = logprobs.best
  const decided: ChoiceReading =
    label === undefined
      ? { kind: 'unreadable', rule: 'no-label' }
      : { kind: 'chosen', label, rule: logprobs.best.length > 1 ? 'tie' : 'likeliest' }
  const written = hasWritten(sample) ? writtenAnswer(sample, question).strict : undefined
  return {
    method: choiceMethod === 'constrained' ? 'constrained' : 'logprobs',
    decided,
    lenient: decided,
    ...(written === undefined ? {} : { written }),
    logprobs,
  }
}

function hasWritten({ output }: StoredSample): boolean {
  return output?.message !== undefined || (output?.text ?? '').trim() !== ''
}

function writtenAnswer({ output }: StoredSample, question: ChoiceQuestion): ChoiceReadings {
  if (output === undefined) return same({ kind: 'unreadable', rule: 'no-output' })
  const spoken = spokenText(output)
  if (spoken.kind === 'none') return same(withoutText(spoken))
  return question.readText(spoken.text, output.stopReason === 'length')
}

function same(reading: ChoiceReading): ChoiceReadings {
  return { strict: reading, lenient: reading }
}
