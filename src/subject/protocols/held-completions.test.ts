import { describe, expect, it } from 'vitest'
import type { CompletionProtocol, PromptOptions } from './completion-protocol.js'
import { llamaCompletion } from './llama-completion.js'
import { ollamaGenerate } from './ollama-generate.js'
import { openaiCompletions, vllmCompletions } from './openai-completions.js'
import { sglangGenerate } from './sglang-generate.js'

const schema = { type: 'object', properties: {}, additionalProperties: false }

function membersOf(protocol: CompletionProtocol, version?: string): unknown {
  const options: PromptOptions = { model: 'm', version, extra: {} }
  return JSON.parse(protocol.write({ prompt: 'p', settings: {}, topLogprobs: 0, schema }, options).body)
}

describe('raw completions held to a schema', () => {
  it.each([
    ['llama.cpp', llamaCompletion, undefined, { json_schema: schema }],
    ['vLLM', vllmCompletions, '0.11.0', { structured_outputs: { json: schema } }],
    ['vLLM before 0.11', vllmCompletions, '0.10.2', { guided_json: schema }],
    ['SGLang', sglangGenerate, undefined, { sampling_params: { json_schema: JSON.stringify(schema) } }],
    ['Ollama', ollamaGenerate, undefined, { format: schema }],
  ] as const)('say so in the way of %s', (_, protocol, version, members) => {
    expect(protocol.holdsSchema).toBe(true)
    expect(membersOf(protocol, version)).toMatchObject(members)
  })

  it('are not to be had of a server that only speaks the old format', () => {
    expect(openaiCompletions.holdsSchema).toBe(false)
    expect(JSON.stringify(membersOf(openaiCompletions))).not.toContain('schema')
  })
})
