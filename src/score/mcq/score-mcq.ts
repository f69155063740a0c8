import type { McqItem } from '../../benchmark/item.js'
import {
  rotatedLabels,
  rotationOfVariant,
  rotationVariant,
  shuffledOptions,
} from '../../run/choice-labels.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { choiceAnswer } from '../choice/choice-answer.js'
import { type ChoiceMeasure, commonChoiceMeasures, shareMeasure } from '../choice/choice-measures.js'
import { type ChoiceOutcome, choiceOutcome, OutcomeShelf } from '../choice/choice-outcome.js'
import { readLetter } from '../choice/letter-reading.js'
import { answersOf, methodCounts, readingCounts } from '../choice/outcome-counts.js'
import { type ItemMeasure, scoreChoices } from '../choice/score-choices.js'
import type { FinishSettings, KindScorer, KindScores } from '../run/kind-scorer.js'
import { type LedgerRow, SampleLedger } from '../run/sample-ledger.js'
import type { Score } from '../score.js'

const MCQ_SCORER = { name: 'mcq', version: 1 } as const

/**
 * Scores MCQ items. `accuracy` is the mean over items of the share of their rotations and trials that are right; an
 * answer that abstains or cannot be read is not right. Chance is one in the number of options. Beside it: the same by
 * the lenient rules, and of the text where probabilities decide; the probability of the answer among its labels;
 * `consistent`, the share of items whose answers name one option in every rotation; and `chosen`, for each letter, how
 * often it was chosen of the answers that chose one, with the share of right answers at that letter as chance: where it
 * leaves the interval, the subject prefers the place, not the option.
 */
export class McqScorer implements KindScorer {
  readonly kind = 'mcq'
  readonly #items: readonly McqItem[]
  readonly #ledger: SampleLedger<ChoiceOutcome>
  readonly #outcomes = new OutcomeShelf()
  #shown: { readonly place: number; readonly options: readonly string[] } | undefined
  /** Variants that are no rotation of their item. */
  #strangers = 0

