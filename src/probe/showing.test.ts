import { describe, expect, it } from 'vitest'
import { probeVariant, showingOfVariant, showingsOf } from './showing.js'

describe('showingsOf', () => {
  it('puts what is examined first, and every control behind it', () => {
    expect(showingsOf('token', true)).toEqual(['token', 'no-token', 'other-token', 'description', 'name'])
    expect(showingsOf('name', false)).toEqual(['name', 'no-token', 'other-name', 'description'])
    expect(showingsOf('name', true)).toEqual(['name', 'no-token', 'other-token', 'description', 'token'])
  })
})

describe('variants of a probe', () => {
  it('are read back as they were written', () => {
    for (const showing of showingsOf('token', true)) {
      expect(showingOfVariant(probeVariant(showing))).toEqual({ showing })
      expect(showingOfVariant(probeVariant(showing, 'rotation-3'))).toEqual({
        showing,
        rotation: 'rotation-3',
      })
    }
  })
  it.each(['rotation-0', 'hidden', 'token:a:b', '', ':rotation-0'])('%j is none', (variant) => {
    expect(showingOfVariant(variant)).toBeUndefined()
  })
})
