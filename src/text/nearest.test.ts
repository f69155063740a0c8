import { describe, expect, it } from 'vitest'
import { nearestWord } from './nearest.js'

describe('nearestWord', () => {
  it('finds a word with a slip of one or two letters', () => {
    expect(nearestWord('retreival', ['lint', 'retrieval', 'probes'])).toBe('retrieval')
    expect(nearestWord('lnit', ['lint', 'retrieval'])).toBe('lint')
    expect(nearestWord('BM52', ['bm25', 'random'])).toBe('bm25')
  })
  it('counts a swap of neighbours as one slip, not two', () => {
    expect(nearestWord('ab', ['ba', 'xyz'])).toBe('ba')
  })
  it('stays silent when nothing is near', () => {
    expect(nearestWord('weather', ['lint', 'retrieval'])).toBeUndefined()
    expect(nearestWord('', ['lint'])).toBeUndefined()
    expect(nearestWord('lint', [])).toBeUndefined()
  })
  it('prefers the closest of several', () => {
    expect(nearestWord('bm25x', ['bm2', 'bm25', 'bm'])).toBe('bm25')
  })
})
