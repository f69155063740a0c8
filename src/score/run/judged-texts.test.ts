import { describe, expect, it } from 'vitest'
import { JudgedTexts } from './judged-texts.js'

function counting(items: number): {
  readonly judged: string[]
  readonly take: (item: number, text: string, stopReason?: string) => number
} {
  const texts = new JudgedTexts(items)
  const judged: string[] = []
  return {
    judged,
    take: (item, text, stopReason = 'stop') =>
      texts.placeOf({ item, text, stopReason }, () => judged.push(`${item} ${text} ${stopReason}`) - 1),
  }
}

describe('texts that were judged', () => {
  it('judges a text of an item once, from its second sample on', () => {
    const { judged, take } = counting(2)
    expect([take(0, 'a'), take(0, 'a'), take(0, 'a'), take(0, 'b'), take(0, 'a')]).toEqual([0, 1, 1, 2, 1])
    expect(judged).toHaveLength(3)
  })

  it('keeps items and reasons to stop apart', () => {
    const { judged, take } = counting(12)
    for (const item of [1, 11]) take(item, 'first')
    expect([take(1, 'a'), take(11, 'a'), take(1, '1 stop a'), take(1, 'a', 'length')]).toEqual([2, 3, 4, 5])
    expect([take(1, 'a'), take(11, 'a'), take(1, 'a', 'length')]).toEqual([2, 3, 5])
    expect(judged).toHaveLength(6)
  })

  it('keeps no long text, and of many texts those that came first', () => {
    const { take } = counting(1)
    take(0, 'first')
    const long = 'x'.repeat(5000)
    expect(take(0, long)).not.toBe(take(0, long))
    const texts = Array.from({ length: 5000 }, (_, at) => `${at} ${'y'.repeat(4000)}`)
    const places = texts.map((text) => take(0, text))
    expect(take(0, texts[0] ?? '')).toBe(places[0])
    expect(take(0, texts.at(-1) ?? '')).not.toBe(places.at(-1))
  })
})
