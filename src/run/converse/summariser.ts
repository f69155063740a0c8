import { modelSummary, type SummaryPolicy, type WrittenSummary } from '../../agent/agents/model-summary.js'
import type { PackTool } from '../../agent/pack.js'
import type { Ask } from '../../benchmark/generate/ask.js'
import type { Summarise } from './play-dialogue.js'

export interface SummariserOptions {
  readonly ask: Ask
  readonly policy: Exclude<SummaryPolicy, 'rules'>
  readonly tools: readonly PackTool[]
  /** Names the dialogue among all of the run. */
  readonly id: string
}

/** Has a model write a summary of every result that is new in the cache, one after the other. */
export function summariser({ ask, policy, tools, id }: SummariserOptions): Summarise {
  return async ({ cache, turn, origins, known }) => {
    const written = new Map<string, WrittenSummary>()
    for (const entry of cache.entries) {
      const { value } = entry
      if (known.has(entry.id) || written.has(entry.id) || !isCounted(value)) continue
      const summary = await modelSummary({
        entry,
        count: value.rows.count,
        origins,
        tools,
        policy,
        ask,
        id: `${id} turn-${turn}`,
      })
      written.set(entry.id, summary)
    }
    return written
  }
}

function isCounted(value: unknown): value is { readonly rows: { readonly count: number } } {
  return typeof value === 'object' && value !== null && 'rows' in value
}
