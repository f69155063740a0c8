import { holmAdjusted } from '../stats/holm.js'
import type { PairedItem } from '../stats/paired-items.js'
import type { CarriedItem } from './carry-items.js'
import {
  type Aspect,
  type Change,
  changeOf,
  falseCalls,
  type Measured,
  pairsOf,
  selection,
  settle,
} from './measure-change.js'

export interface ExperimentRequest {
  readonly items: readonly CarriedItem[]
  readonly measured: Measured
  /** The smallest difference that matters, in (0, 1]. */
  readonly margin: number
  readonly seed: number
  readonly permutations: number
}

/** What became of the items whose gold holds one tool. */
export interface ToolChange extends Change {
  /** Name before. */
  readonly tool: string
  /** What its items count by: clusters, or items where each tool has but one cluster. */
  readonly units: 'clusters' | 'items'
}

/** What a change of the catalog did to one subject. */
export interface CatalogExperiment {
  /** `selection` decides; of models `false-calls` stands beside it. Holm over these. */
  readonly overall: readonly [Change, ...Change[]]
  /** Tools that gold holds, those that changed most surely first. Holm over all of them. */
  readonly tools: readonly ToolChange[]
  /** Items that one side has no answer to: unmeasured, neither won nor lost. */
  readonly unmeasured: readonly string[]
}

/**
 * Compares two catalogs by the same items. The difference of all items, its interval and its test are those of
 * `comparePaired`: trials are averaged within an item, clusters flip signs together. Then each tool by the items whose gold
 * holds it, p adjusted by Holm over all tools.
 *
 * Within a tool, clusters are the units as well, but where most tools have all their items in one cluster (their service,
 * say): such clusters tell services apart, not queries, and the items of a tool are then its units. Six units are the fewest that
 * can show anything.
 *
 * @throws {InputError} `nothing-paired` when no item was answered on both sides; what `comparePaired` throws.
 */
export function catalogExperiment(request: ExperimentRequest): CatalogExperiment {
  const { items, measured, margin } = request
  const paired = new Set(pairsOf(items, measured, selection).map(({ id }) => id))
  return {
    overall: overallChanges(request),
    tools: toolChanges(request).map((change) =>
      settle(change, { adjustedP: change.adjustedP, margin, better: 'higher' }),
    ),
    unmeasured: items.filter(({ id }) => !paired.has(id)).map(({ id }) => id),
  }
}

function overallChanges(request: ExperimentRequest): readonly [Change, ...Change[]] {
  const { items, measured, margin } = request
  const test = (aspect: Aspect, pairs: readonly PairedItem[]) => ({
    aspect,
    change: changeOf({ ...request, aspect, pairs }),
  })
  const beside = pairsOf(items, measured, falseCalls)
  const first = test(selection, pairsOf(items, measured, selection))
  const others = beside.length === 0 ? [] : [test(falseCalls, beside)]
  const adjusted = holmAdjusted([first, ...others].map(({ change }) => change.p))
  const settled = ({ aspect, change }: typeof first, at: number): Change =>
    settle(change, { adjustedP: adjusted[at] as number, margin, better: aspect.better }) // one p a change
  return [settled(first, 0), ...others.map((other, at) => settled(other, at + 1))]
}

/** Beyond these, p is fine enough however many tools Holm multiplies it by. */
const MOST_PERMUTATIONS = 1_000_000
/** Permutations for each tool, so that the smallest p, times the number of tools, is an eighth of 5 %. */
const PERMUTATIONS_A_TOOL = 160

function toolChanges(request: ExperimentRequest): readonly ToolChange[] {
  const { items, measured, permutations } = request
  const byTool = new Map<string, CarriedItem[]>()
  for (const item of items) {
    for (const tool of item.tools) {
      const own = byTool.get(tool)
      if (own === undefined) byTool.set(tool, [item])
      else own.push(item)
    }
  }
  const groups = Array.from(byTool, ([tool, own]) => ({
    tool,
    pairs: pairsOf(own, measured, selection),
  })).filter(({ pairs }) => pairs.length > 0)
  const several = groups.filter(({ pairs }) => pairs.length > 1)
  const divided = several.filter(({ pairs }) => isDivided(pairs))
  const units = 2 * divided.length > several.length ? 'clusters' : 'items'
  const fine = Math.max(permutations, Math.min(MOST_PERMUTATIONS, PERMUTATIONS_A_TOOL * groups.length))
  const changes = groups.map(({ tool, pairs }): ToolChange => {
    const own = units === 'clusters' ? pairs : pairs.map(({ cluster: _, ...pair }) => pair)
    return { ...changeOf({ ...request, aspect: selection, pairs: own, permutations: fine }), tool, units }
  })
  const adjusted = holmAdjusted(changes.map(({ p }) => p))
  return changes
    .map((change, at) => ({ ...change, adjustedP: adjusted[at] as number })) // one p a change
    .sort((left, right) => left.p - right.p || left.difference - right.difference)
}

/** Whether clusters part the items of one tool. */
function isDivided(pairs: readonly PairedItem[]): boolean {
  return new Set(pairs.map(({ cluster }) => cluster)).size > 1
}
