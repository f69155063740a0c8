import * as Plot from '@observablehq/plot'

/** A chart as an element, fit for a page that refuses styles which come later and names the whole picture itself. */
export function plotFigure(options: Plot.PlotOptions): Element {
  const figure = Plot.plot({ className: 'plot', ...options })
  // The page's policy refuses styles that come later; parts.css has what the chart needs.
  for (const style of figure.querySelectorAll('style')) style.remove()
  // The place names the whole chart; names of its groups, which have no role, are forbidden by ARIA.
  for (const part of figure.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label')
  return figure
}
