import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TokenProbability } from '../reply.js'
import { choicesOf, labelGrammar, labelPattern, withChoices } from './choices.js'

const token = (text: string, probability: number): TokenProbability => ({
  text,
  logprob: Math.log(probability),
})

describe('choicesOf', () => {
  it('adds up the spellings of a label', () => {
    const tokens = [token('Yes', 0.5), token(' yes', 0.2), token('No', 0.1), token('YES', 0.05)]
    const choices = choicesOf(tokens, ['yes', 'no'])
    expect(Math.exp(choices?.yes ?? 0)).toBeCloseTo(0.75, 12)
    expect(Math.exp(choices?.no ?? 0)).toBeCloseTo(0.1, 12)
  })

  it('takes the beginning of a label where no other begins so', () => {
    expect(choicesOf([token('Y', 0.5), token('n', 0.25)], ['yes', 'no'])).toEqual({
      yes: Math.log(0.5),
      no: Math.log(0.25),
    })
    expect(choicesOf([token('opt', 0.5), token('option-b', 0.2)], ['option-a', 'option-b'])).toEqual({
      'option-b': Math.log(0.2),
    })
  })

  it('prefers the whole label to the beginning of a longer one', () => {
    expect(choicesOf([token('A', 0.5)], ['A', 'AB'])).toEqual({ A: Math.log(0.5) })
  })

  it('minds case where labels differ in nothing else', () => {
    expect(choicesOf([token('a', 0.5), token('A', 0.25)], ['a', 'A'])).toEqual({
      a: Math.log(0.5),
      A: Math.log(0.25),
    })
  })

  it('leaves out labels that are not listed, bounds and blanks, and says when there is none', () => {
    expect(choicesOf([token('A', 0.5), token(' ', 0.3)], ['A', 'B'])).toEqual({ A: Math.log(0.5) })
    expect(choicesOf([{ text: 'A', logprob: -1, bound: 'at-most' }], ['A', 'B'])).toBeUndefined()
    expect(choicesOf([token('<think>', 0.99)], ['A', 'B'])).toBeUndefined()
    expect(withChoices({ output: { text: 'A', stopReason: 'stop' } }, ['A'])).not.toHaveProperty('choices')
  })

  it('never gives more than all', () => {
    const listed = fc.array(
      fc.tuple(fc.constantFrom('A', ' a', 'B', 'C', 'x'), fc.integer({ min: 1, max: 100 })),
      {
        minLength: 1,
        maxLength: 20,
      },
    )
    fc.assert(
      fc.property(listed, (raw) => {
        const whole = raw.reduce((sum, [, weight]) => sum + weight, 0)
        const choices =
          choicesOf(
            raw.map(([text, weight]) => token(text, weight / whole)),
            ['A', 'B'],
          ) ?? {}
        const mass = Object.values(choices).reduce((sum, logprob) => sum + Math.exp(logprob), 0)
        expect(mass).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })
})

describe('constraints', () => {
  it('escape what a label holds', () => {
    expect(new RegExp(`^${labelPattern(['a.b', 'c|d', '$1'])}$`).test('a.b')).toBe(true)
    expect(new RegExp(`^${labelPattern(['a.b'])}$`).test('axb')).toBe(false)
    expect(labelGrammar(['A', 'say "hi"\n'])).toBe('root ::= "A" | "say \\"hi\\"\\n"')
  })
})
