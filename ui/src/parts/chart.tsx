import type * as Plot from '@observablehq/plot'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { visibleText } from '../text/visible.js'
import { shownText } from './foreign-text.js'
import { plotFigure } from './plot-figure.js'

/** A chart as wide as its place. The label says what it shows; the numbers stand in a table beside it. */
export function Chart({
  label,
  options,
}: {
  readonly label: string
  /** For a width in pixels; must be the same function while the data are. */
  readonly options: (width: number) => Plot.PlotOptions
}): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      // Steps of 20 pixels, so that dragging a window does not draw at every one.
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width / 20) * 20)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [])
  useEffect(() => {
    const element = place.current
    if (element === null || width === 0) return
    element.replaceChildren(plotFigure({ width, ...options(width) }))
  }, [width, options])
  return <div ref={place} className="chart" role="img" aria-label={visibleText(label)} />
}

/** A logarithmic axis of probabilities from below the lowest, but for 1e-4 at most, up to 1, with a tick at each power of ten. */
export function probabilityAxis(values: readonly number[], label: string): Plot.ScaleOptions {
  const low = Math.min(1e-4, ...values) / 2
  const decades = Array.from({ length: Math.floor(-Math.log10(low)) + 1 }, (_, at) => -at)
  const step = Math.ceil(decades.length / 7)
  return {
    type: 'log',
    domain: [low, 1],
    label,
    ticks: decades.filter((decade) => decade % step === 0).map((decade) => 10 ** decade),
    tickFormat: (value: number) => (value === 1 ? '1' : `1e${Math.round(Math.log10(value))}`),
  }
}

/** Colours of series, told apart in light and dark; the last stands for all that follow. */
export const seriesColours = [1, 2, 3, 4, 5, 6].map((at) => `var(--series-${at})`)

/** A line of a chart. */
export interface Series {
  readonly name: string
  readonly colour: string
  /** Drawn with hollow points. */
  readonly isHollow: boolean
}

/** Which line is whose. */
export function SeriesLegend({ series }: { readonly series: readonly Series[] }): ReactNode {
  return (
    <ul className="series">
      {series.map(({ name, colour, isHollow }) => (
        <li key={name}>
          <svg width="26" height="10" aria-hidden="true">
            <line x1="0" x2="26" y1="5" y2="5" stroke={colour} />
            <circle cx="13" cy="5" r="3.5" stroke={colour} fill={isHollow ? 'var(--paper)' : colour} />
          </svg>{' '}
          <bdi>{shownText(name)}</bdi>
        </li>
      ))}
    </ul>
  )
}
