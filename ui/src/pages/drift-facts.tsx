import * as Plot from '@observablehq/plot'
import { type ReactNode, useMemo } from 'react'
import type { Measure } from '../../../src/checkpoint/drift-measures.js'
import type { DriftView } from '../../../src/report/pages/ladder-page.js'
import { Chart } from '../parts/chart.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { countText } from '../text/number-text.js'

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
    return [{ layer, matrix: matrix.replace(/\.weight$/, ''), change: relativeNorm }]
  })
  const layers = [...new Set(cells.map(({ layer }) => layer))].sort((x, y) => Number(x) - Number(y))
  const matrices = [...new Set(cells.map(({ matrix }) => matrix))]
  const moved = cells.filter(({ change }) => change > 0)
  const marginLeft = Math.min(220, 20 + 7 * Math.max(0, ...matrices.map((name) => name.length)))
  return (width) => ({
    width: Math.max(width, marginLeft + 24 * layers.length),
    height: 24 * matrices.length + 50,
    marginLeft,
    padding: 0.05,
    x: { domain: layers, label: 'layer', type: 'band' },
    y: { domain: matrices, label: null, type: 'band' },
    color: { type: 'log', scheme: 'blues', label: '‖b − a‖ / ‖a‖', legend: false },
    marks: [
      Plot.cell(
        cells.filter(({ change }) => change <= 0),
        { x: 'layer', y: 'matrix', fill: 'none', stroke: 'currentColor', strokeOpacity: 0.3 },
      ),
      Plot.cell(moved, {
        x: 'layer',
        y: 'matrix',
        fill: 'change',
        title: ({ change }: { readonly change: number }) => change.toExponential(2),
      }),
    ],
  })
}
