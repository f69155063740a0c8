import type { DriftDocument } from '../../checkpoint/drift-document.js'
import type { DriftMeasures, Measure } from '../../checkpoint/drift-measures.js'
import { csvLine } from '../../text/csv.js'

const MEASURES = [
  'cosine',
  'oneMinusCosine',
  'relativeNorm',
  'normChange',
  'meanAbs',
  'maxAbs',
  'identicalShare',
] as const satisfies readonly (keyof DriftMeasures)[]

const COLUMNS = [
  'kind',
  'tensor',
  'id',
  'token',
  'dtype',
  'shape',
  ...MEASURES,
  'rows',
  'rowsTouched',
  'predictedFrozenShare',
  'predictedFrozenShareHalfStep',
  'stillness',
  'normZBefore',
  'normZ',
] as const

type Cells = Partial<Record<(typeof COLUMNS)[number], string | number>>

/** Tensors, then rows, a line each; what is not measured is an empty cell. */
export function* driftCsv({ tensors, rows }: DriftDocument): Generator<string> {
  yield `${COLUMNS.join(',')}\r\n`
  for (const tensor of tensors) {
    const { name, dtype, shape, rows: rowCount, rowsTouched, stillness } = tensor
    yield line({
      kind: 'tensor',
      tensor: name,
      dtype,
      shape: shape.join('x'),
      ...measuresOf(tensor),
      rows: rowCount,
      rowsTouched,
      ...(tensor.predictedFrozenShare === undefined
        ? {}
        : { predictedFrozenShare: tensor.predictedFrozenShare }),
      ...(tensor.predictedFrozenShareHalfStep === undefined
        ? {}
        : { predictedFrozenShareHalfStep: tensor.predictedFrozenShareHalfStep }),
      ...(stillness === undefined ? {} : { stillness }),
    })
  }
  for (const row of rows) {
    yield line({
      kind: row.kind,
      tensor: row.tensor,
      id: row.id,
      token: row.token ?? '',
      ...measuresOf(row),
      normZBefore: cell(row.normZBefore),
      normZ: cell(row.normZ),
    })
  }
}

function measuresOf(measures: DriftMeasures): Cells {
  return Object.fromEntries(MEASURES.map((name) => [name, cell(measures[name])]))
}

function cell(measure: Measure): string | number {
  return typeof measure === 'number' ? measure : ''
}

function line(cells: Cells): string {
  return csvLine(COLUMNS.map((column) => String(cells[column] ?? '')))
}
