import { describe, expect, it } from 'vitest'
import { deskKey } from '../../ui/src/live/answer-key.js'
import { costText, durationText, rateText } from '../../ui/src/live/live-text.js'

const press = (key: string, held: object = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...held,
})

describe('deskKey', () => {
  const one = { choices: 3, isMultiple: false }
  it('takes numbers of choices that there are', () => {
    expect(deskKey(press('1'), one)).toEqual({ kind: 'choice', number: 1 })
    expect(deskKey(press('3'), one)).toEqual({ kind: 'choice', number: 3 })
    expect(deskKey(press('4'), one)).toBeUndefined()
    expect(deskKey(press('0'), one)).toBeUndefined()
    expect(deskKey(press('0'), { choices: 2, isMultiple: true })).toEqual({ kind: 'choice', number: 0 })
  })
  it('knows undo, skip and note, and leaves every shortcut of the browser alone', () => {
    expect(['u', 'S', 'n'].map((key) => deskKey(press(key), one)?.kind)).toEqual(['undo', 'skip', 'note'])
    expect(deskKey(press('n', { ctrlKey: true }), one)).toBeUndefined()
    expect(deskKey(press('1', { altKey: true }), one)).toBeUndefined()
    expect(deskKey(press('u', { metaKey: true }), one)).toBeUndefined()
    expect(['Enter', ' ', 'Tab', 'x', 'Escape', '١'].map((key) => deskKey(press(key), one))).toEqual(
      Array.from({ length: 6 }, () => undefined),
    )
  })
})

describe('texts of the live view', () => {
  it('writes durations, rates and money shortly', () => {
    expect([0.2, 59, 61, 3600, 12_000].map(durationText)).toEqual([
      '1 s',
      '59 s',
      '1 min 1 s',
      '1 h 0 min',
      '3 h 20 min',
    ])
    expect([0.02, 0.5, 3.44, 120.4].map(rateText)).toEqual(['1.2/min', '30/min', '3.4/s', '120/s'])
    expect([0, 0.00123, 0.5, 12.345].map(costText)).toEqual(['0.00', '0.0012', '0.50', '12.35'])
  })
})
