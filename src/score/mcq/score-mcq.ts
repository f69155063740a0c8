import type { McqItem } from '../../benchmark/item.js'
import { isShowing, probeVariant, showingOfVariant } from '../../probe/showing.js'
import { MAX_OPTIONS, rotatedLabels, rotationVariant, shuffledOptions } from '../../run/choice-labels.js'
import type { Rotations } from '../../run/plan.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { choiceAnswer } from '../choice/choice-answer.js'
import { type ChoiceFloor, mcqFloors, nullScores } from '../choice/choice-floors.js'
import { type ChoiceMeasure, commonChoiceMeasures, shareMeasure } from '../choice/choice-measures.js'
import { type ChoiceOutcome, choiceOutcome, OutcomeShelf } from '../choice/choice-outcome.js'
import { readLetter } from '../choice/letter-reading.js'
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
import { type ItemMeasure, scoreChoices } from '../choice/score-choices.js'
import { allItems, type FinishSettings, type KindScorer, type KindScores } from '../run/kind-scorer.js'
import { type LedgerRow, SampleLedger } from '../run/sample-ledger.js'
import type { Score } from '../score.js'
import { letterBias } from './letter-bias.js'
import { readMcqVariant, wholeRotationSets } from './rotation-sets.js'

const MCQ_SCORER = { name: 'mcq', version: 3 } as const

/** How the items of a run were asked; absent members where that is not known. */
export interface McqReading {
  readonly probe?: ProbeReading | undefined
  readonly rotations?: Rotations | undefined
}

/**
 * Scores MCQ items. `accuracy` is the mean over items of the share of their rotations and trials that are right; an
 * answer that abstains or cannot be read is not right. Chance is one in the number of options, the floor the strongest
 * null model of text alone. Beside it: the same by the lenient rules, and of the text where probabilities decide; the
 * probability of the answer among its labels; `consistent`, the share of items whose answers name one option in every
 * rotation; `accuracy-at`, by the letter of the right answer; and `chosen`, for each letter, how often it was chosen of
 * the answers that chose one, with the share of right answers at that letter as chance: where it leaves the interval, the
 * subject prefers the place, not the option.
 *
 * Of a probe, each control is scored apart, as a group, and what is examined is held against it item by item.
 *
 * An item of which a rotation was not answered is unmeasured in that showing and trial.
 */
export class McqScorer implements KindScorer {
  readonly kind = 'mcq'
  readonly #items: readonly McqItem[]
  readonly #probe: ProbeReading | undefined
  readonly #rotations: Rotations | undefined
  readonly #ledger: SampleLedger<ChoiceOutcome>
  readonly #outcomes = new OutcomeShelf()
  #shown: { readonly place: number; readonly options: readonly string[] } | undefined
  /** Variants that were read: a few dozen at most. */
  readonly #variants = new Map<string | undefined, Asked>()
  /** Samples whose variant is no rotation of their item, or no showing of the probe. */
  #strangers = 0

