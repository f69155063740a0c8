import { type CallTask, callTaskOf, OfferShelf } from '../../benchmark/call-item.js'
import type { Benchmark, RetrievalItem } from '../../benchmark/item.js'
import { resolveItems } from '../../benchmark/resolve.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { OutputReaderOptions } from '../../score/calls/read-output.js'
import { isJsonObject } from '../../text/json.js'
import type { ToolTable } from '../../toolcall/tool-table.js'
import { callJudge } from './call-judge.js'
import { mcqJudge, qaJudge } from './choice-judge.js'
import type { ItemJudge } from './item-judge.js'
import { selectionJudge } from './selection-judge.js'

export interface JudgeOptions extends OutputReaderOptions {
  readonly catalog?: Catalog
}

/**
 * Who reads samples of each item, by id. Dialogues have a page of their own, and retrieval items need the catalog.
 *
 * @throws {InputError} `item-invalid`, `gold-invalid`.
 */
export function benchmarkJudges({ items }: Benchmark, options: JudgeOptions): ReadonlyMap<string, ItemJudge> {
  const { catalog } = options
  const judges = new Map<string, ItemJudge>()
  const shelf = new OfferShelf()
  const tables = new WeakMap<CallTask['tools'], ToolTable>()
  for (const item of items) {
    if (item.kind === 'mcq') judges.set(item.id, mcqJudge(item))
    else if (item.kind === 'qa') judges.set(item.id, qaJudge(item))
    else if (item.kind === 'call') {
      const { ladder } = item.json
      const isOpen = isJsonObject(ladder) && ladder.open === true
      judges.set(item.id, callJudge(callTaskOf(item, { catalog, shelf }), { ...options, isOpen, tables }))
    }
  }
  if (catalog === undefined) return judges
  const retrieval = items.filter((item): item is RetrievalItem => item.kind === 'retrieval')
  for (const resolved of resolveItems(retrieval, catalog).items) {
    judges.set(resolved.item.id, selectionJudge(resolved, catalog))
  }
  return judges
}
