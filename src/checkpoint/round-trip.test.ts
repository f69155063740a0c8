import { describe, expect, it } from 'vitest'
import {
  bf16,
  checkpointHost,
  float32,
  plainComparer,
  safetensorsFile,
} from '../../test/generators/checkpoint-files.js'
import { randomStream } from '../numeric/random.js'
import type { DriftDocument } from './drift-document.js'
import { measureDrift } from './measure-drift.js'
import { openCheckpoint } from './open-checkpoint.js'
import { bf16Of } from './round-weights.js'

const random = randomStream(3, 'round trip')
const weights = Float32Array.from({ length: 5000 }, () => random.uniform() - 0.5)
const rounded = (values: Float32Array): Float32Array =>
  new Float32Array(Uint32Array.from(new Uint32Array(values.buffer), (word) => bf16Of(word) << 16).buffer)

async function drift(
  a: Uint8Array,
  b: Uint8Array,
  dtype: 'F32' | 'BF16' = 'F32',
  count = 5000,
): Promise<DriftDocument> {
  const file = (data: Uint8Array) => safetensorsFile({ w: { dtype, shape: [count / 50, 50], data } })
  const host = checkpointHost({ 'a.safetensors': file(a), 'b.safetensors': file(b) })
  return measureDrift({
    a: { path: 'a.safetensors', checkpoint: await openCheckpoint('a.safetensors', host) },
    b: { path: 'b.safetensors', checkpoint: await openCheckpoint('b.safetensors', host) },
    tokens: [],
    groups: [],
    ordinary: () => '',
    seed: 0,
    parts: host.parts,
    comparer: plainComparer(host.parts),
    signal: new AbortController().signal,
    progress: () => undefined,
  })
}

describe('bf16RoundTrip', () => {
  it('is the drift of the weights against themselves, rounded, and is recognised', async () => {
    const { roundTrip, tensors, conclusions } = await drift(
      float32([...weights]),
      float32([...rounded(weights)]),
    )
    expect(roundTrip).toMatchObject({ tensors: 1, elements: 5000, explainedShare: 1 })
    expect(roundTrip?.relativeNorm).toBeCloseTo(tensors[0]?.relativeNorm as number, 12)
    expect(roundTrip?.identicalShare).toBe(tensors[0]?.identicalShare)
    expect(conclusions.at(-1)).toMatch(/^B is A rounded to bfloat16: 100.0 % of 5,000 weights/)
  })

  it('stands beside what training did', async () => {
    const trained = weights.map((value) => value * 1.01)
    const { roundTrip, conclusions } = await drift(float32([...weights]), float32([...trained]))
    expect(roundTrip?.explainedShare).toBeLessThan(0.05)
    expect(conclusions.at(-1)).toMatch(/^Control: a mere round trip through bfloat16 changes/)
  })

  it('says nothing of weights that bfloat16 holds, or that are kept in it', async () => {
    const whole = float32(Array.from({ length: 100 }, (_, at) => at))
    expect((await drift(whole, whole, 'F32', 100)).conclusions.join(' ')).not.toContain('round')
    const stored = bf16(Array.from({ length: 100 }, (_, at) => at))
    expect(await drift(stored, stored, 'BF16', 100)).not.toHaveProperty('roundTrip')
  })

  it('looks at a million weights of large tensors, evenly spread', async () => {
    const count = 1_200_000
    const large = Float32Array.from({ length: count }, (_, at) => weights[at % 5000] as number)
    const data = new Uint8Array(large.buffer)
    const { roundTrip } = await drift(data, data, 'F32', count)
    expect(roundTrip?.elements).toBe(1 << 20)
    const small = await drift(float32([...weights]), float32([...weights]))
    expect(roundTrip?.relativeNorm).toBeCloseTo(small.roundTrip?.relativeNorm as number, 4)
  })
})
