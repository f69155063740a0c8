import { describe, expect, it } from 'vitest'
import { momentKey } from './moment.js'

const isSame = (left: string, right: string): boolean => {
  const key = momentKey(left)
  return key !== undefined && key === momentKey(right)
}

describe('momentKey', () => {
  it.each([
    ['2031-05-01', '20310501'],
    ['2031-05-01', '2031/5/1'],
    ['2031-05-01', '2031.05.1'],
    ['2031-05-01T00:00:00Z', '2031-05-01T00:00:00+00:00'],
    ['2031-05-01T09:30Z', '2031-05-01 11:30:00+02:00'],
    ['2031-05-01T00:30:00+01:00', '2031-04-30T23:30z'],
    ['2031-05-01T09:30:00.500Z', '2031-05-01T09:30:00.5Z'],
    ['2031-05-01T093000', '2031-05-01 9:30'],
    ['0001-01-01', '00010101'],
    ['2000-02-29', '2000/2/29'],
  ])('takes %s and %s for one', (left, right) => {
    expect(isSame(left, right)).toBe(true)
  })

  it.each([
    ['2031-05-01', '2031-05-02'],
    ['2031-05-01', '2031-05-01T00:00Z'],
    ['2031-05-01T09:30', '2031-05-01T09:30Z'],
    ['2031-05-01T09:30:00.5Z', '2031-05-01T09:30:00.05Z'],
    ['0031-05-01', '1931-05-01'],
  ])('keeps %s and %s apart', (left, right) => {
    expect(momentKey(left)).toBeDefined()
    expect(momentKey(right)).toBeDefined()
    expect(isSame(left, right)).toBe(false)
  })

  it.each([
    '',
    '5/1/2031',
    '2031-13-01',
    '2031-02-29',
    '1900-02-29',
    '2031-05-00',
    '2031-05-99',
    '2031-00-10',
    '2031-5/1',
    '2031-05-01T24:00Z',
    '2031-05-01T09:60Z',
    '2031-05-01T09:30+25:00',
    'May 1, 2031',
    'tomorrow',
    '2031-05-01T',
    `2031-05-01T09:30:00.${'1'.repeat(100_000)}Z`,
  ])('takes %.30s for no date', (text) => {
    expect(momentKey(text)).toBeUndefined()
  })
})
