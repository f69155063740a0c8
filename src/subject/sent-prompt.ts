import { InputError } from '../errors.js'
import type { CompletionProtocol } from './protocols/completion-protocol.js'
import type { ServerTokenizer } from './server-prompts.js'
import type { AskContext } from './subject.js'

export interface PromptSending {
  readonly spec: string
  readonly protocol: CompletionProtocol
  readonly tokenizer: ServerTokenizer | undefined
}

/** The prompt as it must be sent so that the model gets just this. */
export async function sentPrompt(
  prompt: string | readonly number[],
  context: AskContext,
  { protocol, tokenizer, spec }: PromptSending,
): Promise<string | readonly number[]> {
  if (typeof prompt !== 'string') {
    if (protocol.takesIds) return prompt
    throw new InputError({
      code: 'subject-unfit',
      what: 'This server takes a prompt as text only, not as token ids.',
      where: spec,
      fix: 'Give the prompt as text, or serve the model with vLLM, SGLang or llama.cpp.',
    })
  }
  return protocol.changesTexts && tokenizer !== undefined ? tokenizer.tokenize(prompt, context) : prompt
}
