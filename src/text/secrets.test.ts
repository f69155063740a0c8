import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { certainSecrets, withoutKeyShapes, withoutSecrets } from './secrets.js'

describe('withoutSecrets', () => {
  it('replaces a value wherever it stands, by its name', () => {
    const secrets = [{ name: 'API_KEY', value: 'sk-12345678' }]
    expect(withoutSecrets('a sk-12345678b, sk-12345678', secrets)).toBe(
      'a «secret:API_KEY»b, «secret:API_KEY»',
    )
  })

  it('finds it inside JSON strings and addresses', () => {
    const secrets = [{ name: 'KEY', value: 'a"b\\c/d e' }]
    expect(withoutSecrets(JSON.stringify({ x: 'a"b\\c/d e' }), secrets)).toBe('{"x":"«secret:KEY»"}')
    expect(withoutSecrets(`https://x/?k=${encodeURIComponent('a"b\\c/d e')}`, secrets)).toBe(
      'https://x/?k=«secret:KEY»',
    )
  })

  it('replaces the longer of two that overlap', () => {
    const secrets = [
      { name: 'SHORT', value: 'Bearer' },
      { name: 'LONG', value: 'Bearer abcdef' },
    ]
    expect(withoutSecrets('Bearer abcdef', secrets)).toBe('«secret:LONG»')
  })

  it('leaves short values, which texts hold by chance', () => {
    expect(withoutSecrets('one true thing', [{ name: 'FLAG', value: 'true' }])).toBe('one true thing')
  })

  it('never lets a value through', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 6, unit: 'binary' }),
        fc.string(),
        fc.string(),
        (value, before, after) => {
          fc.pre(!'«secret:N»'.includes(value) && !before.includes('«') && !after.includes('«'))
          const shown = withoutSecrets(before + value + after, [{ name: 'N', value }])
          expect(shown).toContain('«secret:N»')
        },
      ),
    )
  })
})

describe('certainSecrets', () => {
  it.each([
    ['API_KEY', 'object'],
    ['GITHUB_PAT', 'abcdef'],
    ['Authorization', 'Bearer x'],
    ['WHATEVER', 'a1b2c3d4e5f6a7b8c9d0'],
  ])('%s=%s is one', (name, value) => {
    expect(certainSecrets([{ name, value }])).toHaveLength(1)
  })

  it.each([
    ['MODE', 'object'],
    ['NODE_ENV', 'production'],
    ['REGION', 'us-east-1'],
    ['TITLE', 'a text with 4 words in it'],
    ['API_KEY', 'short'],
  ])('%s=%s is none', (name, value) => {
    expect(certainSecrets([{ name, value }])).toEqual([])
  })
})

describe('withoutKeyShapes', () => {
  it.each([
    'sk-proj-0123456789abcdefghijABCDEF',
    'sk-ant-api03-0123456789_abcdefghij-ABCDEF',
    'AIzaSyA0123456789012345678901234567890123'.slice(0, 39),
    `ghp_${'a1'.repeat(18)}`,
    'xoxb-1234567890-abcdef',
    'AKIAIOSFODNN7EXAMPLE',
    `hf_${'aB'.repeat(17)}`,
    'Bearer eyJhbGciOiJIUzI1NiJ9.eyJ',
  ])('replaces %s', (key) => {
    expect(withoutKeyShapes(`{"a":"x ${key} y"}`)).toEqual({ text: '{"a":"x «secret:key» y"}', count: 1 })
  })
  it('leaves words alone that only begin so', () => {
    const text =
      'ask-me-anything-you-like-about-risk-management and task-0123456789012345678901 sk-short Bearer of news'
    expect(withoutKeyShapes(text)).toEqual({ text, count: 0 })
  })
})
