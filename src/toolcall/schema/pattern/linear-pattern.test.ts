import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../limits.js'
import { LimitReached, Run } from '../run.js'
import { isPattern, PatternShelf } from './linear-pattern.js'

const run = (): Run => new Run(DEFAULT_LIMITS, false)
const shelf = (): PatternShelf => new PatternShelf(DEFAULT_LIMITS.maxPatternSize)

function matches(source: string, text: string): boolean | undefined | string {
  const reading = shelf().read(source)
  return reading.kind === 'gap' ? reading.code : reading.pattern.test(text, run())
}

describe('patterns', () => {
  it('find a match anywhere, or only between ^ and $', () => {
    expect(matches('b+', 'aabba')).toBe(true)
    expect(matches('^b+$', 'aabba')).toBe(false)
    expect(matches('^abc$', 'abc\n')).toBe(false)
    expect(matches('^b', 'a\nb')).toBe(false)
    expect(matches('', 'anything')).toBe(true)
  })
  it('hold to the classes of ECMA-262', () => {
    expect(matches('^\\d$', '৪')).toBe(false)
    expect(matches('^\\w$', 'é')).toBe(false)
    expect(matches('^\\s$', '\ufeff')).toBe(true)
    expect(matches('^\\s$', '\u200b')).toBe(false)
    expect(matches('^.$', '\u2028')).toBe(false)
    expect(matches('^.$', '\u{1f600}')).toBe(true)
    expect(matches('^[^a]$', '\u{1f600}')).toBe(true)
    expect(matches('^\\p{Lu}\\P{L}$', 'É1')).toBe(true)
    expect(matches('^\\p{Script=Greek}+$', 'αβγ')).toBe(true)
    expect(matches('[]', 'a')).toBe(false)
    expect(matches('^[^]$', '\n')).toBe(true)
  })
  it('know the escapes of ECMA-262', () => {
    expect(
      matches('^\\t\\n\\v\\f\\r\\0\\cJ\\x41\\u0042\\u{1F600}\\ud83d\\ude00$', '\t\n\v\f\r\0\nAB😀😀'),
    ).toBe(true)
    expect(matches('^[\\b]$', '\b')).toBe(true)
    expect(matches('\\bword\\b', 'a word.')).toBe(true)
    expect(matches('\\Bord', 'word')).toBe(true)
    expect(matches('^\\/\\.\\$$', '/.$')).toBe(true)
    expect(matches('^\\ud800$', '\ud800')).toBe(true)
  })
  it('read what only the language without the u flag allows', () => {
    expect(matches('^\\-\\@\\_$', '-@_')).toBe(true)
    expect(matches('^{a}]$', '{a}]')).toBe(true)
    expect(matches('^[\\w-.]+$', 'a-.')).toBe(true)
    expect(matches('^x{,3}$', 'x{,3}')).toBe(true)
  })
  it('count, to 1,000 and beyond', () => {
    const five = matches('^(?:ab){2,3}$', 'ababab')
    expect(five).toBe(true)
    expect(matches('^[a-z]{1,4096}$', 'a'.repeat(4096))).toBe(true)
    expect(matches('^[a-z]{1,4096}$', 'a'.repeat(4097))).toBe(false)
    expect(matches('^.{2,3}$', '😀')).toBe(false)
    expect(matches('^.{2,3}$', '😀😀😀')).toBe(true)
    expect(matches('^x{1500}y$', `${'x'.repeat(1500)}y`)).toBe(true)
    expect(matches('^x{1500}y$', `${'x'.repeat(1499)}y`)).toBe(false)
    expect(matches('^(x{40}){40}y$', `${'x'.repeat(1600)}y`)).toBe(true)
    expect(matches('^(x{40}){40}y$', `${'x'.repeat(1560)}y`)).toBe(false)
    expect(matches('^(x{40}){40}y$', `${'x'.repeat(1601)}y`)).toBe(false)
  })
  it.each([
    ['^(?=a)', 'pattern-look-around'],
    ['(?!a)b', 'pattern-look-around'],
    ['(?<=a)b', 'pattern-look-around'],
    ['(?<!a)b', 'pattern-look-around'],
    ['(a)\\1', 'pattern-back-reference'],
    ['(?<n>a)\\k<n>', 'pattern-back-reference'],
    ['(?i)a', 'pattern-syntax'],
    ['(?P<n>a)', 'pattern-syntax'],
    ['\\Aa\\Z', 'pattern-syntax'],
    ['[a', 'pattern-syntax'],
    ['(a', 'pattern-syntax'],
    ['a)', 'pattern-syntax'],
    ['*a', 'pattern-syntax'],
    ['a**', 'pattern-syntax'],
    ['^*', 'pattern-syntax'],
    ['[b-a]', 'pattern-syntax'],
    ['a{3,2}', 'pattern-syntax'],
    ['\\p{Nonsense}', 'pattern-syntax'],
    ['\\u{110000}', 'pattern-syntax'],
    ['a\\', 'pattern-syntax'],
    ['(?:a{100}){100}', 'pattern-too-large'],
  ])('%s cannot be judged: %s', (source, code) => {
    expect(matches(source, 'a')).toBe(code)
  })
  it('are refused beyond limits of length and nesting', () => {
    expect(matches('a'.repeat(20_000), 'a')).toBe('pattern-too-large')
    expect(matches('('.repeat(4_000) + ')'.repeat(4_000), 'a')).toBe('pattern-too-large')
  })
  it('are refused together when they are too large together, whatever is matched first', () => {
    const patterns = shelf()
    const sources = Array.from({ length: 6 }, (_, at) => `(?:ab){2000}${at}`)
    expect(sources.map((source) => patterns.read(source).kind)).toEqual(
      sources.map((_, at) => (at < 4 ? 'pattern' : 'gap')),
    )
    expect(patterns.read('^(?:ab){2000}$').kind).toBe('gap')
  })
})

