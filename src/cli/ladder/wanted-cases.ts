import type { BatteryId, LadderCase } from '../../ladder/ladder-case.js'
import type { RungId } from '../../ladder/rung.js'

/** Rungs that look at the answers, or the openings, of a battery. */
const LOOKED_AT: Readonly<Record<BatteryId, readonly RungId[]>> = {
  eval: [1],
  verbatim: [1, 3, 4],
  novel: [1, 3, 4],
  unseen: [1, 3, 4],
  suppression: [1, 3, 4],
  'unseen-tools': [1, 3],
  'multi-call': [1, 3],
  qualitative: [2],
  'no-preamble': [4],
  neutral: [4],
}

/** Cases that the wanted rungs look at; answers are asked only where more than first tokens is looked at. */
export function wantedCases(
  cases: readonly LadderCase[],
  rungs: ReadonlySet<RungId> | undefined,
): readonly LadderCase[] {
  if (rungs === undefined) return cases
  return cases.filter(({ battery }) => LOOKED_AT[battery].some((id) => rungs.has(id)))
}
