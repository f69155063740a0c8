import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bracketExtent } from './json-extent.js'

describe('bracketExtent', () => {
  it.each([
    ['{}', 2],
    ['{"a": "}"} x', 10],
    ['["\\"]", {"b": []}], 1', 18],
    ['[f(a=[1])] x', 10],
    ['{]', 2],
  ])('ends %j at %j', (text, end) => {
    const extent = bracketExtent(text, 0)
    expect(extent.kind === 'complete' ? extent.end : undefined).toBe(end)
  })

  it('says how it ends when it does not close', () => {
    expect(bracketExtent('{"a": [1', 0)).toEqual({ kind: 'open', depth: 2, inString: false })
    expect(bracketExtent('{"a', 0)).toEqual({ kind: 'open', depth: 1, inString: true })
    expect(bracketExtent('{"a": 1}', 0, 5)).toMatchObject({ kind: 'open' })
  })

  it('ends every JSON container where it ends', () => {
    const containers = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()))
    fc.assert(
      fc.property(containers, fc.string(), (value, after) => {
        const text = JSON.stringify(value)
        expect(bracketExtent(text + after, 0)).toEqual({ kind: 'complete', end: text.length })
      }),
    )
  })
})
