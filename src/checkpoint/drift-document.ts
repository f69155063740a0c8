import type { LeftOut } from './align-tensors.js'
import type { ComparedTensor } from './compare-tensors.js'
import type { DriftMeasures, Measure } from './drift-measures.js'
import { type Stillness, stillnessOf } from './frozen-share.js'
import type { RoundTrip } from './round-trip.js'
import type { GroupDrift } from './row-groups.js'
import type { Moments, Sums } from './row-sums.js'

export interface DriftTensor extends DriftMeasures {
  readonly name: string
  /** Of the second checkpoint; `dtypeBefore` where the first has another. */
  readonly dtype: string
  readonly dtypeBefore?: string
  readonly shape: readonly number[]
  readonly elements: number
  readonly rows: number
  /** Rows in which at least one element changed. */
  readonly rowsTouched: number
  /** Rows with NaN or infinities; left out where there are none. */
  readonly strangeRows?: number
  /** Share of weights that a step of the learning rate cannot move in bfloat16, and half a step. */
  readonly predictedFrozenShare?: number
  readonly predictedFrozenShareHalfStep?: number
  readonly stillness?: Stillness
}

/** A row of the vocabulary. */
export interface DriftRow extends DriftMeasures {
  readonly tensor: string
  readonly kind: 'token' | 'control'
  readonly id: number
  readonly token?: string
  /** (‖row‖ − mean) / standard deviation over all rows of the table, before and after. */
  readonly normZBefore: Measure
  readonly normZ: Measure
}

export interface DriftGroup extends GroupDrift {
  readonly tensor: string
  readonly group: string
  readonly kind: 'group' | 'control'
}

export interface DriftSide {
  readonly path: string
  readonly format: string
  readonly tensors: number
  readonly sizeBytes: number
}

/** What `assay drift --json` prints. */
export interface DriftDocument {
  readonly schema: 'assay.drift/1'
  readonly a: DriftSide
  readonly b: DriftSide
  readonly adapter?: string
  readonly learningRate?: number
  readonly seed: number
  readonly tensors: readonly DriftTensor[]
  readonly rows: readonly DriftRow[]
  readonly groups: readonly DriftGroup[]
  /** Over all elements that are compared in bfloat16. */
  readonly predictedFrozenShare?: number
  readonly predictedFrozenShareHalfStep?: number
  /** Share of equal elements over the same. */
  readonly identicalShare?: number
  /** A control for weights of float32: what rounding to bfloat16 alone would have changed. */
  readonly roundTrip?: RoundTrip
  readonly leftOut: readonly LeftOut[]
  readonly notices: readonly string[]
  /** What follows from the figures, a sentence each. */
  readonly conclusions: readonly string[]
}

/** @param hasRate whether weights were counted by a learning rate. */
export function driftTensor(compared: ComparedTensor, hasRate: boolean): DriftTensor {
  const { pair, sums, measures } = compared
  const predicted = hasRate ? frozenOf(compared) : undefined
  const { identicalShare } = measures
  return {
    name: pair.name,
    dtype: pair.b.dtype,
    ...(pair.a.dtype === pair.b.dtype ? {} : { dtypeBefore: pair.a.dtype }),
    shape: pair.b.shape,
    elements: sums.elements,
    ...measures,
    rows: sums.rows,
    rowsTouched: sums.rowsTouched,
    ...(sums.strangeRows === 0 ? {} : { strangeRows: sums.strangeRows }),
    ...(predicted === undefined
      ? {}
      : {
          predictedFrozenShare: predicted.step,
          predictedFrozenShareHalfStep: predicted.halfStep,
          ...(typeof identicalShare === 'number'
            ? { stillness: stillnessOf(identicalShare, predicted) }
            : {}),
        }),
  }
}

function frozenOf({ as, hasIdentity, sums }: ComparedTensor): { step: number; halfStep: number } | undefined {
  if (as !== 'bf16' || !hasIdentity || sums.elements === 0) return undefined
  return { step: 1 - sums.low / sums.elements, halfStep: 1 - sums.lower / sums.elements }
}

/** Predicted and observed shares over all tensors that are compared in bfloat16. */
export function frozenTotal(
  tensors: readonly DriftTensor[],
): Pick<DriftDocument, 'predictedFrozenShare' | 'predictedFrozenShareHalfStep' | 'identicalShare'> {
  let [elements, step, halfStep, identical] = [0, 0, 0, 0]
  for (const tensor of tensors) {
    const { predictedFrozenShare, predictedFrozenShareHalfStep, identicalShare } = tensor
    if (predictedFrozenShare === undefined || typeof identicalShare !== 'number') continue
    elements += tensor.elements
    step += predictedFrozenShare * tensor.elements
    halfStep += (predictedFrozenShareHalfStep ?? 0) * tensor.elements
    identical += identicalShare * tensor.elements
  }
  if (elements === 0) return {}
  return {
    predictedFrozenShare: step / elements,
    predictedFrozenShareHalfStep: halfStep / elements,
    identicalShare: identical / elements,
  }
}

/** Places of a row's length among all rows of its table. */
export function normZs(
  { squares, mixed, changes }: Sums,
  { normsBefore, normsAfter }: { readonly normsBefore: Moments; readonly normsAfter: Moments },
): Pick<DriftRow, 'normZBefore' | 'normZ'> {
  const after = Math.sqrt(Math.max(0, squares + 2 * mixed + changes))
  return { normZBefore: zOf(Math.sqrt(squares), normsBefore), normZ: zOf(after, normsAfter) }
}

function zOf(norm: number, { mean, deviation }: Moments): Measure {
  if (deviation > 0 && Number.isFinite(norm)) return (norm - mean) / deviation
  return { kind: 'unscored', reason: 'All rows have one length, or the row holds NaN or infinities.' }
}
