import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, cutText, decodeEntities, isPlaceholder } from './normalize.js'

describe('decodeEntities', () => {
  it.each([
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['&lt;b&gt;&quot;x&quot;&apos;&lt;/b&gt;', '<b>"x"\'</b>'],
    ['&#65;&#x42;&#X43;', 'ABC'],
    ['&#128512;', '😀'],
    ['caf&eacute; &euro;5 &mdash; &hellip;', 'café €5 — …'],
    ['&nbsp;', '\u00a0'],
    ['&yuml;&iexcl;', 'ÿ¡'],
    ['&diams;', '♦'],
    ['&#146;', '’'],
    ['&#0;&#xD800;&#1114112;', '\ufffd\ufffd\ufffd'],
    ['&amp;lt;', '&lt;'],
    ['AT&T &unknown; &; &#; &#x; &amp', 'AT&T &unknown; &; &#; &#x; &amp'],
    ['&constructor;&toString;', '&constructor;&toString;'],
  ])('%j becomes %j', (text, expected) => {
    expect(decodeEntities(text)).toBe(expected)
  })

  it('never throws and touches nothing without an ampersand', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const decoded = decodeEntities(text)
        if (!text.includes('&')) expect(decoded).toBe(text)
      }),
    )
  })
})

describe('cleanText', () => {
  it('unifies compatibility forms and drops what nobody sees', () => {
    expect(cleanText('ﬁle Ａ① x²')).toBe('file A1 x2')
    expect(cleanText('a\u200bb\u0000c\u202ed\u{e0041}e\ufefff')).toBe('abcdef')
    expect(cleanText('a\r\nb\rc\n\td')).toBe('a\nb\nc\n\td')
    expect(cleanText('zero&#8203;width')).toBe('zerowidth')
    expect(cleanText('👩‍💻 e\u0301')).toBe('👩‍💻 é')
  })

  it('cuts between characters', () => {
    expect(cutText('abcdef', 4)).toBe('abcd')
    expect(cutText('ab😀', 3)).toBe('ab')
    expect(cutText('ab😀', 4)).toBe('ab😀')
    expect(cutText('', 0)).toBe('')
  })

  it('changes nothing the second time, entities aside', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((candidate) => !candidate.includes('&'))
    fc.assert(
      fc.property(text, (candidate) => {
        const clean = cleanText(candidate)
        fc.pre(!clean.includes('&'))
        expect(cleanText(clean)).toBe(clean)
      }),
    )
  })
})

describe('isPlaceholder', () => {
  it.each([
    '',
    ' ',
    '\n\t',
    'None',
    'none',
    'None.',
    ' NULL ',
    'null.',
    'N/A',
    'n/a',
    'undefined',
    'NaN',
    '-',
    '--',
    '—',
    '–',
    '.',
  ])('takes %j for nothing', (text) => {
    expect(isPlaceholder(text)).toBe(true)
  })

  it.each([
    'No',
    'none of them',
    'Nonexistent',
    'nullable',
    '0',
    'x',
    'NA',
    'test',
    '----',
    'None None',
    '...',
  ])('takes %j for a text', (text) => {
    expect(isPlaceholder(text)).toBe(false)
  })

  it('takes any amount of white space for nothing', () => {
    expect(isPlaceholder(' '.repeat(100_000))).toBe(true)
    expect(isPlaceholder('x'.repeat(100_000))).toBe(false)
  })
})
