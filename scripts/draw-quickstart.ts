/**
 * Draws the README's picture from a report: recall by depth and tier, one panel a subject, with the 95 % interval and
 * the ceiling. Usage: npx unrun scripts/draw-quickstart.ts runs/<id>/report.json docs/images/quickstart.svg
 */
import { readFile, writeFile } from 'node:fs/promises'
import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import type { ReportDocument } from '../src/report/document.js'

const [reportPath, picturePath] = process.argv.slice(2)
if (reportPath === undefined || picturePath === undefined) {
  throw new Error('Usage: draw-quickstart.ts <report.json> <picture.svg>')
}
const report = JSON.parse(await readFile(reportPath, 'utf8')) as ReportDocument
const tables = report.sections.flatMap((section) => section.tables)
const points = tables.flatMap(({ subject, scores }) =>
  scores.flatMap((score) => {
    const isShown =
      score.kind === 'scored' &&
      score.metric === 'recall' &&
      score.group === undefined &&
      score.tier !== 'all'
    if (!isShown) return []
    const [low, high] = score.interval ?? score.itemInterval ?? [score.value, score.value]
    return [
      { subject, k: `${score.k}`, tier: score.tier, value: score.value, low, high, ceiling: score.ceiling },
    ]
  }),
)
const { document } = parseHTML('<html><body></body></html>')
const subjects = [...new Set(points.map((point) => point.subject))]
const shift: Readonly<Record<string, number>> = { easy: -7, medium: 0, hard: 7 }
const tiers = Object.keys(shift)

const chart = Plot.plot({
  document,
  width: 880,
  height: 340,
  marginLeft: 50,
  marginTop: 56,
  style: { background: 'white', color: '#1f2430', fontFamily: 'system-ui, sans-serif', fontSize: '13px' },
  color: { domain: tiers, range: ['#1b7f5c', '#3366cc', '#b3432b'] },
  fx: { label: null, padding: 0.08, domain: subjects },
  x: { label: 'k', type: 'point', domain: [...new Set(points.map((point) => point.k))] },
  y: { label: '↑ recall@k: share of the needed tools among the first k', domain: [0, 1], grid: true },
  marks: [
    Plot.ruleY([0]),
    ...tiers.flatMap((tier, row) => {
      const ofTier = points.filter((point) => point.tier === tier)
      const place = { fx: 'subject', x: 'k', dx: shift[tier] ?? 0 }
      return [
        Plot.line(ofTier, {
          ...place,
          y: 'ceiling',
          stroke: 'tier',
          strokeDasharray: '2,4',
          strokeOpacity: 0.7,
        }),
        Plot.ruleX(ofTier, {
          ...place,
          y1: 'low',
          y2: 'high',
          stroke: 'tier',
          strokeWidth: 1.5,
          strokeOpacity: 0.55,
        }),
        Plot.line(ofTier, { ...place, y: 'value', stroke: 'tier', strokeWidth: 1.5 }),
        Plot.dot(ofTier, { ...place, y: 'value', fill: 'tier', r: 3.5 }),
        Plot.text([{ subject: subjects.at(-1), tier }], {
          fx: 'subject',
          text: 'tier',
          fill: 'tier',
          fontWeight: 'bold',
          frameAnchor: 'top-right',
          dx: (row - 2) * 72,
          dy: -38,
        }),
      ]
    }),
    Plot.text([{ subject: subjects[0] }], {
      fx: 'subject',
      text: () => 'bars: 95 % intervals · dashes: ceiling',
      frameAnchor: 'top-left',
      dx: 0,
      dy: -38,
      fill: '#5a6172',
    }),
  ],
})
chart.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
await writeFile(picturePath, `${chart.outerHTML}\n`)
