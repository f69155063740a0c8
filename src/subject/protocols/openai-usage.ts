import type { JsonNode } from '../../text/json-tree.js'
import { memberOf } from '../../toolcall/payload/api-message.js'
import type { Usage } from '../reply.js'
import { numberIn } from './wire-body.js'

/** Counts of the OpenAI APIs and of servers that speak them, by either pair of names. */
export function openaiUsage(node: JsonNode | undefined): { readonly usage?: Usage; readonly cost?: number } {
  const first = (...names: readonly string[]): number | undefined => {
    for (const name of names) {
      const found = numberIn(name.split('.').reduce<JsonNode | undefined>(memberOf, node))
      if (found !== undefined && found >= 0) return found
    }
    return undefined
  }
  const usage = usageOf({
    promptTokens: first('prompt_tokens', 'input_tokens'),
    completionTokens: first('completion_tokens', 'output_tokens'),
    cachedTokens: first(
      'prompt_tokens_details.cached_tokens',
      'input_tokens_details.cached_tokens',
      'prompt_cache_hit_tokens',
    ),
    reasoningTokens: first(
      'completion_tokens_details.reasoning_tokens',
      'output_tokens_details.reasoning_tokens',
      'reasoning_tokens',
    ),
  })
  const cost = first('cost')
  return { ...(usage !== undefined && { usage }), ...(cost !== undefined && { cost }) }
}

/** Counts that are known; undefined when none is. What is no whole number from 0 is no count, whatever a server says. */
export function usageOf(counts: { readonly [K in keyof Usage]: number | undefined }): Usage | undefined {
  const known = Object.entries(counts).filter(
    ([, count]) => Number.isSafeInteger(count) && Number(count) >= 0,
  )
  return known.length === 0 ? undefined : Object.fromEntries(known)
}
