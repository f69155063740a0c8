import type { ChoiceAnswer, ChoiceMethod } from './choice-answer.js'
import type { ChoiceReading } from './reading.js'

/** One answer held against the right label: what is kept of a sample. */
export interface ChoiceOutcome {
  readonly method: ChoiceMethod
  /** The right label. */
  readonly gold: string
  readonly kind: ChoiceReading['kind']
  readonly rule: string
  /** The label that was chosen; absent for a tie. */
  readonly label?: string
  /** Place of what the chosen label stands for, where labels change from sample to sample. */
  readonly option?: number
  /** Chance to be right: 1 or 0, a share where labels tie. */
  readonly right: number
  /** By the lenient rules. */
  readonly lenientRight: number
  /** By the strict rules on the text, where probabilities decide and something was written. */
  readonly writtenRight?: number
  /** Probability of the right label among the labels, and of all labels together. */
  readonly goldShare?: number
  readonly labelMass?: number
}

/** Outcomes that are alike as one object: without probabilities they come in a few dozen kinds. */
export class OutcomeShelf {
  /** By rule and a hash of the labels. */
  readonly #known = new Map<string, Map<number, ChoiceOutcome[]>>()

  keep(outcome: ChoiceOutcome): ChoiceOutcome {
    if (outcome.goldShare !== undefined) return outcome
    const { rule, gold, label = '', option = -1 } = outcome
    let ofRule = this.#known.get(rule)
    if (ofRule === undefined) {
      ofRule = new Map()
      this.#known.set(rule, ofRule)
    }
    const hash = ((gold.codePointAt(0) ?? 0) * 0x80 + (label.codePointAt(0) ?? 0)) * 0x80 + option
    const alike = ofRule.get(hash)
    if (alike === undefined) ofRule.set(hash, [outcome])
    else {
      for (const known of alike) if (isAlike(known, outcome)) return known
      alike.push(outcome)
    }
    return outcome
  }
}

function isAlike(left: ChoiceOutcome, right: ChoiceOutcome): boolean {
  return (
    left.gold === right.gold &&
    left.label === right.label &&
    left.option === right.option &&
    left.kind === right.kind &&
    left.method === right.method &&
    left.right === right.right &&
    left.lenientRight === right.lenientRight &&
    left.writtenRight === right.writtenRight
  )
}

export function choiceOutcome(answer: ChoiceAnswer, gold: string): ChoiceOutcome {
  const { method, decided, lenient, written, logprobs } = answer
  const isTie = logprobs !== undefined && logprobs.best.length > 1
  const right = isTie ? tieShare(logprobs.best, gold) : rightness(decided, gold)
  return {
    method,
    gold,
    kind: decided.kind,
    rule: decided.rule,
    ...(decided.kind === 'chosen' && !isTie ? { label: decided.label } : {}),
    right,
    lenientRight: logprobs === undefined ? rightness(lenient, gold) : right,
    ...(written === undefined ? {} : { writtenRight: rightness(written, gold) }),
    ...(logprobs === undefined || logprobs.best.length === 0
      ? {}
      : { goldShare: logprobs.shares.get(gold) ?? 0, labelMass: logprobs.mass }),
  }
}

function rightness(reading: ChoiceReading, gold: string): number {
  return reading.kind === 'chosen' && reading.label === gold ? 1 : 0
}

function tieShare(best: readonly string[], gold: string): number {
  return best.includes(gold) ? 1 / best.length : 0
}
