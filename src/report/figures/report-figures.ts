import type { ReportDocument } from '../document.js'
import { driftHeatMap } from './drift-heat-map.js'

export interface ReportFigure {
  /** File name, made of letters, digits and dashes. */
  readonly name: string
  readonly svg: string
}

/** Every chart that the report has data for. */
export function reportFigures({ pages }: ReportDocument): readonly ReportFigure[] {
  if (pages === undefined) return []
  const drifts = [
    ...(pages.ladder?.drifts ?? []),
    ...(pages.ladder?.ladders ?? []).flatMap(({ source, drift }) =>
      drift === undefined ? [] : [{ source, drift }],
    ),
  ]
  return drifts.map(({ source, drift }) => ({
    name: `${source}-drift.svg`,
    svg: driftHeatMap(drift.tensors),
  }))
}
