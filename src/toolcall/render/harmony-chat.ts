import type { Tool } from '../../catalog/tool.js'
import type { Message, RenderCallsOptions, RenderOptions, WrittenCall } from '../dialect.js'
import { plainDeclaration } from './chat.js'
import { spacedJson } from './spaced-json.js'
import { notWritable } from './write-calls.js'

const NEXT = '<|start|>assistant'

function header(name: string): string {
  if (name === '' || /[\s<>]/.test(name)) throw notWritable(name, 'harmony')
  return `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>`
}

function renderCalls(calls: readonly WrittenCall[], { content = '' }: RenderCallsOptions = {}): string {
  const said = content === '' ? '' : `<|channel|>commentary<|message|>${content}<|end|>${NEXT}`
  return (
    said + calls.map(({ name, arguments: args }) => `${header(name)}${spacedJson(args)}<|call|>`).join(NEXT)
  )
}

/** A result comes from the tool that was called, for the assistant. */
function result({ content, name }: Extract<Message, { role: 'tool' }>): string {
  const from = `functions.${name ?? 'tool'}`
  return `<|start|>${from} to=assistant<|channel|>commentary<|message|>${spacedJson(content)}<|end|>`
}

function render(messages: readonly Message[], tools: readonly Tool[], options: RenderOptions = {}): string {
  const [first] = messages
  const instructions = first?.role === 'system' ? [first.content] : []
  const declared = tools.length > 0 ? [plainDeclaration(tools, `${header('NAME')}{}<|call|>`)] : []
  const developer = [...instructions, ...declared].join('\n\n')
  let text = '<|start|>system<|message|># Valid channels: analysis, commentary, final.<|end|>'
  if (developer !== '') text += `<|start|>developer<|message|>${developer}<|end|>`
  for (const [index, message] of messages.entries()) {
    if (message.role === 'system')
      text += index === 0 ? '' : `<|start|>system<|message|>${message.content}<|end|>`
    else if (message.role === 'user') text += `<|start|>user<|message|>${message.content}<|end|>`
    else if (message.role === 'tool') text += result(message)
    else text += NEXT + assistant(message)
  }
  return options.addsGenerationPrompt === false ? text : text + NEXT
}

function assistant({ content = '', reasoning, calls = [] }: Extract<Message, { role: 'assistant' }>): string {
  const thought = reasoning === undefined ? '' : `<|channel|>analysis<|message|>${reasoning}<|end|>${NEXT}`
  if (calls.length > 0) return thought + renderCalls(calls, { content })
  return `${thought}<|channel|>final<|message|>${content}<|end|>`
}

export const renderHarmony = { renderCalls, render }
