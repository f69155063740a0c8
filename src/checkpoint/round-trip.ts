import type { FileParts } from '../ports.js'
import { countText, percentText } from '../text/number-text.js'
import type { TensorPair } from './align-tensors.js'
import type { Measure } from './drift-measures.js'
import { PairReader } from './pair-reader.js'
import { bf16Of } from './round-weights.js'
import type { CheckpointFile } from './tensor.js'

/** What a mere round trip through bfloat16 does to weights that are kept in float32: a control beside what training did. */
export interface RoundTrip {
  /** Tensors of float32 on both sides. */
  readonly tensors: number
  /** Weights that were looked at. */
  readonly elements: number
  /** ‖bf16(A) − A‖ / ‖A‖ */
  readonly relativeNorm: Measure
  /** Share of A's weights that bfloat16 holds as they are. */
  readonly identicalShare: number
  /** Share of B's weights that are A's, rounded to bfloat16. */
  readonly explainedShare: number
}

/** Weights that are looked at in all: enough for three digits of a ratio of sums. */
const SAMPLE = 1 << 20
const STRETCH = 4096

/**
 * Measures the round trip over stretches that are spread evenly over all float32 tensors. A change as large as this is what
 * saving in bfloat16 and loading again does; weights of which almost all are A's, rounded, were not trained at all.
 *
 * @returns undefined where no tensor is float32 on both sides.
 * @throws {InputError} `checkpoint-broken`, `file-unreadable`; the signal's reason.
 */
export async function bf16RoundTrip(
  pairs: readonly TensorPair[],
  {
    files,
    parts,
    signal,
  }: {
    readonly files: { readonly a: readonly CheckpointFile[]; readonly b: readonly CheckpointFile[] }
    readonly parts: FileParts
    readonly signal: AbortSignal
  },
): Promise<RoundTrip | undefined> {
  const wide = pairs.filter(
    ({ a, b, update }) => a.dtype === 'F32' && b.dtype === 'F32' && update === undefined,
  )
  const sizes = wide.map(({ rows, length }) => rows * length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total === 0) return undefined
  let [elements, identical, explained, changes, squares] = [0, 0, 0, 0, 0]
  for (const [at, pair] of wide.entries()) {
    const reader = new PairReader(pair, files, parts)
    for (const { start, length } of stretchesOf(sizes[at] as number, total)) {
      signal.throwIfAborted()
      const { a, b } = await reader.words({ start, length, rows: 1 })
      const values = new Float32Array(a.buffer)
      const rounded = Uint32Array.from(a, (word) => bf16Of(word) << 16)
      const after = new Float32Array(rounded.buffer)
      for (let index = 0; index < length; index++) {
        const value = values[index] as number // within the stretch
        if (rounded[index] === a[index]) identical++
        if (rounded[index] === b[index]) explained++
        changes += ((after[index] as number) - value) ** 2
        squares += value * value
      }
      elements += length
    }
  }
  const isMeasured = squares > 0 && Number.isFinite(squares) && Number.isFinite(changes)
  return {
    tensors: wide.length,
    elements,
    relativeNorm: isMeasured
      ? Math.sqrt(changes / squares)
      : { kind: 'unscored', reason: 'The weights are zero, NaN or infinite.' },
    identicalShare: identical / elements,
    explainedShare: explained / elements,
  }
}

/** A tensor's share of the sample, in stretches with even gaps; all of it where everything is looked at. */
function* stretchesOf(
  size: number,
  total: number,
): Generator<{ readonly start: number; readonly length: number }> {
  const wanted = total <= SAMPLE ? size : Math.max(1, Math.floor((size / total) * SAMPLE))
  const count = Math.ceil(wanted / STRETCH)
  for (let at = 0; at < count; at++) {
    const length = Math.min(STRETCH, wanted - at * STRETCH)
    const start = total <= SAMPLE ? at * STRETCH : Math.floor((at * (size - length)) / Math.max(1, count - 1))
    yield { start, length }
  }
}

/** From this share on B is said to be A, rounded. */
const ROUNDED = 0.999

/** What the round trip says of a comparison; nothing where it explains nothing. */
export function roundTripSentence({
  relativeNorm,
  identicalShare,
  explainedShare,
  elements,
}: RoundTrip): string | undefined {
  if (typeof relativeNorm !== 'number' || identicalShare >= ROUNDED) return undefined
  const size = `changes float32 weights by ‖Δ‖/‖A‖ ${relativeNorm.toPrecision(3)}`
  if (explainedShare < ROUNDED) return `Control: a mere round trip through bfloat16 ${size}.`
  return `B is A rounded to bfloat16: ${percentText(explainedShare)} of ${countText(elements)} weights looked at are A's, rounded, which ${size}.`
}
