import type { TokenCounter } from '../../text/count-tokens.js'
import { emptyObject, type JsonObject, writeJson } from '../../text/json.js'
import type { Tool } from '../tool.js'

export interface ToolCost {
  readonly tool: string
  readonly tokens: number
}

/** What offering the tools costs in a prompt. */
export interface PromptCost {
  readonly kind: 'measured'
  readonly tokenizer: string
  /** The text that was counted. Providers lay tools out in their own way, so a bill differs somewhat. */
  readonly recipe: string
  /** All tools offered at once. */
  readonly total: number
  /** Quantiles by nearest rank; 0 for no tools. */
  readonly median: number
  readonly p90: number
  readonly max: number
  /** The ten dearest, dearest first. */
  readonly dearest: readonly ToolCost[]
  /** Every tool, in catalog order. */
  readonly each: readonly ToolCost[]
}

const PROMPT_RECIPE = 'compact JSON {name, description, parameters}, parameters = inputSchema'

/** The text of a tool in a request to a chat API, as `PROMPT_RECIPE` says. */
export function promptText(tool: Omit<Tool, 'inputSchema'>, inputSchema: JsonObject): string {
  const text = emptyObject()
  text.name = tool.name
  if (tool.description !== undefined) text.description = tool.description
  text.parameters = inputSchema
  return writeJson(text)
}

/** Sums up counts that stand in catalog order. */
export function promptCost(
  tools: readonly Tool[],
  counts: readonly number[],
  counter: TokenCounter,
): PromptCost {
  const each = tools.map(({ name }, position): ToolCost => ({ tool: name, tokens: counts[position] ?? 0 }))
  const rising = [...counts].sort((a, b) => a - b)
  const quantile = (share: number): number => rising[Math.max(0, Math.ceil(share * rising.length) - 1)] ?? 0
  return {
    kind: 'measured',
    tokenizer: counter.tokenizer,
    recipe: PROMPT_RECIPE,
    total: counts.reduce((sum, count) => sum + count, 0),
    median: quantile(0.5),
    p90: quantile(0.9),
    max: quantile(1),
    dearest: [...each].sort((a, b) => b.tokens - a.tokens).slice(0, 10),
    each,
  }
}
