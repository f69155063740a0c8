import type { QaItem } from '../../benchmark/item.js'
import { QA_LABELS } from '../../run/choice-labels.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { choiceAnswer } from '../choice/choice-answer.js'
import { type ChoiceFloor, nullScores, qaFloors } from '../choice/choice-floors.js'
import { type ChoiceMeasure, commonChoiceMeasures, shareMeasure } from '../choice/choice-measures.js'
import { type ChoiceOutcome, choiceOutcome, OutcomeShelf } from '../choice/choice-outcome.js'
import { answersOf, methodCounts, readingCounts } from '../choice/outcome-counts.js'
import {
  compareControls,
  distinctQuestions,
  type ProbeReading,
  rowsByShowing,
  type ShowingRows,
  unshownCounts,
  unshownIds,
} from '../choice/probe-groups.js'
import { scoreChoices } from '../choice/score-choices.js'
import { readYesNo } from '../choice/yes-no-reading.js'
import { allItems, type FinishSettings, type KindScorer, type KindScores } from '../run/kind-scorer.js'
import { type LedgerRow, SampleLedger } from '../run/sample-ledger.js'
import type { Score } from '../score.js'

const QA_SCORER = { name: 'qa', version: 2 } as const

/**
 * Scores QA items, each variant apart. `balanced-accuracy`, which decides, is the mean of the accuracy on items whose
 * answer is yes and of that on items whose answer is no: always saying yes scores ½ however the items are divided. An
 * answer that abstains or cannot be read is not right. `class-recall` is either of the two. `yes-rate` is how often yes
 * was said of the answers that chose, with the share of yes among their right answers as chance; `majority-share` how
 * often whichever was said more. The floor is the strongest null model of text alone.
 *
 * Of a probe, each control is scored apart, as a group, and what is examined is held against it item by item.
 */
export class QaScorer implements KindScorer {
  readonly kind = 'qa'
  readonly #items: readonly QaItem[]
  readonly #probe: ProbeReading | undefined
  readonly #ledger: SampleLedger<ChoiceOutcome>
  readonly #outcomes = new OutcomeShelf()
  /** Samples of a probe whose variant is none of its showings. */
  #strangers = 0

  constructor(items: readonly QaItem[], probe?: ProbeReading) {
    this.#items = items
    this.#probe = probe
    const unshown = unshownIds(probe)
    this.#ledger = new SampleLedger(
      items.map(({ id }) => id),
      {
        planned: probe?.showings ?? [],
        isPlanned: (place, variant) => unshown.get(variant ?? '')?.has(items[place]?.id ?? '') !== true,
      },
    )
  }

  get items(): number {
    return this.#items.length
  }

  take(place: number, sample: StoredSample): void {
    const item = this.#items[place]
    if (item === undefined) return
    if (this.#probe !== undefined && !this.#probe.showings.some((showing) => showing === sample.variant)) {
      this.#strangers++
      return
    }
    const outcome = sample.error === undefined ? this.#outcomes.keep(outcomeOf(item, sample)) : undefined
    this.#ledger.record(place, sample, outcome)
  }

  finish(settings: FinishSettings): KindScores {
    const all = this.#ledger.measured()
    const groups = rowsByShowing(all, { probe: this.#probe, groupOf: (variant) => variant })
    // What is examined is scored, and said to be unscored, even where none of it was measured.
    const [first] = groups
    const scored = (
      first?.group === undefined || this.#probe === undefined ? groups : [NOTHING, ...groups]
    ).map((group) => ({ group, ...this.#score(group, settings) }))
    const main = first?.group === undefined ? (first?.rows ?? []) : this.#probe === undefined ? all : []
    const ids = new Set(this.#items.map(({ id }) => id))
    const [examined] = scored
    return {
      kind: 'qa',
      scores: [
        ...scored.flatMap(({ scores, group }) => scores.map((score) => withChance(score, group.rows))),
        ...this.#leftOut(),
      ],
      items: allItems(scored),
      total: this.items,
      measured: new Set(main.map(({ item }) => item)).size,
      gaps: this.#ledger.gaps(settings.trials),
      details: {
        methods: methodCounts(all),
        readings: readingCounts(main),
        distinctQuestions: distinctQuestions(this.#items, main),
        nulls: nullScores(examined?.nulls ?? [], examined?.floors ?? [], 0.5),
        ...(this.#probe === undefined
          ? {}
          : {
              controls: compareControls({ items: this.#items, groups, seed: settings.seed }),
              unshown: unshownCounts(this.#probe, ids),
            }),
        ...(this.#strangers === 0 ? {} : { otherVariants: this.#strangers }),
      },
    }
  }

  #score(
    { group, rows }: ShowingRows,
    settings: FinishSettings,
  ): ReturnType<typeof scoreChoices> & { readonly floors: readonly ChoiceFloor[] } {
    const isExamined = group === undefined
    let floors: readonly ChoiceFloor[] = []
    const scored = scoreChoices({
      items: this.#items,
      rows,
      measures: [
        balancedAccuracy,
        accuracy,
        ...QA_LABELS.map(classRecall),
        ...commonChoiceMeasures,
        yesRate,
        majorityShare(rows),
      ],
      ...(isExamined
        ? {
            floors: (members) => {
              floors = qaFloors(members, settings.seed)
              return floors
            },
          }
        : {}),
      scorer: QA_SCORER,
      label: `qa ${group ?? ''}`,
      ...(isExamined ? {} : { variant: group }),
      settings,
      describe: answersOf,
    })
    return { ...scored, floors }
  }

  /** Controls that no item could be asked by. */
  #leftOut(): readonly Score[] {
    return Object.entries(this.#probe?.leftOut ?? {}).map(([group, reason]) => ({
      kind: 'unscored',
      metric: balancedAccuracy.metric,
      group,
      unit: balancedAccuracy.unit,
      better: 'higher',
      scorer: QA_SCORER,
      reason,
      n: 0,
    }))
  }
}

const NOTHING: ShowingRows = { group: undefined, rows: [] }

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

function classRecall(gold: 'yes' | 'no'): ChoiceMeasure {
  return shareMeasure('class-recall', where(gold), {
    group: gold,
    unit: 'share of items whose answer it is',
    whenNothing: `no items whose answer is ${gold}`,
  })
}

function majorityShare(rows: readonly LedgerRow<ChoiceOutcome>[]): ChoiceMeasure {
  const yes = rows.filter(({ outcome }) => outcome.label === 'yes').length
  const no = rows.filter(({ outcome }) => outcome.label === 'no').length
  const usual = yes >= no ? 'yes' : 'no'
  return shareMeasure(
    'majority-share',
    ({ label }) => (label === undefined ? undefined : label === usual ? 1 : 0),
    { unit: 'share of answers that chose', better: 'lower', whenNothing: 'no answer chose' },
  )
}

const yesRate: ChoiceMeasure = shareMeasure(
  'yes-rate',
  ({ label }) => (label === undefined ? undefined : label === 'yes' ? 1 : 0),
  { unit: 'share of answers that chose', whenNothing: 'no answer chose' },
)

const GUESSABLE: ReadonlySet<string> = new Set([
  'balanced-accuracy',
  'accuracy',
  'class-recall',
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
