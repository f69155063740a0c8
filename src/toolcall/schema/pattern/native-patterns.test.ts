import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../limits.js'
import { Run } from '../run.js'
import { PatternShelf } from './linear-pattern.js'

/** Whether the text holds a match; the reason where the pattern cannot be judged. */
function matches(source: string, text: string): boolean | undefined | string {
  const reading = new PatternShelf(DEFAULT_LIMITS.maxPatternSize).read(source)
  if (reading.kind === 'gap') return `${reading.code}: ${reading.reason}`
  return reading.pattern.test(text, new Run(DEFAULT_LIMITS, false))
}

/** What the language itself says of the same pattern. */
function native(source: string, text: string): boolean {
  return new RegExp(source, 'u').test(text)
}

const texts = [
  ...[
    '',
    'a',
    'b',
    'ab',
    'ba',
    'aa',
    'aaa',
    'aaaa',
    'abab',
    'abc',
    'xay',
    'A',
    'Z',
    '_',
    '0',
    '9',
    '42',
    'a1',
  ],
  ...['-', '.', '$', '^', '/', '\\', ']', '[', '{', '}', '|', '(', ')', '*', '+', '?', ' ', '\t', '\n', '\r'],
  ...['\v', '\f', '\b', '\0', '\u00a0', '\u1680', '\u2000', '\u200a', '\u200b', '\u2028', '\u2029', '\u202f'],
  ...['\u205f', '\u3000', '\ufeff', 'é', 'É', 'ß', 'Ω', 'α', '৪', '٣', '中', '\ud800', '\udc00', '\uffff'],
  ...[
    '\u{10000}',
    '\u{1f600}',
    '\u{10ffff}',
    'a\u{1f600}',
    'a b',
    'a\nb',
    'word word',
    ' word ',
    'a-b',
    '@',
    '`',
  ],
  ...['/0', '1:', '@A', 'Z[', '`a', 'z{', '^_', 'xyz', 'foo', 'barfoo', 'foobar'],
]

const patterns = [
  ...[
    '',
    'a',
    '^a',
    'a$',
    '^a$',
    '^$',
    '$^',
    '.',
    '^.$',
    '^..$',
    'a|b',
    '^(a|b)$',
    '^a|b$',
    '^(?:|a)$',
    '(a)(b)?',
    '^(?<n>a)b',
  ],
  ...[
    'a*',
    '^a*$',
    '^a+$',
    '^a?$',
    '^a{2}$',
    '^a{2,}$',
    '^a{2,3}$',
    '^a{0}$',
    '^a{0,1}$',
    '^a+?$',
    '^a*?b',
    '^(ab)*$',
  ],
  ...[
    '^(ab){2}$',
    '^(a|ab)(c|bcd)?$',
    '^(a*)*$',
    '^(?:a?){3}$',
    '^(?:a{1,2}){2}$',
    '^[ab]$',
    '^[ab]+$',
    '^[ab]{2,3}$',
  ],
  ...[
    '^[^ab]$',
    '^[a-c]$',
    '^[^a-c]+$',
    '^[a-zA-Z_]$',
    '^[a\\-z]$',
    '^[-a]$',
    '^[a-]$',
    '^[\\]]$',
    '^[\\^]$',
    '^[.]$',
    '^[$]$',
  ],
  ...[
    '^\\d$',
    '^\\D$',
    '^\\w$',
    '^\\W$',
    '^\\s$',
    '^\\S$',
    '^[\\d]+$',
    '^[\\D]$',
    '^[\\w.]+$',
    '^[^\\w]$',
    '^[\\s\\d]$',
    '^[^\\s]$',
  ],
  ...[
    '\\bword\\b',
    '\\b',
    '\\B',
    '^\\b',
    '\\Bord',
    'wor\\B',
    '^.\\b.$',
    '^\\B.',
    '\\ba',
    'a\\b',
    '\\b\\d',
    '\\bfoo',
    'foo\\b',
  ],
  ...[
    '^\\t$',
    '^\\n$',
    '^\\v$',
    '^\\f$',
    '^\\r$',
    '^\\0$',
    '^\\cA$',
    '^\\cJ$',
    '^\\cj$',
    '^\\x41$',
    '^\\x4a$',
    '^\\u0041$',
    '^\\u{41}$',
  ],
  ...[
    '^\\u{1F600}$',
    '^\\u{10ffff}$',
    '^\\ud83d\\ude00$',
    '^\\ud800$',
    '^\\udc00$',
    '^[\\b]$',
    '^[\\u0041-\\u{5a}]$',
    '^[\\x30-\\x39]$',
  ],
  ...[
    '^\\.$',
    '^\\$$',
    '^\\^$',
    '^\\/$',
    '^\\\\$',
    '^\\[$',
    '^\\]$',
    '^\\{$',
    '^\\}$',
    '^\\|$',
    '^\\($',
    '^\\)$',
    '^\\*$',
    '^\\+$',
    '^\\?$',
  ],
  ...[
    '^\\p{L}$',
    '^\\P{L}$',
    '^\\p{Lu}+$',
    '^[\\p{Ll}\\d]$',
    '^\\p{Script=Greek}$',
    '^\\p{Nd}$',
    '^\\P{Nd}$',
    '^[^\\p{L}]$',
    '^\\p{ASCII}$',
  ],
  ...[
    '^[\\u{10000}-\\u{10ffff}]$',
    '^[\\ud800-\\udfff]$',
    '^[\\0-\\u{10ffff}]$',
    '^[^\\0-\\uffff]$',
    '^[\\uffff\\u{10000}]$',
    '[]',
    '^[^]$',
  ],
  ...[
    '^(?:a|b|c)$',
    '^(?:a|bc|)$',
    'foo|bar',
    '^(foo|bar)+$',
    '^(?:(?:a)|(?:b))$',
    'a{3}|b{2}',
    '^a.b$',
    '^a[^]b$',
    'x.y',
    '^x{1,1}yz$',
  ],
]

