import type { CalibrationCheck } from '../calibration.js'
import { boundText, figure, measureKey, measureText } from './measure-text.js'
import type { CardBound, CardExpectation, ReferenceCard } from './reference-card.js'

/** What was measured of one figure. */
export interface Figure {
  readonly value: number
  readonly n: number
}

/** Figures by `measureKey`; what could not be measured is absent. */
export type Figures = ReadonlyMap<string, Figure>

/**
 * Most by which a figure may differ from the one in the card over the same items: other processors round otherwise, so
 * that a near tie may fall to the other side in a few queries of a hundred.
 */
const OBSERVED_TOLERANCE = 0.05

/**
 * Holds the expectations of a card against what was measured. One that showed when the card was closed must show, one that
 * did not must still not; a card that was not closed cannot pass. Where the card tells the figure that was seen, the
 * figure must be that one, whatever side of the bound it falls on; over a draw of its items that alone decides.
 */
export function judgeExpectations(card: ReferenceCard, figures: Figures): readonly CalibrationCheck[] {
  return card.expectations.map((expectation) => judge(card, expectation, figures))
}

function judge(card: ReferenceCard, expectation: CardExpectation, figures: Figures): CalibrationCheck {
  const { id, statement, measure, bound, held } = expectation
  const own = figures.get(measureKey(measure))
  const other = 'than' in bound ? figures.get(measureKey(bound.than)) : undefined
  const common = {
    id: `${card.name}/${id}`,
    says: statement,
    expected: `${held === false ? 'not ' : ''}${boundText(bound, card.name, other?.value)}`,
    measured: `${measureText(measure, card.name)} = ${own === undefined ? 'unmeasured' : `${figure(own.value)}, n = ${own.n}`}`,
  }
  if (own === undefined || ('than' in bound && other === undefined)) {
    return { ...common, verdict: 'missing' }
  }
  if (held === undefined) {
    return { ...common, verdict: 'failed', note: 'The card does not say whether this held after training.' }
  }
  const shows = isMet(bound, own.value, other?.value)
  const seen = card.observed.get(id)
  // On a draw a figure near its bound may fall to either side; whether it is the one of the card is all that can be asked.
  const isDrawn = seen?.n !== undefined && own.n < seen.n
  if (shows !== held && !isDrawn) {
    const note = held
      ? 'It held after training, and does not show here.'
      : 'It did not show after training, and shows here.'
    return { ...common, verdict: 'failed', note }
  }
  if (typeof seen?.value === 'number' && Math.abs(seen.value - own.value) > toleranceOf(own, seen)) {
    const note = `The card saw ${figure(seen.value)} over ${seen.n ?? 'as many'} items.`
    return { ...common, verdict: 'failed', note }
  }
  if (shows !== held) return { ...common, verdict: 'passed', note: 'By these items alone it is not decided.' }
  return { ...common, verdict: 'passed', ...(held ? {} : { note: 'Does not show at this size.' }) }
}

/**
 * Over the same items hardly anything may differ. Over some of them a share may by four standard errors more, those of a
 * draw without replacement, and at most those of a share of one half.
 */
function toleranceOf({ n }: Figure, seen: { readonly n?: number }): number {
  if (seen.n === undefined || seen.n === n) return OBSERVED_TOLERANCE
  if (seen.n < n) return Number.POSITIVE_INFINITY
  return OBSERVED_TOLERANCE + 4 * Math.sqrt((0.25 / n) * (1 - n / seen.n))
}

function isMet(bound: CardBound, value: number, other = Number.NaN): boolean {
  switch (bound.kind) {
    case 'atLeast':
      return value >= bound.value
    case 'atMost':
      return value <= bound.value
    case 'above':
      return value >= other + bound.by
    case 'below':
      return value <= other - bound.by
    default:
      return bound satisfies never
  }
}