  constructor(items: readonly McqItem[], { probe, rotations }: McqReading = {}) {
    this.#items = items
    this.#probe = probe
    this.#rotations = rotations
    const unshown = unshownIds(probe)
    this.#ledger = new SampleLedger(
      items.map(({ id }) => id),
      {
        planned: plannedVariants(items, { probe, rotations }),
        isPlanned: (place, variant) => {
          const item = items[place]
          const read = this.#askedOf(variant, item)
          return read !== undefined && unshown.get(read.showing ?? '')?.has(item?.id ?? '') !== true
        },
      },
    )
  }

  get items(): number {
    return this.#items.length
  }

  take(place: number, sample: StoredSample): void {
    const item = this.#items[place]
    const asked = this.#askedOf(sample.variant, item)
    if (item === undefined || asked === undefined) {
      this.#strangers++
      return
    }
    const { variant } = asked
    const keyed = sample.variant === variant ? sample : { ...sample, variant }
    const outcome =
      sample.error === undefined
        ? this.#outcomes.keep(
            outcomeOf(item, rotatedLabels(this.#optionsOf(place, item), asked.rotation), sample),
          )
        : undefined
    this.#ledger.record(place, keyed, outcome)
  }

  /** The rotation that a variant shows of an item, and how a probe shows its tool; undefined where the run asks no such one. */
  #askedOf(variant: string | undefined, item: McqItem | undefined): Asked | undefined {
    const read = this.#variants.get(variant) ?? askedBy(variant, this.#probe)
    if (item === undefined || read === undefined) return undefined
    this.#variants.set(variant, read)
    return read.rotation > item.distractors.length ? undefined : read
  }

  /** Shuffled anew only when another item comes: the rotations of one follow each other. */
  #optionsOf(place: number, item: McqItem): readonly string[] {
    if (this.#shown?.place !== place) this.#shown = { place, options: shuffledOptions(item) }
    return this.#shown.options
  }

  finish(settings: FinishSettings): KindScores {
    const groupOf = (variant: string): string | undefined => showingOfVariant(variant)?.showing
    const { rows: all, incomplete } = wholeRotationSets(this.#ledger.measured(), {
      items: this.#items,
      rotations: this.#rotations,
    })
    const groups = rowsByShowing(all, { probe: this.#probe, groupOf })
    const main = groups.find(({ group }) => group === undefined)?.rows ?? []
    const controls = groups.filter(({ group }) => group !== undefined)
    const { seed } = settings
    let floors: readonly ChoiceFloor[] = []
    const examined = scoreChoices({
      items: this.#items,
      rows: main,
      measures: [
        accuracy,
        ...commonChoiceMeasures,
        ...lettersOf(main).flatMap((letter) => [accuracyAt(letter), chosenLetter(letter)]),
      ],
      overItems: [consistent],
      floors: (members) => {
        floors = mcqFloors(members, seed)
        return floors
      },
      scorer: MCQ_SCORER,
      label: 'mcq',
      settings,
      describe: answersOf,
    })
    const others = controls.map((control) => this.#scoreControl(control, settings))
    const chance = main.length === 0 ? 0 : this.#chance(main)
    const ids = new Set(this.#items.map(({ id }) => id))
    return {
      kind: 'mcq',
      scores: [
        ...examined.scores.map((score) => this.#withChance(score, main)),
        ...others.flatMap(({ scores }) => scores),
        ...this.#leftOut(),
      ],
      items: allItems([examined, ...others]),
      total: this.items,
      measured: new Set(main.map(({ item }) => item)).size,
      gaps: this.#ledger.gaps(settings.trials),
      details: {
        methods: methodCounts(all),
        readings: readingCounts(main),
        positions: letterBias(this.#items, main, seed),
        distinctQuestions: distinctQuestions(this.#items, main),
        nulls: nullScores(examined.nulls, floors, chance),
        ...(this.#probe === undefined
          ? {}
          : {
              controls: compareControls({ items: this.#items, groups, seed }),
              unshown: unshownCounts(this.#probe, ids),
            }),
        ...(incomplete.items === 0 ? {} : { incomplete }),
        ...(this.#strangers === 0 ? {} : { otherVariants: this.#strangers }),
      },
    }
  }

  #scoreControl(
    { group = '', rows }: ShowingRows,
    settings: FinishSettings,
  ): ReturnType<typeof scoreChoices> {
    const scored = scoreChoices({
      items: this.#items,
      rows,
      measures: [accuracy, ...commonChoiceMeasures],
      scorer: MCQ_SCORER,
      label: `mcq ${group}`,
      variant: group,
      settings,
      describe: answersOf,
    })
    return { ...scored, scores: scored.scores.map((score) => this.#withChance(score, rows)) }
  }

  /** Controls that no item could be asked by. */
  #leftOut(): readonly Score[] {
    return Object.entries(this.#probe?.leftOut ?? {}).map(([group, reason]) => ({
      kind: 'unscored',
      metric: 'accuracy',
      group,
      unit: accuracy.unit,
      better: 'higher',
      scorer: MCQ_SCORER,
      reason,
      n: 0,
    }))
  }

  #withChance(score: Score, rows: readonly LedgerRow<ChoiceOutcome>[]): Score {
    if (score.kind === 'unscored') return score
    if (score.metric === 'chosen') {
      const answers = rows.filter(({ outcome }) => outcome.label !== undefined)
      const here = answers.filter(({ outcome }) => outcome.gold === score.group).length
      return { ...score, chance: here / answers.length }
    }
    const guessable = [
      'accuracy',
      'accuracy-at',
      'accuracy-lenient',
      'accuracy-written',
      'answer-probability',
    ]
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

interface Asked {
  readonly rotation: number
  readonly showing?: string
  /** As the run names it: a sample without a variant shows the first rotation. */
  readonly variant: string
}

function askedBy(variant: string | undefined, probe: ProbeReading | undefined): Asked | undefined {
  const read = readMcqVariant(variant)
  if (read === undefined) return undefined
  const { showing, rotation } = read
  if (probe !== undefined && !probe.showings.some((shown) => shown === showing)) return undefined
  if (showing === undefined || !isShowing(showing)) return { rotation, variant: rotationVariant(rotation) }
  return { rotation, showing, variant: probeVariant(showing, rotationVariant(rotation)) }
}

/** None where the run does not say how often it asks an item. */
function plannedVariants(items: readonly McqItem[], { probe, rotations }: McqReading): readonly string[] {
  if (rotations === undefined) return []
  const options = items.reduce((most, { distractors }) => Math.max(most, distractors.length + 1), 0)
  const count = rotations === 'one' ? 1 : Math.min(options, MAX_OPTIONS)
  const variants = Array.from({ length: count }, (_, rotation) => rotationVariant(rotation))
  if (probe === undefined) return variants
  return probe.showings.flatMap((showing) => variants.map((variant) => probeVariant(showing, variant)))
}

function lettersOf(rows: readonly LedgerRow<ChoiceOutcome>[]): readonly string[] {
  return [...new Set(rows.map(({ outcome }) => outcome.gold))].sort()
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

function accuracyAt(letter: string): ChoiceMeasure {
  return shareMeasure('accuracy-at', ({ gold, right }) => (gold === letter ? right : undefined), {
    group: letter,
    unit: 'share of the samples whose right answer stands there',
  })
}

function chosenLetter(letter: string): ChoiceMeasure {
  return shareMeasure('chosen', ({ label }) => (label === undefined ? undefined : label === letter ? 1 : 0), {
    group: letter,
    unit: 'share of answers that chose a letter',
    whenNothing: 'no answer chose a letter',
  })
}
