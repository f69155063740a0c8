import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SecretBook } from './secret-book.js'

function bookOf(value: string, name = 'MY_KEY'): SecretBook {
  const book = new SecretBook()
  book.learn(name, value)
  return book
}

describe('SecretBook', () => {
  const key = 'sk-"a/b\\c+d=é é9'

  it.each([
    ['as it is', key],
    ['inside JSON', JSON.stringify(key)],
    ['inside JSON inside JSON', JSON.stringify(JSON.stringify({ key }))],
    ['with slashes escaped', JSON.stringify(key).replaceAll('/', '\\/')],
    ['in ASCII', JSON.stringify(key).replaceAll('é', '\\u00e9')],
    ['in ASCII with capitals', JSON.stringify(key).replaceAll('é', '\\u00E9')],
    ['escaped for HTML', JSON.stringify(key).replaceAll('+', '\\u002b').replaceAll('=', '\\u003d')],
    ['percent-encoded', encodeURIComponent(key)],
    ['as a form', new URLSearchParams({ key }).toString()],
  ])('replaces it %s', (_, spelled) => {
    expect(bookOf(key).clean(`before ${spelled} after`)).toMatch(/^before .*«secret:MY_KEY».* after$/)
  })

  it('replaces base64 wherever the value stands in what was encoded', () => {
    const value = 'sk-planted-0123456789'
    for (const before of ['', 'x', 'xy', 'user:', 'Basic ']) {
      const encoded = Buffer.from(`${before}${value}:tail`).toString('base64')
      expect(bookOf(value).clean(encoded)).toContain('«secret:MY_KEY»')
      expect(bookOf(value).clean(Buffer.from(`${before}${value}`).toString('base64url'))).toContain('«secret')
    }
  })

  it('leaves no more of it in base64 than half a character at either end', () => {
    const value = 'sk-planted-0123456789'
    for (const before of ['', 'x', 'xy', 'Bearer ']) {
      for (const after of ['', 'y', 'yz']) {
        const cleaned = bookOf(value).clean(Buffer.from(`${before}${value}${after}`).toString('base64'))
        const left = cleaned.replace(/=*$/, '').length - '«secret:MY_KEY»'.length
        // Base64 of the neighbours alone, and one character that is half theirs at either end.
        expect(left).toBeLessThanOrEqual(
          Math.ceil((before.length * 4) / 3) + Math.ceil((after.length * 4) / 3) + 1,
        )
      }
    }
  })

  it('replaces a value of which letters are escaped', () => {
    const escaped = [...'sk-plain-123'].map(
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    const book = bookOf('sk-plain-123')
    expect(book.clean(`{"x":"${escaped.join('')}"}`)).toBe('{"x":"«secret:MY_KEY»"}')
    expect(book.clean(`sk-pl${escaped.slice(5).join('').toUpperCase().replaceAll('U', 'u')}`)).toBe(
      '«secret:MY_KEY»',
    )
    expect(book.clean('{"x":"\\u0041 is A"}')).toBe('{"x":"\\u0041 is A"}')
  })

  it('replaces the longer of two secrets that overlap', () => {
    const book = bookOf('abcdef', 'SHORT')
    book.learn('LONG', 'abcdef-ghi')
    expect(book.clean('abcdef-ghi abcdef')).toBe('«secret:LONG» «secret:SHORT»')
  })

  it('leaves alone what is too short to be a secret, and addresses', () => {
    const book = bookOf('EMPTY')
    book.learn('BASE_URL', 'http://localhost:8000/v1')
    expect(book.isEmpty).toBe(true)
    expect(book.clean('EMPTY http://localhost:8000/v1')).toBe('EMPTY http://localhost:8000/v1')
  })

  it('knows an address with a password', () => {
    expect(bookOf('https://me:word@host/').clean('to https://me:word@host/')).toBe('to «secret:MY_KEY»')
  })

  it('leaves no secret in any text of JSON that holds it, and the text stays JSON', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), fc.string(), fc.string(), (value, before, after) => {
        fc.pre(
          value.trim().replace(/\\+$/, '').length >= 6 &&
            !value.startsWith('http') &&
            !'«secret:MY_KEY»'.includes(value),
        )
        const line = JSON.stringify({ said: before + value + after })
        const clean = bookOf(value).clean(line)
        expect(clean).toContain('«secret:MY_KEY»')
        expect(() => JSON.parse(clean)).not.toThrow()
      }),
    )
  })
})
