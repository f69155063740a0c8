import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EngineSequence, EvaluationInput, GenerateNext } from './gguf-engine.js'
import { EngineLanes, STEP } from './gguf-lanes.js'

const WANTED: GenerateNext = { token: true, options: { temperature: 0 } }

/** A sequence that tells, behind a token, of all that it holds; `sizes` gets the tokens and outputs of each evaluation. */
function sequenceOf(sizes: (readonly [tokens: number, outputs: number])[]): EngineSequence {
  const held: number[] = []
  const feed = (input: readonly EvaluationInput[]) =>
    input.map((one) => {
      const [token, wanted] = typeof one === 'number' ? [one] : one
      held.push(token)
      return wanted === undefined ? undefined : { next: { token: digest(held) } }
    })
  return {
    contextTokens: held,
    get nextTokenIndex() {
      return held.length
    },
    clearHistory: async () => void held.splice(0),
    eraseContextTokenRanges: async ([range]) => void held.splice(range?.start ?? 0),
    evaluateWithoutGeneratingNewTokens: async (tokens) => void feed(tokens),
    evaluate: () => {
      throw new Error('not asked for')
    },
    async controlledEvaluate(input) {
      sizes.push([input.length, input.filter((one) => typeof one !== 'number').length])
      return feed(input)
    },
  }
}

function digest(tokens: readonly number[]): number {
  return tokens.reduce((sum, token) => (sum * 31 + token + 1) % 1_000_003, 7)
}

describe('lanes that are evaluated together', () => {
  it('tell of what a lane holds itself, in steps of one shape', async () => {
    const token = fc.integer({ min: 0, max: 50 })
    const work = fc.record({
      head: fc.array(token, { maxLength: 4 }),
      steps: fc.array(
        fc.record({
          keep: fc.double({ min: 0, max: 1, noNaN: true }),
          tokens: fc.array(token, { minLength: 1, maxLength: 7 }),
        }),
        { maxLength: 4 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(work, { minLength: 2, maxLength: 4 }), async (works) => {
        const sizes: (readonly [number, number])[] = []
        const lanes = new EngineLanes(works.map(() => sequenceOf(sizes)))
        await Promise.all(
          works.map(async ({ head, steps }, lane) => {
            await lanes.begin(lane, head, () => undefined)
            let held = head
            for (const { keep, tokens } of steps) {
              const from = head.length + Math.floor(keep * (held.length - head.length))
              held = [...held.slice(0, from), ...tokens]
              const next = await lanes.step(lane, { from, tokens, wanted: WANTED })
              expect(next?.token).toBe(digest(held))
            }
          }),
        )
        expect(sizes.every(([tokens, outputs]) => tokens === STEP && outputs === 1)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('feed a lone lane all that it has, and nothing else', async () => {
    const sizes: (readonly [number, number])[] = []
    const lanes = new EngineLanes([sequenceOf(sizes)])
    await lanes.begin(0, [1, 2], () => undefined)
    const next = await lanes.step(0, { from: 2, tokens: [3, 4, 5, 6, 7], wanted: WANTED })
    expect(next?.token).toBe(digest([1, 2, 3, 4, 5, 6, 7]))
    expect(sizes).toEqual([[5, 1]])
  })

  it('hand a failure to all that wait for the step', async () => {
    const broken: EngineSequence = {
      ...sequenceOf([]),
      controlledEvaluate: () => Promise.reject(new Error('no slot')),
    }
    const lanes = new EngineLanes([broken, sequenceOf([])])
    const step = { from: 0, tokens: [1], wanted: WANTED }
    const both = await Promise.allSettled([lanes.step(0, step), lanes.step(1, step)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(() => lanes.begin(2, [], () => undefined)).toThrow(/no lane 2/)
  })
})
