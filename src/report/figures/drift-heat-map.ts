import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import type { DriftTensor } from '../../checkpoint/drift-document.js'

/** Rows and columns of the largest figure: 200 layers and 40 kinds of matrices. */
const MAX_CELLS = 8_000

/** One tensor's place in the figure. */
interface Cell {
  readonly layer: string
  readonly matrix: string
  readonly value: number
}

/**
 * A heat map of the relative change ‖B − A‖ / ‖A‖ by layer and matrix, as SVG. Tensors outside of layers stand in a row of
 * their own below; what did not move, or is not measured, is left white. The colours are on a logarithmic scale.
 */
export function driftHeatMap(tensors: readonly DriftTensor[]): string {
  const cells = tensors.flatMap((tensor): readonly Cell[] => {
    const { relativeNorm } = tensor
    const measured = typeof relativeNorm === 'number' && relativeNorm > 0
    return measured ? [{ ...placeOf(tensor.name), value: relativeNorm }] : []
  })
  const shown = cells.slice(0, MAX_CELLS)
  const places = tensors.slice(0, MAX_CELLS).map(({ name }) => placeOf(name))
  const layers = [...new Set(places.map(({ layer }) => layer))].sort(byNumber)
  const matrices = [...new Set(places.map(({ matrix }) => matrix))]
  const values = shown.map(({ value }) => value)
  const range = values.length === 0 ? [1e-6, 1] : [Math.min(...values), Math.max(...values)]
  const { document } = parseHTML('<html><body></body></html>')
  const figure = Plot.plot({
    document,
    width: Math.max(480, 150 + 46 * matrices.length),
    height: Math.max(220, 190 + 18 * layers.length),
    marginLeft: 70,
    marginBottom: 150,
    marginTop: 40,
    style: { background: 'white', color: '#1f2430', fontFamily: 'system-ui, sans-serif', fontSize: '12px' },
    color: { type: 'log', scheme: 'YlOrRd', domain: range, label: '‖B − A‖ / ‖A‖' },
    x: { domain: matrices, label: null, tickRotate: -45 },
    y: { domain: layers, label: 'layer' },
    marks: [
      Plot.cell(shown, { x: 'matrix', y: 'layer', fill: 'value', inset: 0.5 }),
      Plot.text(shown, {
        x: 'matrix',
        y: 'layer',
        text: (cell: Cell) => shortly(cell.value),
        fontSize: 8,
        fill: (cell: Cell) => (darknessOf(cell.value, range) > DARK ? '#ffffff' : '#1f2430'),
      }),
      Plot.frame({ stroke: '#c9ccd3' }),
    ],
  })
  figure.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return `${figure.outerHTML}\n`
}

/** From this part of the colour scale on black letters cannot be read. */
const DARK = 0.6

/** Where a value lies on the logarithmic scale, 0 to 1; one value alone is drawn in the darkest colour. */
function darknessOf(value: number, [low = value, high = value]: readonly number[]): number {
  return high > low ? Math.log(value / low) / Math.log(high / low) : 1
}

function shortly(value: number): string {
  return value >= 0.01 ? value.toFixed(2) : value.toExponential(0)
}

const OUTSIDE = '–'

/** Layer and matrix of a name: the first number in it, and what follows. */
function placeOf(name: string): Pick<Cell, 'layer' | 'matrix'> {
  const [, layer, matrix] = /(?:^|\.)(\d+)\.(.+)$/.exec(name) ?? []
  const text = matrix === undefined ? name : matrix
  return { layer: layer ?? OUTSIDE, matrix: text.replace(/\.weight$/, '').slice(-40) }
}

function byNumber(left: string, right: string): number {
  if (left === OUTSIDE || right === OUTSIDE) return left === right ? 0 : left === OUTSIDE ? 1 : -1
  return Number(left) - Number(right)
}
