import type { Benchmark, McqItem, QaItem } from '../benchmark/item.js'
import type { Catalog } from '../catalog/catalog.js'
import type { TokenMap } from '../parametric/token-map.js'
import { type ProbePlan, planProbe } from '../probe/probe-plan.js'
import { ToolDisplays } from '../probe/tool-display.js'

/** A probe by tokens as `assay probe` plans it, without its controls: calibration holds figures against known ones. */
export function tokenProbe(catalog: Catalog, map: TokenMap, benchmark: Benchmark): ProbePlan {
  const items = benchmark.items.filter(
    (item): item is McqItem | QaItem => item.kind === 'mcq' || item.kind === 'qa',
  )
  const texts = new Map(
    map.entries.map(({ position, spelling }) => [
      position,
      spelling.kind === 'parts' ? spelling.parts.join('') : undefined,
    ]),
  )
  const displays = new ToolDisplays({ catalog, items, seed: 0, tokenOf: (position) => texts.get(position) })
  const { facts, display, showingsOf } = planProbe({ show: 'token', hasTokens: true, items, displays })
  return {
    facts: { ...facts, showings: ['token'], leftOut: {}, unshown: only(facts.unshown) },
    showingsOf: (item) => showingsOf(item).filter((showing) => showing === 'token'),
    display,
  }
}

function only({ token }: ProbePlan['facts']['unshown']): ProbePlan['facts']['unshown'] {
  return token === undefined ? {} : { token }
}
