import * as Plot from '@observablehq/plot'
import { type ReactNode, useMemo } from 'react'
import type { Measure } from '../../../src/checkpoint/drift-measures.js'
import type { DriftView } from '../../../src/report/pages/ladder-page.js'
import { Chart } from '../parts/chart.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { countText } from '../text/number-text.js'
import { visibleText } from '../text/visible.js'

/** How far weights moved: by layer and matrix as a heat map, then tensor by tensor and row by row. */
export function DriftFacts({ drift }: { readonly drift: DriftView }): ReactNode {
  const { a, b, tensors, rows, conclusions, notices, left } = drift
  const options = useMemo(() => chartOf(tensors), [tensors])
  return (
    <section>
      <h2>Drift</h2>
      <p className="quiet">
        <ForeignText text={a.path} /> to <ForeignText text={b.path} />
      </p>
      <ul>
        {[...conclusions, ...notices].map((text) => (
          <li key={text}>
            <ForeignText text={text} />
          </li>
        ))}
      </ul>
      <Chart
        label="Relative change by layer and matrix; the table below holds the numbers"
        options={options}
      />
      <p className="note">{rangeText(tensors)}</p>
      <details>
        <summary>{countText(tensors.length)} tensors</summary>
        <ScrollTable caption="Change of each tensor">
          <thead>
            <tr>
              <th scope="col">tensor</th>
              <th scope="col" className="number">
                ‖b − a‖ / ‖a‖
              </th>
              <th scope="col" className="number">
                1 − cosine
              </th>
              <th scope="col" className="number">
                norm change
              </th>
              <th scope="col" className="number">
                identical, %
              </th>
            </tr>
          </thead>
          <tbody>
            {tensors.map(({ name, relativeNorm, oneMinusCosine, normChange, identicalShare }) => (
              <tr key={name}>
                <th scope="row">
                  <ForeignText text={name} />
                </th>
                <Figure measure={relativeNorm} />
                <Figure measure={oneMinusCosine} />
                <Figure measure={normChange} />
                <Figure
                  measure={typeof identicalShare === 'number' ? 100 * identicalShare : identicalShare}
                />
              </tr>
            ))}
          </tbody>
        </ScrollTable>
        {left.tensors > 0 && <p className="note">{countText(left.tensors)} more are left out.</p>}
      </details>
      {rows.length > 0 && (
        <details>
          <summary>{countText(rows.length)} rows of the vocabulary</summary>
          <ScrollTable caption="Change of each row">
            <thead>
              <tr>
                <th scope="col">tensor</th>
                <th scope="col">kind</th>
                <th scope="col">token</th>
                <th scope="col" className="number">
                  ‖b − a‖ / ‖a‖
                </th>
                <th scope="col" className="number">
                  1 − cosine
                </th>
                <th scope="col" className="number">
                  norm, z
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ tensor, kind, id, token, relativeNorm, oneMinusCosine, normZ }) => (
                <tr key={`${tensor} ${kind} ${id}`}>
                  <td>
                    <ForeignText text={tensor} />
                  </td>
                  <td>{kind}</td>
                  <th scope="row">
                    <ForeignText text={token === undefined ? `#${id}` : `${token} #${id}`} />
                  </th>
                  <Figure measure={relativeNorm} />
                  <Figure measure={oneMinusCosine} />
                  <Figure measure={normZ} />
                </tr>
              ))}
            </tbody>
          </ScrollTable>
          {left.rows > 0 && <p className="note">{countText(left.rows)} more are left out.</p>}
        </details>
      )}
    </section>
  )
}

function Figure({ measure }: { readonly measure: Measure }): ReactNode {
  if (typeof measure !== 'number') {
    return (
      <td className="number unscored" title={measure.reason}>
        unscored
      </td>
    )
  }
  const isSmall = measure !== 0 && Math.abs(measure) < 1e-3
  return (
    <td className="number">{isSmall ? measure.toExponential(2) : `${Number(measure.toPrecision(4))}`}</td>
  )
}

function chartOf(tensors: DriftView['tensors']): (width: number) => Plot.PlotOptions {
  const cells = tensors.flatMap(({ name, relativeNorm }) => {
    if (typeof relativeNorm !== 'number') return []
    const [, layer = '–', matrix = name] = /(?:^|\.)(\d+)\.(.+)$/.exec(name) ?? []
    return [{ layer, matrix: visibleText(matrix.replace(/\.weight$/, '')), change: relativeNorm }]
  })
  const layers = [...new Set(cells.map(({ layer }) => layer))].sort((x, y) => Number(x) - Number(y))
  const matrices = [...new Set(cells.map(({ matrix }) => matrix))]
  const logs = cells.flatMap(({ change }) => (change > 0 ? [Math.log(change)] : []))
  const [low, high] = [Math.min(...logs), Math.max(...logs)]
  // Opacity instead of a scheme of colours: the strongest is what stands out, in light and in dark.
  const moved = cells.flatMap((cell) =>
    cell.change > 0
      ? [
          {
            ...cell,
            strength: high === low ? 1 : 0.12 + (0.88 * (Math.log(cell.change) - low)) / (high - low),
          },
        ]
      : [],
  )
  const named = 20 + 7 * Math.max(0, ...matrices.map((name) => name.length))
  return (width) => {
    const marginLeft = Math.min(named, 220, Math.round(0.45 * width))
    const every = Math.max(1, Math.ceil((20 * layers.length) / (width - marginLeft)))
    return {
      width: Math.min(width, marginLeft + 48 * Math.max(1, layers.length)),
      height: 24 * matrices.length + 50,
      marginLeft,
      padding: 0.05,
      x: { domain: layers, label: 'layer', type: 'band', ticks: layers.filter((_, at) => at % every === 0) },
      y: { domain: matrices, label: null, type: 'band' },
      marks: [
        Plot.cell(
          cells.filter(({ change }) => change <= 0),
          { x: 'layer', y: 'matrix', fill: 'none', stroke: 'currentColor', strokeOpacity: 0.3 },
        ),
        Plot.cell(moved, {
          x: 'layer',
          y: 'matrix',
          fill: 'var(--series-1)',
          fillOpacity: 'strength',
          title: ({ layer, matrix, change }: (typeof moved)[number]) =>
            `${matrix}, layer ${layer}: ${change.toExponential(2)}`,
        }),
      ],
    }
  }
}

/** From the faintest to the strongest colour. */
function rangeText(tensors: DriftView['tensors']): string {
  const changes = tensors.flatMap(({ relativeNorm }) =>
    typeof relativeNorm === 'number' && relativeNorm > 0 ? [relativeNorm] : [],
  )
  if (changes.length === 0) return 'Nothing moved.'
  const [low, high] = [Math.min(...changes), Math.max(...changes)].map((one) => one.toExponential(1))
  return `‖b − a‖ / ‖a‖ from ${low} (faintest) to ${high} (strongest), on a logarithmic scale. Hollow: unchanged. Layer –: outside the layers.`
}
