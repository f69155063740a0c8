import type { CardBound, CardMeasure } from './reference-card.js'

/** Equal for equal measures. */
export function measureKey({ subject, probe, items, metric, k, tier }: CardMeasure): string {
  return [subject, probe, items, metric, k ?? '', tier ?? ''].join(' ')
}

const NAMES: Readonly<Record<CardMeasure['metric'], string>> = {
  rc: 'Rc',
  rf: 'Rf',
  is: 'IS',
  accuracy: 'accuracy',
  'balanced-accuracy': 'balanced accuracy',
}

/** E.g. `Rc@5 of flat-s2 on verbose, easy`. */
export function measureText(measure: CardMeasure, own?: string): string {
  const { subject, items, metric, k, tier } = measure
  const depth = k === undefined ? '' : `@${k}`
  return `${NAMES[metric]}${depth}${subject === own ? '' : ` of ${subject}`} on ${items}${tier === undefined ? '' : `, ${tier}`}`
}

/** What a bound asks for, with the other figure where it is held against one. */
export function boundText(bound: CardBound, own: string, other: number | undefined): string {
  switch (bound.kind) {
    case 'atLeast':
      return `≥ ${figure(bound.value)}`
    case 'atMost':
      return `≤ ${figure(bound.value)}`
    case 'above':
      return `≥ ${measureText(bound.than, own)} (${shown(other)}) + ${figure(bound.by)}`
    case 'below':
      return `≤ ${measureText(bound.than, own)} (${shown(other)}) − ${figure(bound.by)}`
    default:
      return bound satisfies never
  }
}

/** Proportions and ratios with three decimals. */
export function figure(value: number): string {
  return value.toFixed(3)
}

function shown(value: number | undefined): string {
  return value === undefined ? 'unmeasured' : figure(value)
}
