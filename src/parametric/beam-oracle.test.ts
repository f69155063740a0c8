import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beamSearch } from './beam-search.js'
import type { NextTokens } from './next-tokens.js'
import { TokenTrie } from './token-trie.js'

const VOCABULARY = 7
const NOTHING = -1e9

/** Log-probabilities by prefix, in single precision as no two are then equal by rounding. */
function model(seed: number): (prefix: readonly number[]) => Float64Array {
  return (prefix) => {
    const logits = Float64Array.from({ length: VOCABULARY }, (_, token) => {
      let state = seed + 1
      for (const part of [...prefix, token])
        state = Math.imul(state ^ (part + 7), 0x9e3779b1) ^ (state >>> 15)
      return ((state >>> 0) / 2 ** 32) * 5
    })
    const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0))
    return logits.map((logit) => logit - total)
  }
}

interface Settings {
  readonly width: number
  readonly maxNewTokens: number
  readonly lengthPenalty: number
  readonly earlyStopping: boolean | 'never'
  readonly end: readonly number[]
}

interface Row {
  readonly ids: readonly number[]
  readonly score: number
  readonly isDone: boolean
}

/** The same search in the terms of tensors: fixed numbers of rows, and −1e9 for what is not there. */
function tensorSearch(
  logprobsOf: (prefix: readonly number[]) => Float64Array,
  { width, maxNewTokens, lengthPenalty, earlyStopping, end }: Settings,
): readonly Row[] {
  const top = (rows: readonly Row[], count: number): readonly Row[] =>
    [...rows].sort((left, right) => right.score - left.score).slice(0, count)
  let running: readonly Row[] = Array.from({ length: width }, (_, at) => ({
    ids: [],
    score: at === 0 ? 0 : NOTHING,
    isDone: false,
  }))
  let finished: readonly Row[] = Array.from({ length: width }, () => ({
    ids: [],
    score: NOTHING,
    isDone: false,
  }))
  for (let length = 1; length <= maxNewTokens; length++) {
    const all = running.flatMap(({ ids, score }) =>
      [...logprobsOf(ids)].map((logprob, token) => ({
        ids: [...ids, token],
        score: score + logprob,
        isDone: false,
      })),
    )
    const candidates = top(all, 2 * width)
    const stops = candidates.map(({ ids }) => length === maxNewTokens || end.includes(ids.at(-1) ?? -1))
    running = top(
      candidates.map((row, at) => (stops[at] === true ? { ...row, score: row.score + NOTHING } : row)),
      width,
    )
    finished = top(
      [
        ...finished,
        ...candidates.map(({ ids, score }, at) => {
          const isDone = stops[at] === true && at < width
          return { ids, score: score / length ** lengthPenalty + (isDone ? 0 : NOTHING), isDone }
        }),
      ],
      width,
    )
    const reach = earlyStopping === 'never' && lengthPenalty > 0 ? maxNewTokens : length
    const best = (running[0]?.score ?? NOTHING) / reach ** lengthPenalty
    const isFull = finished.every(({ isDone }) => isDone)
    const worst = isFull ? (finished.at(-1)?.score ?? NOTHING) : NOTHING
    if (best <= worst || (isFull && earlyStopping === true) || stops.every(Boolean)) break
  }
  return finished.filter(({ isDone, score }) => isDone && score > NOTHING / 100)
}

describe('beamSearch, beside the same search written with tensors', () => {
  it('agrees for any width, length, penalty, stopping and number of end tokens', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.nat(),
          width: fc.integer({ min: 1, max: 6 }),
          maxNewTokens: fc.integer({ min: 1, max: 6 }),
          lengthPenalty: fc.constantFrom(-1, 0, 0.7, 1, 2),
          earlyStopping: fc.constantFrom<(boolean | 'never')[]>(true, false, 'never'),
          end: fc.constantFrom<(readonly number[])[]>([0], [0, 3], [6]),
        }),
        async ({ seed, ...settings }) => {
          const logprobsOf = model(seed)
          // Of several ends the likeliest alone.
          const withOneEnd = (prefix: readonly number[]): Float64Array => {
            const logprobs = logprobsOf(prefix)
            const best = Math.max(...settings.end.map((id) => logprobs[id] ?? 0))
            return logprobs.map((logprob, id) =>
              settings.end.includes(id) && logprob < best ? NOTHING * 10 : logprob,
            )
          }
          const next: NextTokens = {
            next: async (prefixes) => prefixes.map((prefix) => ({ logprobs: logprobsOf(prefix) })),
          }
          const found = await beamSearch({ next, ...settings })
          const expected = tensorSearch(withOneEnd, settings)
          expect(found.map(({ tokenIds }) => tokenIds.join(' '))).toEqual(
            expected.map(({ ids }) => ids.filter((id) => !settings.end.includes(id)).join(' ')),
          )
          for (const [at, { score }] of found.entries()) {
            expect(score).toBeCloseTo(expected[at]?.score ?? Number.NaN, 10)
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  it('agrees under a trie, where the mask is −∞', async () => {
    const ids = fc.array(fc.integer({ min: 1, max: VOCABULARY - 1 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.uniqueArray(ids, { minLength: 1, maxLength: 25, selector: (sequence) => sequence.join() }),
        fc.integer({ min: 1, max: 5 }),
        async (seed, sequences, width) => {
          const logprobsOf = model(seed)
          const trie = new TokenTrie(sequences)
          const masked = (prefix: readonly number[]): Float64Array => {
            const follow = new Set(
              sequences
                .filter((sequence) => sequence.slice(0, prefix.length).join() === prefix.join())
                .map((sequence) => sequence[prefix.length] ?? 0),
            )
            return logprobsOf(prefix).map((logprob, token) => (follow.has(token) ? logprob : NOTHING * 10))
          }
          const settings: Settings = {
            width,
            maxNewTokens: 5,
            lengthPenalty: 1,
            earlyStopping: false,
            end: [0],
          }
          const next: NextTokens = {
            next: async (prefixes) => prefixes.map((prefix) => ({ logprobs: logprobsOf(prefix) })),
          }
          const found = await beamSearch({ next, trie, ...settings })
          const expected = tensorSearch(masked, settings)
          expect(found.map(({ tokenIds }) => tokenIds.join(' '))).toEqual(
            expected.map(({ ids: row }) => row.filter((id) => id !== 0).join(' ')),
          )
        },
      ),
      { numRuns: 200 },
    )
  })
})
