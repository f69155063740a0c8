import * as Plot from '@observablehq/plot'
import { type ReactNode, useMemo } from 'react'
import type { OpeningStrip } from '../../../src/report/pages/ladder-page.js'
import { Chart, probabilityAxis } from '../parts/chart.js'
import { visibleText } from '../text/visible.js'

/** Probability of the trigger as first token, a point a prompt; hollow: an upper bound. */
export function LadderOpenings({ openings }: { readonly openings: readonly OpeningStrip[] }): ReactNode {
  const options = useMemo(() => chartOf(openings), [openings])
  return (
    <>
      <h3>Probability of a call as the first token</h3>
      <Chart
        label={`A point a prompt: ${openings.map((strip) => `${nameOf(strip)} ${strip.points.length}`).join(', ')}`}
        options={options}
      />
      <p className="note">A point a prompt, on a logarithmic scale. Hollow: at most this much.</p>
    </>
  )
}

function nameOf({ battery, position, needsCall }: OpeningStrip): string {
  const need = needsCall === undefined ? '' : needsCall ? ', needs a call' : ', needs none'
  return visibleText(`${battery}, ${position}${need}`)
}

function chartOf(openings: readonly OpeningStrip[]): (width: number) => Plot.PlotOptions {
  const points = openings.flatMap((strip) =>
    strip.points.map(({ logprob, isBound }, at) => ({
      name: nameOf(strip),
      p: Math.max(1e-12, Math.exp(logprob)),
      // Spread evenly by place, so that the same report always draws the same picture.
      dy: ((at * 7) % 13) - 6,
      isBound,
    })),
  )
  const names = [...new Set(openings.map(nameOf))]
  return () => ({
    height: 52 * names.length + 60,
    marginTop: 8,
    marginLeft: 16,
    x: probabilityAxis(
      points.map(({ p }) => p),
      'P(first)',
    ),
    fy: { domain: names, axis: null },
    y: { domain: [-14, 22], axis: null },
    marks: [
      Plot.text(names, { fy: (name: string) => name, frameAnchor: 'top-left', text: (name: string) => name }),
      Plot.dot(
        points.filter(({ isBound }) => !isBound),
        { fy: 'name', x: 'p', y: ({ dy }) => -dy - 3, r: 2.5, fill: 'var(--series-1)', fillOpacity: 0.6 },
      ),
      Plot.dot(
        points.filter(({ isBound }) => isBound),
        { fy: 'name', x: 'p', y: ({ dy }) => -dy - 3, r: 2.5, stroke: 'var(--series-1)', fill: 'none' },
      ),
    ],
  })
}
