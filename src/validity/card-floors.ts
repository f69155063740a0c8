import type { CardFloor } from '../benchmark/generate/data-card.js'
import { type AuditRequest, AuditSubject } from './audit-subject.js'
import type { NullFloor } from './floors/null-floor.js'

/**
 * What null models score on a benchmark that was just made, for its data card: those of an audit, with their intervals.
 * Those that learn do so from other clusters than the item's.
 */
export async function cardFloors(
  request: Pick<AuditRequest, 'benchmark' | 'catalog' | 'seed' | 'pause'>,
): Promise<readonly CardFloor[]> {
  const floors = await new AuditSubject({ ...request, notify: () => undefined }).floors()
  return floors.map(cardFloor)
}

/** A floor of an audit as a data card holds it. */
export function cardFloor({
  id,
  kind,
  group,
  metric,
  value,
  interval,
  chance,
}: Pick<NullFloor, 'id' | 'kind' | 'group' | 'metric' | 'value' | 'interval' | 'chance'>): CardFloor {
  return {
    null: id,
    kind,
    ...(group === undefined ? {} : { group }),
    metric,
    value: rounded(value),
    ...(interval === undefined ? {} : { interval: [rounded(interval[0]), rounded(interval[1])] }),
    chance: rounded(chance),
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(6))
}
