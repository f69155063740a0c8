import type { Score } from '../../../src/score/score.js'

/** Units whose values are written in percent. Probabilities are not: small ones would be 0.0. */
const PROPORTION = /^(mean )?(share|precision|reciprocal rank|F1|of )|^the same,/

/** Whether a score lies in [0, 1] and is written in percent. */
export function isProportion({ unit }: Pick<Score, 'unit'>): boolean {
  return PROPORTION.test(unit)
}

/** A proportion in percent, without the sign: `45.7`; below 0 with a true minus. */
export function percent(value: number): string {
  return (100 * value).toFixed(1).replace(/^-/, '\u2212')
}

/** `45.7` for a proportion, three significant digits for anything else. */
export function valueText(value: number, score: Pick<Score, 'unit'>): string {
  if (isProportion(score)) return percent(value)
  return Math.abs(value) >= 1000 ? countText(Math.round(value)) : `${Number(value.toPrecision(3))}`
}

/** Thousands parted by thin spaces, the same in every locale. */
export function countText(value: number): string {
  return `${value}`.replace(/\B(?=(\d{3})+$)/g, '\u2009')
}

/** `recall@5`, `easy`; the tier and group of a score where they are not all. */
export function measureText({ metric, k, tier, group }: Score): string {
  const name = k === undefined ? metric : `${metric}@${k}`
  const of = [tier === 'all' ? undefined : tier, group].filter((part) => part !== undefined)
  return of.length === 0 ? name : `${name}, ${of.join(', ')}`
}

/** `p = 0.006`, `p < 0.001`. */
export function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`
}

/** `2026-11-30 12:10 UTC`; the text itself where it is no date. */
export function timeText(iso: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso)
  return match === null ? iso : `${match[1]} ${match[2]} UTC`
}
