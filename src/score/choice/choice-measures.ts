import type { ScorerIdentity } from '../score.js'
import type { Measure } from '../sum-score.js'
import type { ChoiceOutcome } from './choice-outcome.js'

/** What one outcome adds to a ratio; undefined: it does not count there. */
export type ChoicePart = number | undefined

export interface ChoiceMeasure {
  readonly metric: string
  readonly group?: string
  readonly unit: string
  readonly better?: 'higher' | 'lower'
  readonly whenNothing?: string
  readonly terms: readonly {
    readonly weight: number
    readonly part: (outcome: ChoiceOutcome) => ChoicePart
  }[]
  /** Whether every part is 0 or 1 for a single sample. */
  readonly isShare: boolean
}

const OF_ITEMS = 'share of items'

/** A mean over what counts. */
export function shareMeasure(
  metric: string,
  part: (outcome: ChoiceOutcome) => ChoicePart,
  about: Partial<Omit<ChoiceMeasure, 'metric' | 'terms'>> = {},
): ChoiceMeasure {
  return { metric, unit: OF_ITEMS, isShare: true, ...about, terms: [{ weight: 1, part }] }
}

/** What questions with labels are all scored by. */
export const commonChoiceMeasures: readonly ChoiceMeasure[] = [
  shareMeasure(
    'accuracy-lenient',
    ({ lenientRight, method }) => (method === 'logprobs' ? undefined : lenientRight),
    { whenNothing: 'no answer was written freely' },
  ),
  shareMeasure('accuracy-written', ({ writtenRight }) => writtenRight, {
    whenNothing: 'no answer was both weighed and written',
  }),
  shareMeasure('answer-probability', ({ goldShare }) => goldShare, {
    unit: 'probability of the right label among the labels',
    isShare: false,
    whenNothing: 'no answer has probabilities',
  }),
  shareMeasure('label-mass', ({ labelMass }) => labelMass, {
    unit: 'probability of all labels together',
    isShare: false,
    whenNothing: 'no answer has probabilities',
  }),
  shareMeasure('abstained', ({ kind }) => (kind === 'abstained' ? 1 : 0), { better: 'lower' }),
  shareMeasure('unreadable', ({ kind }) => (kind === 'unreadable' ? 1 : 0), { better: 'lower' }),
]

/** Measures over samples, one row an outcome. Those that nothing counts for are left out, unless they are the first. */
export function measuresOf(
  outcomes: readonly ChoiceOutcome[],
  definitions: readonly ChoiceMeasure[],
  scorer: ScorerIdentity,
): readonly Measure[] {
  return definitions.flatMap(
    ({ metric, group, unit, better = 'higher', whenNothing = 'no items', terms, isShare }, index) => {
      const ratios = terms.map(({ weight, part }) => ({ weight, ...columnsOf(outcomes, part) }))
      const isEmpty = ratios.some(({ bottom }) => !bottom.includes(1))
      if (isEmpty && index > 0) return []
      return {
        about: { metric, ...(group === undefined ? {} : { group }), unit, better, scorer },
        isShare: isShare && ratios.every(({ isPlain }) => isPlain),
        subject: { terms: ratios, offset: 0 },
        nulls: [],
        ...(better === 'higher' && group === undefined ? { ceiling: 1 } : {}),
        whenNothing,
      }
    },
  )
}

/** A byte a row where every value is 0 or 1. */
function columnsOf(
  outcomes: readonly ChoiceOutcome[],
  part: (outcome: ChoiceOutcome) => ChoicePart,
): { readonly top: Uint8Array | Float64Array; readonly bottom: Uint8Array; readonly isPlain: boolean } {
  const bottom = new Uint8Array(outcomes.length)
  let top: Uint8Array | Float64Array = new Uint8Array(outcomes.length)
  let isPlain = true
  for (const [row, outcome] of outcomes.entries()) {
    const value = part(outcome)
    if (value === undefined) continue
    if (isPlain && value !== 0 && value !== 1) {
      isPlain = false
      top = Float64Array.from(top)
    }
    top[row] = value
    bottom[row] = 1
  }
  return { top, bottom, isPlain }
}
