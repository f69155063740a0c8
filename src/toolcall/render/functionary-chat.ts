import type { Tool } from '../../catalog/tool.js'
import type { Message, RenderCallsOptions, RenderOptions, WrittenCall } from '../dialect.js'
import { plainDeclaration } from './chat.js'
import { spacedJson } from './spaced-json.js'
import { notWritable } from './write-calls.js'

function message(from: string, recipient: string, content: string): string {
  return `<|from|>${from}\n<|recipient|>${recipient}\n<|content|>${content}`
}

function renderCalls(calls: readonly WrittenCall[], { content = '' }: RenderCallsOptions = {}): string {
  const said = content === '' ? [] : [message('assistant', 'all', content)]
  const called = calls.map(({ name, arguments: args }) => {
    if (name === '' || name === 'all' || /[\s<>]/.test(name)) throw notWritable(name, 'functionary')
    return message('assistant', name, spacedJson(args))
  })
  return [...said, ...called].join('\n')
}

function render(messages: readonly Message[], tools: readonly Tool[], options: RenderOptions = {}): string {
  const parts: string[] = []
  if (tools.length > 0) {
    const how = message('assistant', 'NAME', '{}')
    parts.push(message('system', 'all', plainDeclaration(tools, how)))
  }
  for (const given of messages) {
    if (given.role === 'assistant') {
      const { calls = [], content = '' } = given
      const said = calls.length > 0 ? renderCalls(calls, { content }) : message('assistant', 'all', content)
      parts.push(`${said}<|stop|>`)
    } else if (given.role === 'tool') {
      parts.push(message(given.name ?? 'tool', 'all', given.content))
    } else {
      parts.push(message(given.role, 'all', given.content))
    }
  }
  if (options.addsGenerationPrompt !== false) parts.push('<|from|>assistant\n<|recipient|>')
  return parts.join('\n')
}

export const renderFunctionary = { renderCalls, render }