describe('isPattern', () => {
  it('tells patterns from texts that are none', () => {
    expect(['^a+$', '(?=a)', '(a)\\1'].map(isPattern)).toEqual([true, true, true])
    expect(['^(abc]', '\\a', '['].map(isPattern)).toEqual([false, false, false])
  })
})

/** Patterns whose search by backtracking is quick on short texts. */
const source = fc.letrec<{ atom: string; pattern: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'a',
      'b',
      '-',
      '.',
      '\\d',
      '\\w',
      '\\W',
      '\\s',
      '\\S',
      '\\b',
      '\\B',
      '^',
      '$',
      '\\u{1f600}',
      'é',
    ),
    fc.constantFrom(
      '[ab]',
      '[^a]',
      '[a-c😀]',
      '[\\d-]',
      '[^\\s\\w]',
      '\\p{L}',
      '[\\P{L}a]',
      '[]',
      '[^]',
      '\\n',
    ),
    tie('pattern').map((inner) => `(${inner})`),
    tie('pattern').map((inner) => `(?:${inner})`),
    fc
      .tuple(
        tie('pattern'),
        fc.constantFrom('?', '*', '+', '{2}', '{0,2}', '{1,}', '*?', '+?', '{1,3}?', '{0}'),
      )
      .map(([inner, quantifier]) => `(?:${inner})${quantifier}`),
  ),
  pattern: fc
    .array(fc.array(tie('atom'), { maxLength: 4 }), { minLength: 1, maxLength: 2 })
    .map((branches) => branches.map((atoms) => atoms.join('')).join('|')),
})).pattern

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', '-', ' ', '\n', 'é', '😀', '\u2028', '\ud83d'), { maxLength: 7 })
  .map((parts) => parts.join(''))

describe('patterns against the engine of the host', () => {
  it('agree on every text', () => {
    fc.assert(
      fc.property(source, fc.array(text, { minLength: 4, maxLength: 4 }), (pattern, texts) => {
        const host = new RegExp(pattern, 'u')
        const reading = shelf().read(pattern)
        if (reading.kind === 'gap') throw new Error(`${pattern}: ${reading.reason}`)
        for (const one of texts)
          expect([one, reading.pattern.test(one, run())]).toEqual([one, host.test(one)])
      }),
      { numRuns: 100 },
    )
  })
})

describe('hostile patterns', () => {
  const hostile = `${'a'.repeat(50_000)}!`
  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(a*)*b',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*a){20}$',
    '^(\\w+\\s?)*$',
  ])('%s on 50,001 characters takes linear time', (pattern) => {
    const start = process.cpuUsage()
    expect(matches(pattern, hostile)).toBeTypeOf('boolean')
    expect(cpuSince(start)).toBeLessThan(2_000)
  })
  it('is left off where every character could stand in hundreds of states', () => {
    const reading = shelf().read('[ab]*a[ab]{300}$')
    if (reading.kind === 'gap') throw new Error(reading.reason)
    const start = process.cpuUsage()
    expect(() => reading.pattern.test('ab'.repeat(100_000), run())).toThrow(LimitReached)
    expect(reading.pattern.test(`${'b'.repeat(999)}a${'b'.repeat(300)}`, run())).toBe(true)
    expect(cpuSince(start)).toBeLessThan(2_000)
  })
})

/** Milliseconds of processor time. */
function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
