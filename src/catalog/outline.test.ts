import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../text/json.js'
import { peekJson } from '../text/json-peek.js'
import { outlineOf } from './outline.js'

const outline = (text: string) => outlineOf('f', memoryFiles({ f: text }))

/** Kinds and keys of a value, its texts aside. */
function shapeOf(value: JsonValue): unknown {
  if (isJsonArray(value)) return value.map(shapeOf)
  if (!isJsonObject(value)) return typeof value
  return Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)])
}

describe('outlineOf', () => {
  it('shows what stands behind a long text', async () => {
    const text = JSON.stringify({
      tools: [{ name: 'a', description: 'x'.repeat(1_000_000), inputSchema: {} }],
    })
    const seen = (await outline(text)) ?? ''
    expect(seen.length).toBeLessThan(1000)
    expect(shapeOf(peekJson(seen)?.value ?? null)).toEqual(shapeOf(JSON.parse(text) as JsonValue))
  })

  it('leaves short texts as they are, and what is no JSON alone', async () => {
    const text = '\uFEFF [{"name": "a\\"b", "description": "é"}]\n{"x": 1}\n'
    expect(await outline(text)).toBe(text.slice(1))
    expect(await outline('openapi: 3.1.0\n')).toBeUndefined()
    expect(await outline('')).toBeUndefined()
  })

  it('keeps the shape whatever the long texts hold: quotes, escapes, any script', async () => {
    const long = fc
      .array(fc.constantFrom('\\', '"', 'é', '\u0001', '𝒳', 'word ', '\ud800', '{', ']'), {
        minLength: 1,
        maxLength: 6,
      })
      .map((parts) => parts.join('').repeat(300))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: fc.string(), description: long }), { minLength: 1 }),
        async (list) => {
          const text = JSON.stringify(list)
          const peek = peekJson((await outline(text)) ?? '')
          expect(peek?.isWhole).toBe(true)
          expect(shapeOf(peek?.value ?? null)).toEqual(shapeOf(list))
        },
      ),
      { numRuns: 40 },
    )
  })
})