describe('patterns beside the language itself', () => {
  it.each(patterns)('%j agrees on every text', (source) => {
    const differing = texts.filter((text) => matches(source, text) !== native(source, text))
    expect(differing).toEqual([])
  })

  it('agree whatever they are made of', () => {
    const leaf = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '\\w',
      '\\s',
      '\\b',
      '\\u{1f600}',
      '^',
      '$',
      '',
    )
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
        fc.tuple(tie('pattern'), tie('pattern')).map((parts) => `(?:${parts.join('|')})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,}', '*?'))
          .map(([inner, count]) => `(${inner})${count}`),
      ),
    }))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '\n', '\u{1f600}'), maxLength: 6 })
    fc.assert(
      fc.property(pattern, text, (source, given) => {
        expect(matches(source, given)).toBe(native(source, given))
      }),
      { numRuns: 300 },
    )
  })

  it('count steps, and so end at the limit of a run', () => {
    const reading = new PatternShelf(DEFAULT_LIMITS.maxPatternSize).read('^(a|b)*c$')
    if (reading.kind === 'gap') throw new Error(reading.reason)
    const run = new Run({ ...DEFAULT_LIMITS, maxSteps: 10 }, false)
    expect(() => reading.pattern.test('ab'.repeat(1_000), run)).toThrow('step-limit')
    const enough = new Run(DEFAULT_LIMITS, false)
    expect(reading.pattern.test('ab'.repeat(1_000), enough)).toBe(false)
    expect(enough.steps).toBeGreaterThan(10)
  })
})

describe('what cannot be judged', () => {
  it.each([
    ['(?=a)', 'pattern-look-around: The pattern looks ahead or behind.'],
    ['(?!a)', 'pattern-look-around: The pattern looks ahead or behind.'],
    ['(?<=a)', 'pattern-look-around: The pattern looks ahead or behind.'],
    ['(?<!a)', 'pattern-look-around: The pattern looks ahead or behind.'],
    ['(a)\\1', 'pattern-back-reference: The pattern refers back to a group.'],
    ['(?<n>a)\\k<n>', 'pattern-back-reference: The pattern refers back to a group.'],
    ['a)', 'pattern-syntax: A parenthesis closes nothing.'],
    ['(a', 'pattern-syntax: A group in the pattern is not closed.'],
    ['(?i:a)', 'pattern-syntax: A group in the pattern begins as none of ECMA-262 does.'],
    ['*', 'pattern-syntax: A quantifier in the pattern repeats nothing.'],
    ['a|+', 'pattern-syntax: A quantifier in the pattern repeats nothing.'],
    ['(?)', 'pattern-syntax: A group in the pattern begins as none of ECMA-262 does.'],
    ['{1}', 'pattern-syntax: A quantifier in the pattern repeats nothing.'],
    ['^*', 'pattern-syntax: A quantifier in the pattern repeats an assertion.'],
    ['\\b+', 'pattern-syntax: A quantifier in the pattern repeats an assertion.'],
    ['$?', 'pattern-syntax: A quantifier in the pattern repeats an assertion.'],
    ['a{2,1}', 'pattern-syntax: A count in the pattern runs backwards.'],
    ['[b-a]', 'pattern-syntax: A range in the pattern runs backwards.'],
    ['[a', 'pattern-syntax: A character class in the pattern is not closed.'],
    ['a\\', 'pattern-syntax: The pattern ends with a backslash.'],
    ['\\p', 'pattern-syntax: "\\p" names no property in braces.'],
    ['\\P{', 'pattern-syntax: "\\P" names no property in braces.'],
    ['\\Z', 'pattern-syntax: "\\Z" is no escape of ECMA-262.'],
    ['[\\h]', 'pattern-syntax: "\\h" is no escape of ECMA-262.'],
    ['\\00', 'pattern-syntax: "\\0" is no escape of ECMA-262.'],
    ['\\c1', 'pattern-syntax: "\\c" is no escape of ECMA-262.'],
    ['\\x4', 'pattern-syntax: "\\x" is no escape of ECMA-262.'],
    ['\\u12', 'pattern-syntax: "\\u" needs four hexadecimal digits or braces.'],
    ['\\u{110000}', 'pattern-syntax: The pattern names a character beyond U+10FFFF.'],
    [`${'(?:'.repeat(101)}a${')'.repeat(101)}`, 'pattern-too-large: The pattern is too large.'],
  ])('%s: %s', (source, reason) => {
    expect(matches(source, 'a')).toBe(reason)
  })

  it('is nothing up to a hundred groups inside groups', () => {
    expect(matches(`^${'(?:'.repeat(100)}a${')'.repeat(100)}$`, 'a')).toBe(true)
    expect(matches(`${'(?:a)'.repeat(150)}`, 'a'.repeat(150))).toBe(true)
  })

  it('is not what a laxer reading allows', () => {
    for (const [source, text] of [
      ['^\\-\\@\\ \\ñ$', '-@ ñ'],
      ['^]$', ']'],
      ['^{$', '{'],
      ['^a{$', 'a{'],
      ['^a{,2}$', 'a{,2}'],
      ['^[\\w-.]$', '-'],
      ['^[\\w-.]$', '.'],
      ['^[.-\\d]$', '-'],
      ['^[.-\\d]$', '7'],
    ] as const)
      expect(matches(source, text), source).toBe(true)
  })
})
