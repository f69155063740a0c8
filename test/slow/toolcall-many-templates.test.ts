import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectDialect } from '../../src/toolcall/detect-dialect.js'
import { dialects } from '../../src/toolcall/dialects/index.js'
import { wrappedFunction } from '../../src/toolcall/render/chat.js'
import { type TemplateSource, templateOfText } from '../../src/toolcall/template-source.js'
import { call, FOLDER, flatSchema, given, renderer, tools } from './chat-template-files.js'

/** Templates that write calls, with the dialect that they write. `otherwise`: what they print differs from ours in that. */
const SPEAKS: Readonly<Record<string, { readonly dialect: string; readonly otherwise?: string }>> = {
  'Bielik-11B-v3.0-Instruct': { dialect: 'hermes' },
  Cohere2MoE: { dialect: 'command-a' },
  'CohereForAI-c4ai-command-r-plus-tool_use': { dialect: 'command-r', otherwise: 'JSON over several lines' },
  'CohereForAI-c4ai-command-r7b-12-2024-tool_use': { dialect: 'command-a' },
  'GLM-4.6': { dialect: 'glm' },
  'GLM-4.7-Flash': { dialect: 'glm', otherwise: 'no line ends' },
  'LFM2.5-8B-A1B': { dialect: 'lfm', otherwise: 'single quotes' },
  'MiMo-VL': { dialect: 'hermes' },
  'Mistral-Small-3.2-24B-Instruct-2506': { dialect: 'mistral-v11' },
  'NVIDIA-Nemotron-3-Nano-30B-A3B-BF16': { dialect: 'qwen-xml' },
  'NVIDIA-Nemotron-Nano-v2': { dialect: 'nemotron' },
  'NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use': { dialect: 'hermes' },
  'NousResearch-Hermes-3-Llama-3.1-8B-tool_use': { dialect: 'hermes' },
  'Qwen-QwQ-32B': { dialect: 'hermes' },
  'Qwen-Qwen2.5-7B-Instruct': { dialect: 'hermes' },
  'Qwen-Qwen3-0.6B': { dialect: 'hermes' },
  'Qwen3-Coder': { dialect: 'qwen-xml' },
  'Qwen3.5-4B': { dialect: 'qwen-xml' },
  'Reka-Edge': { dialect: 'hermes', otherwise: 'no line end between calls' },
  'Spark2.5': { dialect: 'glm', otherwise: 'no line ends' },
  'StepFun3.5-Flash': { dialect: 'qwen-xml', otherwise: 'no line end between calls' },
  'deepseek-ai-DeepSeek-R1-Distill-Llama-8B': { dialect: 'deepseek-v3' },
  'deepseek-ai-DeepSeek-R1-Distill-Qwen-32B': { dialect: 'deepseek-v3' },
  'deepseek-ai-DeepSeek-V3.1': { dialect: 'deepseek-v31' },
  'ibm-granite-granite-4.0': { dialect: 'hermes' },
  'ibm-granite-granite-4.1': { dialect: 'hermes' },
  'inclusionai-ling-3.0-flash': { dialect: 'glm', otherwise: 'fewer line ends' },
  'llama-cpp-deepseek-r1': { dialect: 'deepseek-v3' },
  'meetkai-functionary-medium-v3.1': { dialect: 'llama-function-tag' },
  'meta-llama-Llama-3.1-8B-Instruct': { dialect: 'llama-json', otherwise: 'one call a turn' },
  'meta-llama-Llama-3.2-3B-Instruct': { dialect: 'llama-json', otherwise: 'one call a turn' },
  'meta-llama-Llama-3.3-70B-Instruct': { dialect: 'llama-json', otherwise: 'one call a turn' },
  'mistralai-Ministral-3-14B-Reasoning-2512': { dialect: 'mistral-v11' },
  'mistralai-Mistral-Nemo-Instruct-2407': { dialect: 'mistral-v3', otherwise: 'no space after the trigger' },
  'moonshotai-Kimi-K2': { dialect: 'kimi' },
  'openai-gpt-oss-120b': {
    dialect: 'harmony',
    otherwise: 'the recipient stands before the channel, one call a turn',
  },
  'poolside-Laguna-S-2.1': { dialect: 'glm', otherwise: 'no line ends' },
  'poolside-Laguna-XS-2.1': { dialect: 'glm' },
  'poolside-Laguna-XS.2': { dialect: 'glm' },
  'unsloth-mistral-Devstral-Small-2507': { dialect: 'mistral-v11' },
}

const many = existsSync(`${FOLDER}/many`)
  ? readdirSync(`${FOLDER}/many`).map((file) => file.replace(/\.jinja$/, ''))
  : []

describe.skipIf(many.length === 0)('many templates (needs node test/assets/chat-templates.mjs)', () => {
  const sourceOf = (name: string): TemplateSource => ({
    ...templateOfText(readFileSync(`${FOLDER}/many/${name}.jinja`, 'utf8')),
    variables: { bos_token: '<bos>', eos_token: '<eos>' },
  })
  const offered = tools.map((tool) => ({ ...tool, inputSchema: { ...flatSchema } }))

  it('are all there', () => {
    expect(many).toEqual(expect.arrayContaining(Object.keys(SPEAKS)))
  })

  it.each(many)('%s: its dialect is found, or none is claimed', async (name) => {
    const detection = await detectDialect(sourceOf(name), renderer)
    const { dialect } = SPEAKS[name] ?? {}
    if (dialect === undefined) expect(detection.kind).not.toBe('detected')
    else expect(detection).toMatchObject({ kind: 'detected', dialect })
  })

  const same = Object.entries(SPEAKS).filter(([, { otherwise }]) => otherwise === undefined)
  it.each(same)('%s prints two calls as our dialect does', async (name, { dialect: id }) => {
    const dialect = dialects.find((known) => known.id === id)
    const calls = [
      call('get_weather', { city: 'Cusco "ñ" 市 {', days: 2 }, 'abc123def'),
      call('ping', { city: '' }, 'abc123deg'),
    ]
    const withoutIds = calls.map(({ name: called, arguments: args }) => ({ name: called, arguments: args }))
    const ours = [calls, withoutIds].map(
      (written) => dialect?.renderCalls(written, { tools: offered }) ?? '?',
    )
    const theirs: string[] = []
    for (const asText of [false, true]) {
      for (const content of [asText ? null : '', asText ? '' : null]) {
        const [question = {}, turn = {}] = given(
          [
            { role: 'user', content: 'W?' },
            { role: 'assistant', calls },
          ],
          {
            asText,
          },
        )
        const messages = [question, { ...turn, content }]
        const variables = { ...sourceOf(name).variables, messages, tools: offered.map(wrappedFunction) }
        const result = await renderer.render(sourceOf(name).template, variables)
        if (result.kind === 'text') theirs.push(result.text)
      }
    }
    expect(theirs.some((text) => ours.some((written) => text.includes(written)))).toBe(true)
  })
})
