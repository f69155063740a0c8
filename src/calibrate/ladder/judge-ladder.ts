import type { CalibrationCheck } from '../calibration.js'
import type { LadderBound, LadderExpectation, LadderMeasure } from '../reference/ladder-expectation.js'
import type { ReferenceCard } from '../reference/reference-card.js'
import type { LadderFigure } from './ladder-figures.js'

/** Figures by `ladderKey`; what could not be measured is absent. */
export type LadderFigures = ReadonlyMap<string, LadderFigure>

/** Equal for equal measures. */
export function ladderKey({ subject, figure, parent, where }: LadderMeasure): string {
  return [subject, figure, parent ?? '', where ?? ''].join(' ')
}

/**
 * Holds an expectation of the ladder set against what was measured: one that showed when the card was closed must show, one
 * that did not must still not; a card that was not closed cannot pass. The ladder's cases are others than those that the
 * card's figure was seen on, so a figure near its bound may fall to the other side: what is asked then is that it lies
 * within four standard errors, of a share of one half, of the one that was seen.
 */
export function judgeLadder(
  { name, observed }: Pick<ReferenceCard, 'name' | 'observed'>,
  expectation: LadderExpectation,
  figures: LadderFigures,
): CalibrationCheck {
  const { id, statement, measure, bound, held } = expectation
  const own = figures.get(ladderKey(measure))
  const other = bound.kind === 'above' ? figures.get(ladderKey(bound.than)) : undefined
  const common = {
    id: `${name}/${id}`,
    says: statement,
    expected: `${held === false ? 'not ' : ''}${boundText(bound, other)}`,
    measured: `${measure.figure} = ${own === undefined ? 'unmeasured' : `${shown(own.value)}, n = ${own.n}`}`,
  }
  if (own === undefined || (bound.kind === 'above' && other === undefined)) {
    return { ...common, verdict: 'missing' }
  }
  if (held === undefined) {
    return { ...common, verdict: 'failed', note: 'The card does not say whether this held after training.' }
  }
  const shows = isMet(bound, own.value, other?.value)
  if (shows === held) {
    return { ...common, verdict: 'passed', ...(held ? {} : { note: 'Does not show at this size.' }) }
  }
  const seen = observed.get(id)?.value
  if (typeof seen === 'number' && typeof own.value === 'number') {
    if (Math.abs(seen - own.value) <= 4 * Math.sqrt(0.25 / own.n)) {
      const note = `The card saw ${shown(seen)} on other cases; by these alone it is not decided.`
      return { ...common, verdict: 'passed', note }
    }
  }
  const note = held
    ? 'It held after training, and does not show here.'
    : 'It did not show after training, and shows here.'
  return { ...common, verdict: 'failed', note }
}

function isMet(bound: LadderBound, value: number | string, other: number | string | undefined): boolean {
  if (bound.kind === 'equals') return value === bound.word
  if (typeof value === 'string') return false
  switch (bound.kind) {
    case 'atLeast':
      return value >= bound.value
    case 'atMost':
      return value <= bound.value
    case 'above':
      return typeof other === 'number' && value >= other + bound.by
    default:
      return bound satisfies never
  }
}

function boundText(bound: LadderBound, other: LadderFigure | undefined): string {
  switch (bound.kind) {
    case 'equals':
      return bound.word
    case 'atLeast':
      return `≥ ${shown(bound.value)}`
    case 'atMost':
      return `≤ ${shown(bound.value)}`
    case 'above':
      return `≥ ${bound.than.figure} of ${bound.than.subject} (${other === undefined ? 'unmeasured' : shown(other.value)}) + ${shown(bound.by)}`
    default:
      return bound satisfies never
  }
}

function shown(value: number | string): string {
  if (typeof value === 'string') return value
  return value !== 0 && Math.abs(value) < 0.001 ? value.toExponential(1) : value.toFixed(3)
}
