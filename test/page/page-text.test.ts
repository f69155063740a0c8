import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterOf, placeOf, placesOf, rowQuery, searchTexts } from '../../ui/src/pages/item-rows.js'
import { countText, isProportion, timeText, valueText } from '../../ui/src/text/number-text.js'
import { visibleParts } from '../../ui/src/text/visible.js'
import { reportOf } from '../generators/report-document.js'

describe('visibleParts', () => {
  it('spells out what turns or hides text, and leaves letters, emoji, tabs and line ends alone', () => {
    expect(visibleParts('a\u202eb')).toEqual([
      { kind: 'plain', text: 'a' },
      { kind: 'hidden', text: '\\u{202e}' },
      { kind: 'plain', text: 'b' },
    ])
    expect(visibleParts('\ud800\u{e0041}')).toEqual([
      { kind: 'hidden', text: '\\u{d800}' },
      { kind: 'hidden', text: '\\u{e0041}' },
    ])
    const plain = 'Grüße,\n\tמילה 👩‍👩‍👧 ok\r'.replace('\r', '')
    expect(visibleParts(plain)).toEqual([{ kind: 'plain', text: plain }])
    expect(visibleParts('')).toEqual([])
  })
  it('loses nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const back = visibleParts(text).map(({ kind, text: part }) =>
          kind === 'plain' ? part : String.fromCodePoint(Number.parseInt(part.slice(3, -1), 16)),
        )
        expect(back.join('')).toBe(text)
      }),
    )
  })
})

describe('numbers', () => {
  it('writes proportions in percent and everything else as it is', () => {
    expect(valueText(0.4567, { unit: 'share of needs' })).toBe('45.7')
    expect(valueText(0.5, { unit: 'F1 of calls' })).toBe('50.0')
    expect(valueText(0.8123, { unit: 'mean of call-exact and useful-abstention' })).toBe('81.2')
    expect(valueText(0.000234, { unit: 'probability, geometric mean' })).toBe('0.000234')
    expect(valueText(14.6218, { unit: 'mean logit, call less no call' })).toBe('14.6')
    expect(valueText(12345, { unit: 'tokens a turn' })).toBe('12\u2009345')
    expect(isProportion({ unit: 'ratio Rf/Rc' })).toBe(false)
    expect(isProportion({ unit: 'unseen-pass plus useful-abstention less 1' })).toBe(false)
  })
  it('parts thousands and shortens times', () => {
    expect([0, 999, 1000, 1234567].map(countText)).toEqual(['0', '999', '1\u2009000', '1\u2009234\u2009567'])
    expect(timeText('2026-01-02T03:04:05.000Z')).toBe('2026-01-02 03:04 UTC')
    expect(timeText('yesterday')).toBe('yesterday')
  })
})

describe('rows of samples', () => {
  const page = reportOf(100).pages?.items
  if (page === undefined) throw new Error('the generator makes items')
  const texts = searchTexts(page)
  const placesFor = (query: string): readonly number[] =>
    placesOf(page, texts, filterOf(new URLSearchParams(query)))

  it('filters by every word, by verdict and by source', () => {
    expect(placesFor('')).toHaveLength(100)
    expect(placesFor('verdict=error')).toHaveLength(20)
    expect(placesFor('q=ITEM-7 attempted').map((at) => page.rows[at]?.item)).toEqual([
      'item-7',
      'item-71',
      'item-73',
      'item-75',
      'item-77',
      'item-79',
    ])
    expect(placesFor('source=s2')).toEqual([])
  })
  it('sorts either way and leaves ties as they stood', () => {
    const rising = placesFor('sort=value')
    expect(rising.slice(0, 3)).toEqual([0, 5, 10])
    expect(placesFor('sort=-value').slice(0, 3)).toEqual([4, 9, 14])
  })
  it('finds each row again by its address', () => {
    for (const [place, row] of page.rows.entries())
      expect(placeOf(page, new URLSearchParams(rowQuery(row)))).toBe(place)
    expect(placeOf(page, new URLSearchParams('item=item-3'))).toBe(3)
    expect(placeOf(page, new URLSearchParams('item=nobody'))).toBeUndefined()
  })
})
