import { countText } from '../../src/text/number-text.js'
import type { Figure } from './exhibit.js'

/** A text as a cell of a Markdown table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/** A proportion as percent with one digit; what is not all and not nothing is never printed as such. */
export function percentText(value: number): string {
  const text = (100 * value).toFixed(1)
  if (text === '100.0' && value < 1) return '> 99.9'
  if (text === '0.0' && value > 0) return '< 0.1'
  return text
}

export function valueText({ value, unit }: Figure): string {
  if (value === null) return 'none'
  switch (unit) {
    case 'share':
      return `${percentText(value)} %`
    case 'count':
      return countText(value)
    case 'microseconds':
      return `${value.toFixed(1)} µs`
    case 'probability':
      return value.toPrecision(2)
    default:
      return unit satisfies never
  }
}

const MARKS = { clusters: '', 'these-items': '\\*', independent: '†' } as const

export function intervalText({ interval, over, unit }: Figure): string {
  if (interval === undefined) return ''
  const [low, high] = interval.map(unit === 'probability' ? (bound) => bound.toPrecision(2) : percentText)
  return `[${low}, ${high}]${over === undefined ? '' : MARKS[over]}`
}
