import type { JsonObject } from '../text/json.js'
import { labelGrammar, labelPattern } from './protocols/choices.js'
import { isAtLeast, type Server } from './server.js'

/**
 * Members of a request body that hold an answer to some labels: `structured_outputs` of vLLM (`guided_choice` before
 * 0.11), `regex` of SGLang, `grammar` of llama.cpp.
 *
 * @returns undefined for servers that have no such member.
 */
export function constraintOf({
  flavour,
  version,
}: Pick<Server, 'flavour' | 'version'>): ((labels: readonly string[]) => JsonObject) | undefined {
  switch (flavour) {
    case 'vllm':
      return isAtLeast(version, 0, 11)
        ? (labels) => ({ structured_outputs: { choice: [...labels] } })
        : (labels) => ({ guided_choice: [...labels] })
    case 'sglang':
      return (labels) => ({ regex: labelPattern(labels) })
    case 'llamacpp':
      return (labels) => ({ grammar: labelGrammar(labels) })
    case 'ollama':
    case 'lmstudio':
    case 'other':
      return undefined
    default:
      return flavour satisfies never
  }
}
