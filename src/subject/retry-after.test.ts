import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryAfterMs } from './retry-after.js'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const wait = (headers: Record<string, string>, text = '') => retryAfterMs({ headers, text, nowMs: NOW })

describe('retryAfterMs', () => {
  it.each([
    [{ 'retry-after-ms': '350' }, 350],
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '20s' }, 20_000],
    [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '100', 'retry-after': '7' }, 100],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-3' }, undefined],
    [{ 'retry-after': '99999999' }, 86_400_000],
    [{}, undefined],
  ])('reads the header %j', (headers, expected) => {
    expect(wait(headers as Record<string, string>)).toBe(expected)
  })

  it.each([
    ['{"error": {"details": [{"@type": "RetryInfo", "retryDelay": "34.074s"}]}}', 34_074],
    ['Rate limit reached. Please try again in 1.2s. Visit …', 1200],
    ['Please try again in 350ms.', 350],
    ['Please try again in 6m0s.', 360_000],
    ['Please retry after 12 seconds.', 12_000],
    ['Please try again later.', undefined],
  ])('reads it out of the text %j', (text, expected) => {
    expect(wait({}, text)).toBe(expected)
  })

  it('takes the latest reset of the limits that are used up', () => {
    expect(
      wait({
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '1s',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '1m30s',
        'x-ratelimit-remaining-images': '5',
        'x-ratelimit-reset-images': '1h',
      }),
    ).toBe(90_000)
    expect(
      wait({
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': '2026-03-01T12:00:05Z',
      }),
    ).toBe(5000)
  })

  it('gives a whole number of milliseconds up to a day, or nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (header, text) => {
        const found = wait({ 'retry-after': header }, text)
        expect(found === undefined || (Number.isInteger(found) && found >= 0 && found <= 86_400_000)).toBe(
          true,
        )
      }),
    )
  })
})
