import * as Plot from '@observablehq/plot'
import { type ReactNode, useEffect, useRef, useState } from 'react'

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
    const figure = Plot.plot({ className: 'plot', width, ...options(width) })
    // The page's policy refuses styles that come later; parts.css has what the chart needs.
    for (const style of figure.querySelectorAll('style')) style.remove()
    // The place names the whole chart; names of its groups, which have no role, are forbidden by ARIA.
    for (const part of figure.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label')
    element.replaceChildren(figure)
  }, [width, options])
  return <div ref={place} className="chart" role="img" aria-label={label} />
}

/** Powers of ten as `1e-3` on a logarithmic axis of probabilities; other ticks stay bare. */
export function decadeText(value: number): string {
  const decade = Math.log10(value)
  if (Math.abs(decade - Math.round(decade)) > 1e-6) return ''
  return value === 1 ? '1' : `1e${Math.round(decade)}`
}

/** Colours of series, told apart in light and dark; the last stands for all that follow. */
export const seriesColours = [1, 2, 3, 4, 5, 6].map((at) => `var(--series-${at})`)

/** Which colour is whose. */
export function SeriesLegend({ names }: { readonly names: readonly string[] }): ReactNode {
  return (
    <ul className="series">
      {names.map((name, at) => (
        <li key={name}>
          <svg width="22" height="10" aria-hidden="true">
            <line
              x1="0"
              x2="22"
              y1="5"
              y2="5"
              stroke={seriesColours[Math.min(at, seriesColours.length - 1)]}
            />
          </svg>{' '}
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
