import type { JsonNode } from '../../text/json-tree.js'
import { memberOf } from '../../toolcall/payload/api-message.js'
import type { Usage } from '../reply.js'
import { numberIn } from './wire-body.js'

/** Counts of the OpenAI APIs and of servers that speak them, by either pair of names. */
export function openaiUsage(node: JsonNode | undefined): { readonly usage?: Usage; readonly cost?: number } {
  const usage = usageOf({
    promptTokens: countIn(node, 'prompt_tokens') ?? countIn(node, 'input_tokens'),
    completionTokens: countIn(node, 'completion_tokens') ?? countIn(node, 'output_tokens'),
    cachedTokens:
      countIn(memberOf(node, 'prompt_tokens_details'), 'cached_tokens') ??
      countIn(memberOf(node, 'input_tokens_details'), 'cached_tokens') ??
      countIn(node, 'prompt_cache_hit_tokens'),
    reasoningTokens:
      countIn(memberOf(node, 'completion_tokens_details'), 'reasoning_tokens') ??
      countIn(memberOf(node, 'output_tokens_details'), 'reasoning_tokens') ??
      countIn(node, 'reasoning_tokens'),
  })
  const cost = countIn(node, 'cost')
  return { ...(usage !== undefined && { usage }), ...(cost !== undefined && { cost }) }
}

function countIn(node: JsonNode | undefined, name: string): number | undefined {
  const found = numberIn(memberOf(node, name))
  return found !== undefined && found >= 0 ? found : undefined
}

/** Counts that are known; undefined when none is. What is no whole number from 0 is no count, whatever a server says. */
export function usageOf(counts: { readonly [K in keyof Usage]: number | undefined }): Usage | undefined {
  let usage: { -readonly [K in keyof Usage]: Usage[K] } | undefined
  for (const name of COUNTS) {
    const count = counts[name]
    if (count === undefined || !Number.isSafeInteger(count) || count < 0) continue
    usage ??= {}
    usage[name] = count
  }
  return usage
}

const COUNTS = ['promptTokens', 'completionTokens', 'cachedTokens', 'reasoningTokens'] as const
