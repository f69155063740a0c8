import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapedKey, keyOfStep } from './json-pointer.js'

describe('escapedKey', () => {
  it('spells as RFC 6901 does', () => {
    expect(['a/b', 'm~n', '~1', '', ' '].map(escapedKey)).toEqual(['a~1b', 'm~0n', '~01', '', ' '])
  })
  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') }), (key) => {
        expect(escapedKey(key)).not.toContain('/')
        expect(keyOfStep(escapedKey(key))).toBe(key)
      }),
    )
  })
})
