import { describe, expect, it } from 'vitest'
import type { Tool } from '../catalog/tool.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../text/json.js'
import { detectDialect } from './detect-dialect.js'
import type { Dialect, Message, WrittenCall } from './dialect.js'
import { dialectFromJson } from './dialect-config.js'
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

  /** What the template is asked to render, and what it makes of an assistant's message; undefined refuses it. */
  function playing(write: (message: JsonObject) => string | undefined, prompt = 'Q: Where is it?\nA: ') {
    const asked: JsonObject[] = []
    const renderer: TemplateRenderer = {
      render: async (_template, variables): Promise<RenderedTemplate> => {
        asked.push(variables)
        const [, message] = isJsonArray(variables.messages) ? variables.messages : []
        if (!isJsonObject(message)) return { kind: 'text', text: prompt }
        const written = write(message)
        if (written === undefined) return { kind: 'fault', code: 'template-refused', reason: 'not so' }
        return { kind: 'text', text: written }
      },
    }
    return { renderer, asked }
  }
  const hermesCall = (name: string, place: string): string =>
    `<tool_call>\n{"name": "${name}", "arguments": {"place": "${place}"}}\n</tool_call>`
  const first = hermesCall('probe_lookup_k7', 'Qhapaqhirka')
  const second = hermesCall('probe_other_k7', 'Wallamarka')

  it('shows a template two tools, a question, and a call of the first', async () => {
    const { renderer, asked } = playing(() => `Q: Where is it?\nA: ${first}`)
    const source = { template: 'x', tokens: [], variables: { bos_token: '<s>' } }
    expect(await detectDialect(source, renderer)).toEqual({
      kind: 'detected',
      dialect: 'hermes',
      callText: first,
      candidates: [{ dialect: 'hermes', hasLiterals: false, readsCall: true }],
    })
    const question = { role: 'user', content: 'Where is it?' }
    const tool = (name: string) => ({
      type: 'function',
      function: {
        name,
        description: 'A tool that a template is shown.',
        parameters: {
          type: 'object',
          properties: { place: { type: 'string', description: 'Where.' } },
          required: ['place'],
        },
      },
    })
    const shared = { bos_token: '<s>', tools: [tool('probe_lookup_k7'), tool('probe_other_k7')] }
    const call = { name: 'probe_lookup_k7', arguments: { place: 'Qhapaqhirka' } }
    expect(asked).toEqual([
      { ...shared, messages: [question], add_generation_prompt: true },
      {
        ...shared,
        messages: [
          question,
          {
            role: 'assistant',
            content: '',
            tool_calls: [{ id: 'a1b2c3d40', type: 'function', function: call }],
          },
        ],
        add_generation_prompt: false,
      },
    ])
  })

  it('tries arguments as object and as text, content empty and null, until one is taken', async () => {
    const shapes: string[] = []
    const { renderer } = playing((message) => {
      const [entry] = isJsonArray(message.tool_calls) ? message.tool_calls : []
      const called = isJsonObject(entry) && isJsonObject(entry.function) ? entry.function : {}
      shapes.push(`${typeof called.arguments} ${JSON.stringify(message.content)}`)
      return undefined
    })
    expect(await detectDialect(sourceOf('x'), renderer)).toEqual({
      kind: 'none',
      reason: 'The template fails on a conversation with a call: not so',
    })
    const four = ['object ""', 'string null', 'string ""', 'object null']
    expect(shapes).toEqual([...four, ...four])
  })

  it('asks for two calls where it learns nothing from one', async () => {
    const { renderer } = playing((message) => {
      const calls = isJsonArray(message.tool_calls) ? message.tool_calls : []
      return calls.length < 2 ? undefined : `Q: Where is it?\nA: ${first}\n${second}`
    })
    expect(await detectDialect(sourceOf('x'), renderer)).toMatchObject({
      dialect: 'hermes',
      callText: `${first}\n${second}`,
    })
    const { renderer: swapped } = playing((message) => {
      const calls = isJsonArray(message.tool_calls) ? message.tool_calls : []
      return calls.length < 2 ? undefined : `Q: Where is it?\nA: ${second}\n${first}`
    })
    expect((await detectDialect(sourceOf('x'), swapped)).kind).toBe('none')
  })

  it('takes the turn from where it parts from the prompt, marker included', async () => {
    for (const [prompt, written] of [
      ['Q\nA<think>', `Q\nA${first}`],
      ['Q\nA: hm', `Q\n${first}`],
      [
        'Q [INST',
        `Q [TOOL_CALLS] [{"name": "probe_lookup_k7", "arguments": {"place": "Qhapaqhirka"}, "id": "a1b2c3d40"}]`,
      ],
    ] as const) {
      const { renderer } = playing(() => written, prompt)
      const detection = await detectDialect(sourceOf('x'), renderer)
      expect(detection, prompt).toMatchObject({ kind: 'detected' })
      expect(detection.kind === 'detected' && written.endsWith(detection.callText), prompt).toBe(true)
      expect(detection.kind === 'detected' && /^[<[]/.test(detection.callText), prompt).toBe(true)
    }
  })

  it('prefers what reads the whole turn to what leaves words over', async () => {
    const { renderer } = playing(() => `Q: Where is it?\nA: Here: ${first}`)
    expect(await detectDialect(sourceOf('x'), renderer)).toMatchObject({
      kind: 'detected',
      dialect: 'hermes',
      callText: `Here: ${first}`,
    })
    const wrong = playing(() => `Q: Where is it?\nA: ${hermesCall('probe_lookup_k7', 'Qhapaqhirka!')}`)
    expect((await detectDialect(sourceOf('x'), wrong.renderer)).kind).toBe('none')
    const other = playing(() => `Q: Where is it?\nA: ${hermesCall('probe_lookup', 'Qhapaqhirka')}`)
    expect((await detectDialect(sourceOf('x'), other.renderer)).kind).toBe('none')
  })

  it('chooses among several that read the call by their literals alone', async () => {
    const call = '{"name": "probe_lookup_k7", "parameters": {"place": "Qhapaqhirka"}}'
    const { renderer } = playing(() => `Q: Where is it?\nA: ${call}`)
    const twins = ['one', 'two'].map((id) =>
      dialectFromJson({ id, keys: { arguments: 'parameters' } }, 'here'),
    )
    expect(await detectDialect(sourceOf('x'), renderer, twins)).toEqual({
      kind: 'ambiguous',
      reason: 'Several dialects read the call that the template writes.',
      candidates: [
        { dialect: 'one', hasLiterals: false, readsCall: true },
        { dialect: 'two', hasLiterals: false, readsCall: true },
      ],
    })
    const marked = ['<<', '<('].map((trigger, at) =>
      dialectFromJson({ id: `m${at}`, trigger: ['<', trigger] }, 'here'),
    )
    const both = playing(
      () => `Q: Where is it?\nA: <{"name": "probe_lookup_k7", "arguments": {"place": "Qhapaqhirka"}}`,
    )
    expect(await detectDialect(sourceOf('has < and <('), both.renderer, marked)).toMatchObject({
      kind: 'detected',
      dialect: 'm1',
      candidates: [
        { dialect: 'm0', hasLiterals: false, readsCall: true },
        { dialect: 'm1', hasLiterals: true, readsCall: true },
      ],
    })
  })

  it('finds literals in a template with escaped quotes and among its tokens, all of them or none', async () => {
    const broken = fault('template-refused', 'no')
    const found = async (source: TemplateSource) => {
      const detection = await detectDialect(source, broken)
      return detection.kind === 'detected'
        ? []
        : 'candidates' in detection
          ? detection.candidates.map(({ dialect }) => dialect)
          : []
    }
    expect(await found(sourceOf('<tool_call> \\"arguments\\"'))).toEqual(['hermes'])
    expect(await found({ template: '"arguments"', tokens: ['<tool_call>'], variables: {} })).toEqual([
      'hermes',
    ])
    expect(await found(sourceOf('<tool_call>'))).toEqual([])
    expect(await found(sourceOf('arguments'))).toEqual([])
  })

  it('tells a template that fails on any question from one that fails on calls', async () => {
    for (const code of ['template-syntax', 'template-time', 'template-memory'] as const) {
      let asked = 0
      const renderer: TemplateRenderer = {
        render: async () => {
          asked++
          return { kind: 'fault', code, reason: 'bad' }
        },
      }
      expect(await detectDialect(sourceOf('x'), renderer)).toEqual({
        kind: 'none',
        reason: 'The template fails on a question alone: bad',
      })
      expect(asked).toBe(1)
    }
    for (const code of ['template-refused', 'template-size'] as const) {
      let asked = 0
      const renderer: TemplateRenderer = {
        render: async (_template, { messages }) => {
          asked++
          return isJsonArray(messages) && messages.length === 1
            ? { kind: 'fault', code, reason: 'bad' }
            : { kind: 'text', text: first }
        },
      }
      expect(await detectDialect(sourceOf('x'), renderer)).toMatchObject({
        dialect: 'hermes',
        callText: first,
      })
      expect(asked).toBe(2)
    }
    const late: TemplateRenderer = {
      render: async (_template, { messages }) =>
        isJsonArray(messages) && messages.length === 1
          ? { kind: 'text', text: 'Q' }
          : { kind: 'fault', code: 'template-memory', reason: 'full' },
    }
    expect(await detectDialect(sourceOf('x'), late)).toEqual({
      kind: 'none',
      reason: 'The template fails on a conversation with a call: full',
    })
  })
})
