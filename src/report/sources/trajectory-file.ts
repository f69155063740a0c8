import type { BoundedProbability } from '../../ladder/opening/bounded-statistics.js'
import type { TrajectoryRow } from '../../ladder/trajectory/trajectory-rows.js'
import { readCsv } from '../../text/csv.js'
import { given } from '../../text/json-members.js'

/** Reads `trajectory.csv` of a ladder back; none where it is no such file. */
export function readTrajectory(text: string): readonly TrajectoryRow[] {
  const reading = readCsv(text)
  if (reading.kind === 'fault') return []
  const [head, ...rows] = reading.rows
  const columns = new Map(head?.cells.map((name, place) => [name, place]))
  if (!columns.has('ckpt') || !columns.has('p_geo')) return []
  return rows.map(({ cells }) => {
    const cell = (name: string): string => cells[columns.get(name) ?? -1] ?? ''
    const n = Number(cell('wellformed_n'))
    return {
      name: cell('ckpt'),
      ...given('phase', cell('phase') || undefined),
      ...given('step', numberOf(cell('step'))),
      ...given('tokens', numberOf(cell('tokens'))),
      ...given('geometricMean', boundedOf(cell('p_geo'))),
      ...given('median', boundedOf(cell('p_med'))),
      ...given('min', boundedOf(cell('p_min'))),
      ...given('max', boundedOf(cell('p_max'))),
      ...given('gatingAuc', numberOf(cell('gating_auc'))),
      wellFormed: { right: Number(cell('wellformed_k')) || 0, n: Number.isFinite(n) ? n : 0 },
      lenient: { right: 0, n: 0 },
      ...given('weights', cell('dtype') || undefined),
      ...given('fingerprint', cell('hash') || undefined),
    }
  })
}

function numberOf(text: string): number | undefined {
  const value = Number(text)
  return text === '' || !Number.isFinite(value) ? undefined : value
}

/** `<=` before a number that is an upper bound alone. */
function boundedOf(text: string): BoundedProbability | undefined {
  const isBound = text.startsWith('<=')
  const atMost = numberOf(isBound ? text.slice(2) : text)
  return atMost === undefined ? undefined : { atLeast: isBound ? 0 : atMost, atMost }
}
