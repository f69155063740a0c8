import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'

/** A chart as SVG, on white, in the type of the others. Texts in it are escaped by the document that it is made in. */
export function plotSvg(options: Omit<Plot.PlotOptions, 'document' | 'style'>): string {
  const { document } = parseHTML('<html><body></body></html>')
  const figure = Plot.plot({
    document,
    style: { background: 'white', color: '#1f2430', fontFamily: 'system-ui, sans-serif', fontSize: '12px' },
    ...options,
  })
  figure.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return `${figure.outerHTML}\n`
}
