import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { townTool } from '../../../test/generators/town-catalog.js'
import { cardOf } from './tool-card.js'

describe('cardOf', () => {
  it('is one line whatever the tool says, and bounded', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(texts, texts, (name, text) => {
        const card = cardOf({ id: 'T1', tool: townTool({ name: name || 'x', service: 'S', text }) })
        expect(card.split(/[\n\r\u2028\u2029]/)).toHaveLength(1)
        expect(JSON.parse(card)).toMatchObject({ tool: 'T1' })
      }),
    )
    const long = townTool({ name: 'n'.repeat(9000), service: 's'.repeat(9000), text: 'word '.repeat(9000) })
    expect(cardOf({ id: 'T1', tool: long }, { isDetailed: true }).length).toBeLessThan(1400)
  })
})