  constructor(items: readonly McqItem[]) {
    this.#items = items
    this.#ledger = new SampleLedger(
      items.map(({ id }) => id),
      (item, variant) => rotationOf(variant, items[item]) !== undefined,
    )
  }

  get items(): number {
    return this.#items.length
  }

  take(place: number, sample: StoredSample): void {
    const item = this.#items[place]
    const rotation = rotationOf(sample.variant, item)
    if (item === undefined || rotation === undefined) {
      this.#strangers++
      return
    }
    // A sample without a variant shows the first rotation.
    const keyed = sample.variant === undefined ? { ...sample, variant: rotationVariant(0) } : sample
    const outcome =
      sample.error === undefined
        ? this.#outcomes.keep(outcomeOf(item, rotatedLabels(this.#optionsOf(place, item), rotation), sample))
        : undefined
    this.#ledger.record(place, keyed, outcome)
  }

  /** Shuffled anew only when another item comes: the rotations of one follow each other. */
  #optionsOf(place: number, item: McqItem): readonly string[] {
    if (this.#shown?.place !== place) this.#shown = { place, options: shuffledOptions(item) }
    return this.#shown.options
  }

  finish(settings: FinishSettings): KindScores {
    const rows = this.#ledger.measured()
    const letters = [...new Set(rows.map(({ outcome }) => outcome.gold))].sort()
    const { scores, items } = scoreChoices({
      items: this.#items,
      rows,
      measures: [accuracy, ...commonChoiceMeasures, ...letters.map(chosenLetter)],
      overItems: [consistent],
      scorer: MCQ_SCORER,
      label: 'mcq',
      settings,
      describe: answersOf,
    })
    return {
      kind: 'mcq',
      scores: scores.map((score) => this.#withChance(score, rows)),
      items,
      total: this.items,
      measured: new Set(rows.map(({ item }) => item)).size,
      gaps: this.#ledger.gaps(settings.trials),
      details: {
        methods: methodCounts(rows),
        readings: readingCounts(rows),
        positions: positionsOf(rows),
        ...(this.#strangers === 0 ? {} : { otherVariants: this.#strangers }),
      },
    }
  }

  #withChance(score: Score, rows: readonly LedgerRow<ChoiceOutcome>[]): Score {
    if (score.kind === 'unscored') return score
    if (score.metric === 'chosen') {
      const answers = rows.filter(({ outcome }) => outcome.label !== undefined)
      const here = answers.filter(({ outcome }) => outcome.gold === score.group).length
      return { ...score, chance: here / answers.length }
    }
    const guessable = ['accuracy', 'accuracy-lenient', 'accuracy-written', 'answer-probability']
    return guessable.includes(score.metric) ? { ...score, chance: this.#chance(rows) } : score
  }

  /** Mean over items of one in the number of options. */
  #chance(rows: readonly LedgerRow<ChoiceOutcome>[]): number {
    let sum = 0
    let count = 0
    let last = -1
    for (const { item } of rows) {
      if (item === last) continue
      last = item
      count++
      sum += 1 / ((this.#items[item]?.distractors.length ?? 0) + 1)
    }
    return sum / count
  }
}

/** The rotation that a variant shows of an item; undefined where the item has no such rotation. */
function rotationOf(variant: string | undefined, item: McqItem | undefined): number | undefined {
  const rotation = variant === undefined ? 0 : rotationOfVariant(variant)
  if (rotation === undefined || item === undefined) return undefined
  return rotation <= item.distractors.length ? rotation : undefined
}

function outcomeOf(
  item: McqItem,
  labels: Readonly<Record<string, string>>,
  sample: StoredSample,
): ChoiceOutcome {
  const letters = Object.keys(labels)
  const gold = letters.find((letter) => labels[letter] === item.answer) ?? ''
  const answer = choiceAnswer(sample, {
    labels: letters,
    anyCase: false,
    readText: (text, wasCut) => readLetter(text, { labels, wasCut }),
  })
  const outcome = choiceOutcome(answer, gold)
  const option = outcome.label === undefined ? undefined : labels[outcome.label]
  if (option === undefined) return outcome
  return { ...outcome, option: option === item.answer ? 0 : 1 + item.distractors.indexOf(option) }
}

/** Whether every answer of an item that was asked in several rotations names the same option. */
const consistent: ItemMeasure = {
  metric: 'consistent',
  unit: 'share of items asked in several rotations',
  of: (rows) => {
    if (rows.every(({ variant }) => variant === rows[0]?.variant)) return undefined
    const [first] = rows
    return rows.every(
      ({ outcome }) => outcome.option !== undefined && outcome.option === first?.outcome.option,
    )
      ? 1
      : 0
  },
}

const accuracy: ChoiceMeasure = shareMeasure('accuracy', ({ right }) => right)

function chosenLetter(letter: string): ChoiceMeasure {
  return shareMeasure('chosen', ({ label }) => (label === undefined ? undefined : label === letter ? 1 : 0), {
    group: letter,
    unit: 'share of answers that chose a letter',
    whenNothing: 'no answer chose a letter',
  })
}

interface Positions {
  readonly letters: readonly { readonly letter: string; readonly answers: number; readonly chosen: number }[]
  /**
   * Half the sum over letters of |share chosen − share of right answers|: 0 where letters are chosen as often as they
   * are right, up to 1. Above 0 by chance alone where samples are few. Absent where nothing was chosen.
   */
  readonly bias?: number
}

function positionsOf(rows: readonly LedgerRow<ChoiceOutcome>[]): Positions {
  const counts = new Map<string, { answers: number; chosen: number }>()
  const at = (letter: string): { answers: number; chosen: number } => {
    const known = counts.get(letter) ?? { answers: 0, chosen: 0 }
    counts.set(letter, known)
    return known
  }
  let total = 0
  for (const { outcome } of rows) {
    if (outcome.label === undefined) continue
    total++
    at(outcome.gold).answers++
    at(outcome.label).chosen++
  }
  const letters = [...counts]
    .map(([letter, count]) => ({ letter, ...count }))
    .sort((left, right) => (left.letter < right.letter ? -1 : 1))
  const distance = letters.reduce((sum, { answers, chosen }) => sum + Math.abs(chosen - answers), 0)
  return { letters, ...(total === 0 ? {} : { bias: distance / (2 * total) }) }
}
