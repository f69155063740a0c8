import type { Meter } from './meter.js'

const SURROGATE = /[\ud800-\udfff]/
const HIGH = /[\ud800-\uffff]/

/** Characters as Python counts them: one outside the BMP is one, not two. */
export function textLength(text: string, meter: Meter): number {
  meter.work(text.length / 64)
  return isPlain(text) ? text.length : pointsOf(text, meter).length
}

/** Whether positions are those of JavaScript. */
function isPlain(text: string): boolean {
  return !SURROGATE.test(text)
}

function pointsOf(text: string, meter: Meter): readonly string[] {
  meter.takeItems(text.length)
  return Array.from(text)
}

/** Undefined past either end; the index is not negative. */
export function characterAt(text: string, index: number, meter: Meter): string | undefined {
  meter.work(text.length / 64)
  return isPlain(text) ? text[index] : pointsOf(text, meter)[index]
}

export function characters(text: string, meter: Meter): readonly string[] {
  return pointsOf(text, meter)
}

/** From `start` to `end`, both within the text. */
export function textPart(text: string, start: number, end: number, meter: Meter): string {
  if (isPlain(text)) return text.slice(start, end)
  return pointsOf(text, meter).slice(start, end).join('')
}

/** Whether the part occurs in the text. Where both are long, looking for it may take their product. */
export function containsText(text: string, part: string, meter: Meter): boolean {
  if (part.length > text.length) return false
  meter.work(
    (text.length / 64) * Math.min(part.length, 64) + (text.length * Math.max(0, part.length - 64)) / 64,
  )
  return text.includes(part)
}

/** By code points, as Python orders texts; JavaScript orders code units. */
export function compareTexts(a: string, b: string, meter: Meter): number {
  if (a === b) {
    meter.work(a.length / 64)
    return 0
  }
  const length = Math.min(a.length, b.length)
  meter.work(length / 64)
  if (!HIGH.test(a) || !HIGH.test(b)) return a < b ? -1 : 1
  let at = 0
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === length) return a.length - b.length
  return ordered(a.charCodeAt(at)) - ordered(b.charCodeAt(at))
}

/** Halves of pairs stand for characters above all others. */
function ordered(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
