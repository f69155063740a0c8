import { describe, expect, it } from 'vitest'
import type { Tool } from '../catalog/tool.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../text/json.js'
import { detectDialect } from './detect-dialect.js'
import type { Dialect, Message, WrittenCall } from './dialect.js'
import { dialects } from './dialects/index.js'
import type { RenderedTemplate, TemplateRenderer } from './template-renderer.js'
import type { TemplateSource } from './template-source.js'

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

function callOf(entry: JsonValue): WrittenCall {
  if (!isJsonObject(entry) || !isJsonObject(entry.function)) throw new Error('no call')
  const { name, arguments: args } = entry.function
  const reading = typeof args === 'string' ? parseJson(args) : undefined
  const object = reading?.kind === 'value' ? reading.value : args
  return { name: text(name), arguments: isJsonObject(object) ? object : {}, id: text(entry.id) }
}

function messageOf(given: JsonValue): Message {
  if (!isJsonObject(given)) throw new Error('no message')
  if (given.role === 'user') return { role: 'user', content: text(given.content) }
  const calls = isJsonArray(given.tool_calls) ? given.tool_calls.map(callOf) : []
  return { role: 'assistant', content: text(given.content), calls }
}

/** Plays the template of a dialect: what our own rendering prints. */
function templatesOf(dialect: Dialect): TemplateRenderer {
  return {
    async render(_template, { messages, tools, add_generation_prompt: prompt }): Promise<RenderedTemplate> {
      const conversation = isJsonArray(messages) ? messages.map(messageOf) : []
      const declared = isJsonArray(tools) ? tools.filter(isJsonObject).map(toolOf) : []
      return {
        kind: 'text',
        text: dialect.render(conversation, declared, { addsGenerationPrompt: prompt === true }),
      }
    },
  }
}

function toolOf({ function: declared }: JsonObject): Tool {
  const { name, parameters } = isJsonObject(declared) ? declared : {}
  return {
    name: text(name),
    inputSchema: isJsonObject(parameters) ? parameters : {},
    source: { format: 't', at: 't' },
  }
}

const sourceOf = (template: string): TemplateSource => ({ template, tokens: [], variables: {} })
const fault = (code: 'template-refused' | 'template-time', reason: string): TemplateRenderer => ({
  render: async () => ({ kind: 'fault', code, reason }),
})

describe('detectDialect', () => {
  const marked = dialects.filter(({ isApi, trigger }) => isApi !== true && trigger.length > 0)

  it.each(marked.map((dialect) => ({ id: dialect.id, dialect })))(
    'finds $id in a template of its kind',
    async ({ id, dialect }) => {
      const detection = await detectDialect(sourceOf(dialect.signature.join(' … ')), templatesOf(dialect))
      expect(detection).toMatchObject({ kind: 'detected', dialect: id })
    },
  )

  it.each(['llama-json', 'pythonic', 'bare-json'])(
    'finds %s, which has no marker, by reading its call',
    async (id) => {
      const dialect = dialects.find((known) => known.id === id)
      if (dialect === undefined) throw new Error(id)
      const detection = await detectDialect(sourceOf(dialect.signature.join(' ')), templatesOf(dialect))
      if (detection.kind === 'detected') expect(detection.dialect).toBe(id)
      else
        expect(detection).toMatchObject({
          kind: 'ambiguous',
          candidates: expect.arrayContaining([expect.objectContaining({ dialect: id, readsCall: true })]),
        })
    },
  )

  it('tells dialects that share a trigger apart by what they write', async () => {
    const template = 'a template with <|tool_call|> and <|/tool_call|>'
    for (const id of ['granite', 'phi', 'vectrayx']) {
      const dialect = dialects.find((known) => known.id === id)
      if (dialect === undefined) throw new Error(id)
      expect(await detectDialect(sourceOf(template), templatesOf(dialect))).toMatchObject({ dialect: id })
    }
  })

  it('lists candidates by their literals when the template cannot be rendered, and chooses none', async () => {
    const detection = await detectDialect(
      sourceOf('<tool_call> "arguments"'),
      fault('template-refused', 'roles must alternate'),
    )
    expect(detection).toEqual({
      kind: 'ambiguous',
      reason: 'The template fails on a conversation with a call: roles must alternate',
      candidates: [{ dialect: 'hermes', hasLiterals: true, readsCall: false }],
    })
  })

  it('says that there is none where a template leaves calls out, and asks a looping one once', async () => {
    const leavesOut: TemplateRenderer = { render: async () => ({ kind: 'text', text: 'user: Where is it?' }) }
    expect(await detectDialect(sourceOf('{{ x }}'), leavesOut)).toEqual({
      kind: 'none',
      reason: 'The template writes no calls: it leaves them out.',
    })
    let asked = 0
    const slow: TemplateRenderer = {
      render: async () => {
        asked++
        return { kind: 'fault', code: 'template-time', reason: 'It ran for more than 2000 ms.' }
      },
    }
    expect(await detectDialect(sourceOf('{{ x }}'), slow)).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('2000 ms'),
    })
    expect(asked).toBe(1)
  })

  it('says so when a call is written in a way that no dialect reads', async () => {
    const odd: TemplateRenderer = {
      render: async (_template, { messages }) => ({ kind: 'text', text: `CALL ${JSON.stringify(messages)}` }),
    }
    expect(await detectDialect(sourceOf('CALL'), odd)).toMatchObject({
      kind: 'none',
      reason: 'No dialect reads the call that the template writes.',
    })
  })
})
