import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { laterDate, readDate, writeDate } from './written-date.js'
import { readTime } from './written-time.js'

describe('readDate', () => {
  it('takes the three forms for one date', () => {
    expect(readDate('2025-01-05')).toEqual({ iso: '2025-01-05', form: 'iso' })
    expect(readDate('January 5, 2025')).toEqual({ iso: '2025-01-05', form: 'long' })
    expect(readDate(' jan 05 2025 ')).toEqual({ iso: '2025-01-05', form: 'short' })
    expect(readDate('May 18, 2025')).toEqual({ iso: '2025-05-18', form: 'long' })
  })

  it.each([
    '2025-02-29',
    '2025-13-01',
    '0000-01-01',
    '2025-1-5',
    '2025-01-05T00:00:00',
    'Febuary 3, 2025',
    'June 31, 2025',
    'Ju 3, 2025',
    '3 June 2025',
    '05/18/2025',
    'May 18',
    '',
    `${' '.repeat(1_000_000)}2025-01-05`,
  ])('refuses %j', (text) => {
    expect(readDate(text)).toBeUndefined()
  })

  it('knows leap days, and years that Date takes for others', () => {
    expect(readDate('2024-02-29')?.iso).toBe('2024-02-29')
    expect(readDate('0050-03-01')?.iso).toBe('0050-03-01')
    expect(readDate('0001-01-01')?.iso).toBe('0001-01-01')
    expect(laterDate('0100-01-01', -1)).toBe('0099-12-31')
    expect(readDate('9999-12-31')?.iso).toBe('9999-12-31')
  })

  it('reads what it writes, in every form', () => {
    const forms = fc.constantFrom('iso' as const, 'long' as const, 'short' as const)
    fc.assert(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), forms, (days, form) => {
        const iso = laterDate('2025-05-18', days) ?? ''
        const back = readDate(writeDate(iso, form))
        expect(back?.iso).toBe(iso)
        if (!iso.slice(5).startsWith('05')) expect(back?.form).toBe(form)
      }),
    )
  })
})

describe('laterDate', () => {
  it('goes over months, years and leap days', () => {
    expect(laterDate('2025-05-31', 1)).toBe('2025-06-01')
    expect(laterDate('2024-02-28', 1)).toBe('2024-02-29')
    expect(laterDate('2025-01-01', -1)).toBe('2024-12-31')
  })

  it('ends with the year 9999', () => {
    expect(laterDate('9999-12-31', 0)).toBe('9999-12-31')
    expect(laterDate('9999-12-31', 1)).toBeUndefined()
  })
})

describe('readTime', () => {
  it.each([
    ['00:00', 0],
    ['15:30', 930],
    ['15:30:59', 930],
    ['03:15 PM', 915],
    ['3:15pm', 915],
    ['12:00 AM', 0],
    ['12:30 p.m.', 750],
  ])('reads %s as %i minutes', (text, minutes) => {
    expect(readTime(text)).toBe(minutes)
  })

  it.each([
    '24:00',
    '12:60',
    '13:00 PM',
    '0:30 AM',
    '1530',
    '15:30:60',
    'noon',
    '',
    `${' '.repeat(100)}15:30`,
  ])('refuses %j', (text) => {
    expect(readTime(text)).toBeUndefined()
  })
})
