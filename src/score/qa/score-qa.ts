import type { QaItem } from '../../benchmark/item.js'
import { QA_LABELS } from '../../run/choice-labels.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { choiceAnswer } from '../choice/choice-answer.js'
import { type ChoiceMeasure, commonChoiceMeasures, shareMeasure } from '../choice/choice-measures.js'
import { type ChoiceOutcome, choiceOutcome, OutcomeShelf } from '../choice/choice-outcome.js'
import { answersOf, methodCounts, readingCounts } from '../choice/outcome-counts.js'
import { scoreChoices } from '../choice/score-choices.js'
import { readYesNo } from '../choice/yes-no-reading.js'
import { allItems, type FinishSettings, type KindScorer, type KindScores } from '../run/kind-scorer.js'
import { type LedgerRow, rowsByVariant, SampleLedger } from '../run/sample-ledger.js'
import type { Score } from '../score.js'

const QA_SCORER = { name: 'qa', version: 1 } as const

/**
 * Scores QA items, each variant apart. `balanced-accuracy`, which decides, is the mean of the accuracy on items whose
 * answer is yes and of that on items whose answer is no: always saying yes scores ½ however the items are divided. An
 * answer that abstains or cannot be read is not right. `yes-rate` is how often yes was said of the answers that chose,
 * with the share of yes among their right answers as chance.
 */
export class QaScorer implements KindScorer {
  readonly kind = 'qa'
  readonly #items: readonly QaItem[]
  readonly #ledger: SampleLedger<ChoiceOutcome>
  readonly #outcomes = new OutcomeShelf()

  constructor(items: readonly QaItem[]) {
    this.#items = items
    this.#ledger = new SampleLedger(items.map(({ id }) => id))
  }

  get items(): number {
    return this.#items.length
  }

  take(place: number, sample: StoredSample): void {
    const item = this.#items[place]
    if (item === undefined) return
    const outcome = sample.error === undefined ? this.#outcomes.keep(outcomeOf(item, sample)) : undefined
    this.#ledger.record(place, sample, outcome)
  }

  finish(settings: FinishSettings): KindScores {
    const rows = this.#ledger.measured()
    const groups = rowsByVariant(rows)
    const scored = groups.map((group) => ({ group, ...this.#score(group, settings) }))
    return {
      kind: 'qa',
      scores: scored.flatMap(({ scores, group }) => scores.map((score) => withChance(score, group.rows))),
      items: allItems(scored),
      total: this.items,
      measured: new Set(rows.map(({ item }) => item)).size,
      gaps: this.#ledger.gaps(settings.trials),
      details: { methods: methodCounts(rows), readings: readingCounts(rows) },
    }
  }

  #score({ variant, rows }: VariantRows, settings: FinishSettings): ReturnType<typeof scoreChoices> {
    return scoreChoices({
      items: this.#items,
      rows,
      measures: [balancedAccuracy, accuracy, ...commonChoiceMeasures, yesRate],
      scorer: QA_SCORER,
      label: `qa ${variant ?? ''}`,
      ...(variant === undefined ? {} : { variant }),
      settings,
      describe: answersOf,
    })
  }
}

type VariantRows = ReturnType<typeof rowsByVariant<ChoiceOutcome>>[number]

function outcomeOf(item: QaItem, sample: StoredSample): ChoiceOutcome {
  const answer = choiceAnswer(sample, { labels: QA_LABELS, anyCase: true, readText: readYesNo })
  return choiceOutcome(answer, item.answer)
}

const where =
  (gold: 'yes' | 'no') =>
  (outcome: ChoiceOutcome): number | undefined =>
    outcome.gold === gold ? outcome.right : undefined

const balancedAccuracy: ChoiceMeasure = {
  metric: 'balanced-accuracy',
  unit: 'mean of the accuracies on yes and on no',
  whenNothing: 'needs items whose answer is yes and items whose answer is no',
  terms: [
    { weight: 0.5, part: where('yes') },
    { weight: 0.5, part: where('no') },
  ],
  isShare: true,
}

const accuracy: ChoiceMeasure = shareMeasure('accuracy', ({ right }) => right)

const yesRate: ChoiceMeasure = shareMeasure(
  'yes-rate',
  ({ label }) => (label === undefined ? undefined : label === 'yes' ? 1 : 0),
  { unit: 'share of answers that chose', whenNothing: 'no answer chose' },
)

const GUESSABLE: ReadonlySet<string> = new Set([
  'balanced-accuracy',
  'accuracy',
  'accuracy-lenient',
  'accuracy-written',
  'answer-probability',
])

function withChance(score: Score, rows: readonly LedgerRow<ChoiceOutcome>[]): Score {
  if (score.kind === 'unscored') return score
  if (score.metric === 'yes-rate') {
    const chose = rows.filter(({ outcome }) => outcome.label !== undefined)
    return { ...score, chance: chose.filter(({ outcome }) => outcome.gold === 'yes').length / chose.length }
  }
  return GUESSABLE.has(score.metric) ? { ...score, chance: 0.5 } : score
}
