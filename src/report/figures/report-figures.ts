import type { ReportDocument } from '../document.js'
import { callLevels } from './call-levels.js'
import { callOutcomes } from './call-outcomes.js'
import { driftHeatMap } from './drift-heat-map.js'
import { recallCurves } from './recall-curves.js'
import { scoreIntervals } from './score-intervals.js'
import { trajectoryCurve } from './trajectory-curve.js'

export interface ReportFigure {
  /** File name, made of letters, digits and dashes. */
  readonly name: string
  readonly svg: string
}

/** Every chart that the report has data for. */
export function reportFigures({ pages }: ReportDocument): readonly ReportFigure[] {
  if (pages === undefined) return []
  const { overview, retrieval, calls, ladder } = pages
  const figures: ReportFigure[] = []
  if (overview.scores.length > 0) figures.push({ name: 'scores.svg', svg: scoreIntervals(overview.scores) })
  for (const [place, curves] of byBenchmark(retrieval?.curves ?? []).entries()) {
    figures.push({ name: `recall-${place + 1}.svg`, svg: recallCurves(curves) })
  }
  if (calls !== undefined) {
    figures.push({ name: 'call-outcomes.svg', svg: callOutcomes(calls.results) })
    figures.push({ name: 'call-levels.svg', svg: callLevels(calls.results) })
  }
  for (const { source, drift, trajectory } of ladder?.ladders ?? []) {
    if (drift !== undefined) figures.push({ name: `${source}-drift.svg`, svg: driftHeatMap(drift.tensors) })
    if (trajectory !== undefined)
      figures.push({ name: `${source}-trajectory.svg`, svg: trajectoryCurve(trajectory) })
  }
  for (const { source, drift } of ladder?.drifts ?? []) {
    figures.push({ name: `${source}-drift.svg`, svg: driftHeatMap(drift.tensors) })
  }
  return figures
}

function byBenchmark<T extends { readonly benchmark: string }>(
  curves: readonly T[],
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const curve of curves) {
    const group = groups.get(curve.benchmark) ?? []
    group.push(curve)
    groups.set(curve.benchmark, group)
  }
  return [...groups.values()]
}
