import type { Message, WrittenCall } from '../dialect.js'
import { type Conversation, wrappedFunction } from './chat.js'
import { spacedJson } from './spaced-json.js'

type Assistant = Extract<Message, { role: 'assistant' }>

function calls(written: readonly WrittenCall[], content: string): string {
  const blocks = written.map(
    ({ name, arguments: args }) =>
      `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${spacedJson(args)}}\n</tool_call>`,
  )
  return [...(content === '' ? [] : [content]), ...blocks].join('\n')
}

/**
 * Text of the template of Qwen3, to the letter: the models were trained on these words. Its rules for reasoning: turns
 * after the last question of a user keep theirs, and the last message has an empty one where it has none.
 */
function chat({ messages, tools, addsGenerationPrompt = true }: Conversation): string {
  const [first] = messages
  const system = first?.role === 'system' ? first.content : undefined
  let text = ''
  if (tools.length > 0) {
    const list = tools.map((tool) => `\n${spacedJson(wrappedFunction(tool))}`).join('')
    const head = system === undefined ? '' : `${system}\n\n`
    text += `<|im_start|>system\n${head}${TOOLS_BEFORE}${list}${TOOLS_AFTER}<|im_end|>\n`
  } else if (system !== undefined) {
    text += `<|im_start|>system\n${system}<|im_end|>\n`
  }
  const lastQuestion = messages.findLastIndex(isQuestion)
  const boundary = lastQuestion === -1 ? messages.length - 1 : lastQuestion
  for (const [index, message] of messages.entries()) {
    if (message.role === 'user' || (message.role === 'system' && index > 0)) {
      text += `<|im_start|>${message.role}\n${message.content}<|im_end|>\n`
    } else if (message.role === 'assistant') {
      const isLast = index === messages.length - 1
      text += `<|im_start|>assistant\n${assistant(message, index > boundary, isLast)}<|im_end|>\n`
    } else if (message.role === 'tool') {
      text += messages[index - 1]?.role === 'tool' ? '' : '<|im_start|>user'
      text += `\n<tool_response>\n${message.content}\n</tool_response>`
      text += messages[index + 1]?.role === 'tool' ? '' : '<|im_end|>\n'
    }
  }
  return addsGenerationPrompt ? `${text}<|im_start|>assistant\n` : text
}

/** A message of a user that is not a result in disguise. */
function isQuestion(message: Message): boolean {
  if (message.role !== 'user') return false
  const { content } = message
  return !(content.startsWith('<tool_response>') && content.endsWith('</tool_response>'))
}

function assistant(message: Assistant, isAfterQuestion: boolean, isLast: boolean): string {
  const { content = '', reasoning, calls: written = [] } = message
  const split = reasoning === undefined ? splitThought(content) : { thought: reasoning, said: content }
  const body = calls(written, split.said)
  if (!isAfterQuestion || (!isLast && split.thought === '')) return body
  const said = calls(written, split.said.replace(/^\n+/, ''))
  return `<think>\n${split.thought.replace(/^\n+|\n+$/g, '')}\n</think>\n\n${said}`
}

const CLOSE = '</think>'

/** Reasoning that was left in the content. */
function splitThought(content: string): { readonly thought: string; readonly said: string } {
  const close = content.indexOf(CLOSE)
  if (close === -1) return { thought: '', said: content }
  const before = content
    .slice(0, close)
    .replace(/\n+$/, '')
    .replace(/^[^]*<think>/, '')
  const said = content.slice(content.lastIndexOf(CLOSE) + CLOSE.length)
  return { thought: before.replace(/^\n+/, ''), said: said.replace(/^\n+/, '') }
}

const TOOLS_BEFORE =
  '# Tools\n\nYou may call one or more functions to assist with the user query.\n\n' +
  'You are provided with function signatures within <tools></tools> XML tags:\n<tools>'
const TOOLS_AFTER =
  '\n</tools>\n\nFor each function call, return a json object with function name and arguments within ' +
  '<tool_call></tool_call> XML tags:\n<tool_call>\n' +
  '{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>'

export const renderQwen = { calls, chat }
