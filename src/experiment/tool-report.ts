import type { Carried, CarriedItem } from './carry-items.js'
import type { CatalogExperiment, ToolChange } from './catalog-experiment.js'
import { type Contributions, type LostQuery, lostQueries, type WordWeight } from './lost-queries.js'
import type { Measured } from './measure-change.js'
import { type WorthTesting, worthTesting } from './worth-testing.js'

/** A tool with what became of its queries, to whom they went, by which words, and what would be worth testing. */
export interface ToolReport extends ToolChange {
  /** Its names after. */
  readonly toolsAfter: readonly string[]
  /** Tools that took lost queries, and how many each, most first; `undefined` stands for no tool at all. */
  readonly to: readonly { readonly tool: string | undefined; readonly queries: number }[]
  /** Over all lost queries together. */
  readonly lostWords: readonly WordWeight[]
  readonly lostQueries: readonly LostQuery[]
  readonly worthTesting: readonly WorthTesting[]
}

export interface ToolReportRequest {
  readonly experiment: CatalogExperiment
  readonly carried: Carried
  readonly measured: Measured
  readonly contributions: Contributions
}

/** Explains every tool of an experiment, in its order. */
export function toolReports(request: ToolReportRequest): readonly ToolReport[] {
  const { experiment, carried } = request
  const byTool = new Map<string, CarriedItem[]>()
  for (const item of carried.items) {
    for (const tool of item.tools) {
      const own = byTool.get(tool)
      if (own === undefined) byTool.set(tool, [item])
      else own.push(item)
    }
  }
  return experiment.tools.map((change) => reportOf(change, byTool.get(change.tool) ?? [], request))
}

/** Words told of a tool. */
const WORDS = 8

function reportOf(
  change: ToolChange,
  items: readonly CarriedItem[],
  { carried, measured, contributions }: ToolReportRequest,
): ToolReport {
  const lost = change.lost === 0 ? [] : lostQueries({ items, measured, contributions })
  const names = carried.places.get(change.tool) ?? [change.tool]
  const to = new Map<string | undefined, number>()
  const words = new Map<string, number>()
  for (const query of lost) {
    to.set(query.to, (to.get(query.to) ?? 0) + 1)
    for (const { word, weight } of query.lostWords) words.set(word, (words.get(word) ?? 0) + weight)
  }
  return {
    ...change,
    toolsAfter: names,
    to: Array.from(to, ([tool, queries]) => ({ tool, queries })).sort(
      (left, right) => right.queries - left.queries,
    ),
    lostWords: Array.from(words, ([word, weight]) => ({ word, weight }))
      .sort((left, right) => right.weight - left.weight)
      .slice(0, WORDS),
    lostQueries: lost,
    worthTesting: worthTesting({ tool: names[0] ?? change.tool, lost }),
  }
}
