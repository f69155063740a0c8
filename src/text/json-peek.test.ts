import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJsonObject, parseJson } from './json.js'
import { peekJson } from './json-peek.js'

describe('peekJson', () => {
  it('sees whole values, and whether more follow', () => {
    expect(peekJson('{"a": [1, {"b": null}]}')).toMatchObject({ isWhole: true, hasMore: false })
    expect(peekJson('{"a": 1}\n{"a": 2}')).toMatchObject({ isWhole: true, hasMore: true })
    expect(peekJson('[1]\n\n')).toMatchObject({ value: [1], isWhole: true, hasMore: false })
    expect(peekJson('{} trailing')).toMatchObject({ isWhole: true, hasMore: false })
  })

  it('keeps what stands before a cut', () => {
    const peek = peekJson('{"name": "x", "list": [{"k": true}, {"text": "cut off he')
    expect(peek).toMatchObject({ isWhole: false, hasMore: false })
    expect(JSON.stringify(peek?.value)).toBe('{"name":"x","list":[{"k":true},{"text":""}]}')
  })

  it('keeps what stands before a fault', () => {
    const peek = peekJson('{"name": "x", "list": [1, 2,], "after": 1}')
    expect(isJsonObject(peek?.value) && Object.keys(peek.value)).toEqual(['name', 'list'])
  })

  it('is not there for what begins otherwise', () => {
    for (const text of ['', '  ', 'name: x', '"text"', '12', '<<a>>', '# {"a": 1}'])
      expect(peekJson(text)).toBeUndefined()
    expect(peekJson('\uFEFF {}')).toBeDefined()
  })

  it('ends at any depth', () => {
    expect(peekJson('['.repeat(100_000))).toMatchObject({ isWhole: false })
    expect(peekJson('{"a":'.repeat(100_000))).toMatchObject({ isWhole: false })
  })

  it('equals reading for a whole text, and never throws for a part of it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(), (text, cut) => {
        const whole = peekJson(text)
        if (whole !== undefined) {
          const reading = parseJson(text, { duplicateKeys: 'last' })
          expect(whole).toMatchObject({ isWhole: true, hasMore: false })
          expect(reading.kind === 'value' && reading.value).toEqual(whole.value)
        }
        const part = peekJson(text.slice(0, cut % (text.length + 1)))
        if (part?.isWhole) expect(part.value).toEqual(whole?.value)
      }),
    )
  })
})
