import type { Tool } from '../../catalog/tool.js'
import type { Message, RenderOptions, WrittenCall } from '../dialect.js'
import type { SectionRules } from '../payload/section.js'
import { type ChatFrame, plainDeclaration } from './chat.js'
import { deepseek, kimi } from './frames.js'
import { spacedJson } from './spaced-json.js'
import { notWritable } from './write-calls.js'

type Result = Extract<Message, { role: 'tool' }>

/** How a dialect of sections writes its calls and the rest of a conversation. */
interface SectionStyle {
  readonly frame: ChatFrame
  readonly calls: (rules: SectionRules, calls: readonly WrittenCall[]) => string
  readonly result: (message: Result) => string
  readonly render?: (messages: readonly Message[], tools: readonly Tool[], options: RenderOptions) => string
}

function section(
  { open, close, itemOpen, itemClose }: SectionRules,
  items: readonly string[],
  between: string,
): string {
  return open + items.map((item) => itemOpen + item + itemClose).join(between) + close
}

function named(name: string, dialect: string): string {
  if (name === '' || /[\s{}`<>]/.test(name)) throw notWritable(name, dialect)
  return name
}

function fencedItem({ name, arguments: args }: WrittenCall, separator: string): string {
  return `function${separator}${named(name, 'deepseek-v3')}\n\`\`\`json\n${spacedJson(args)}\n\`\`\``
}

const deepseekV3: SectionStyle = {
  frame: deepseek,
  calls: (rules, calls) =>
    section(
      rules,
      calls.map((call) => fencedItem(call, rules.separator)),
      '\n',
    ),
  result: ({ content }) => content,
  render: renderDeepseekV3,
}

const deepseekV31: SectionStyle = {
  frame: deepseek,
  calls: (rules, calls) =>
    section(
      rules,
      calls.map(
        ({ name, arguments: args }) => named(name, 'deepseek-v31') + rules.separator + spacedJson(args),
      ),
      '',
    ),
  result: ({ content }) => content,
}

const kimiStyle: SectionStyle = {
  frame: kimi,
  calls: (rules, calls) =>
    section(
      rules,
      calls.map(({ name, arguments: args }, index) => {
        return `functions.${named(name, 'kimi')}:${index}${rules.separator}${spacedJson(args)}`
      }),
      '',
    ),
  result: ({ content, id, name = '' }) => `## Return of ${id ?? `functions.${name}:0`}\n${content}`,
}

export const sectionStyles = {
  'deepseek-v3': deepseekV3,
  'deepseek-v31': deepseekV31,
  kimi: kimiStyle,
} as const

const MARK = {
  begin: '<｜begin▁of▁sentence｜>',
  user: '<｜User｜>',
  assistant: '<｜Assistant｜>',
  end: '<｜end▁of▁sentence｜>',
  callsBegin: '<｜tool▁calls▁begin｜>',
  callsEnd: '<｜tool▁calls▁end｜>',
  callBegin: '<｜tool▁call▁begin｜>',
  callEnd: '<｜tool▁call▁end｜>',
  separator: '<｜tool▁sep｜>',
  outputsBegin: '<｜tool▁outputs▁begin｜>',
  outputsEnd: '<｜tool▁outputs▁end｜>',
  outputBegin: '<｜tool▁output▁begin｜>',
  outputEnd: '<｜tool▁output▁end｜>',
} as const

/**
 * Text of the template of DeepSeek V3, to the letter. It declares no tools of its own, so that their declaration joins
 * the system text, and it has faults that are kept: a single call is never closed, every call from the second of the
 * whole conversation on closes the section and the turn, and only the first result of the conversation opens a list of
 * results. Calls and content of one message exclude each other; the calls win.
 */
function renderDeepseekV3(
  messages: readonly Message[],
  tools: readonly Tool[],
  options: RenderOptions,
): string {
  const systems = messages.filter(({ role }) => role === 'system').map((message) => message.content ?? '')
  if (tools.length > 0) {
    const example = fencedItem({ name: 'NAME', arguments: {} }, MARK.separator)
    systems.push(
      plainDeclaration(tools, MARK.callsBegin + MARK.callBegin + example + MARK.callEnd + MARK.callsEnd),
    )
  }
  let text = MARK.begin + systems.join('\n\n')
  let hasCalled = false
  let hasResult = false
  let isResult = false
  for (const message of messages) {
    if (message.role === 'user') {
      isResult = false
      text += MARK.user + message.content
    } else if (message.role === 'tool') {
      isResult = true
      text += hasResult ? '\n' : MARK.outputsBegin
      text += MARK.outputBegin + message.content + MARK.outputEnd
      hasResult = true
    } else if (message.role === 'assistant') {
      const { calls = [], content = '' } = message
      if (calls.length === 0) {
        text += (isResult ? MARK.outputsEnd : MARK.assistant) + content + MARK.end
      }
      isResult = false
      for (const call of calls) {
        text += hasCalled ? '\n' : MARK.assistant + MARK.callsBegin
        text += MARK.callBegin + fencedItem(call, MARK.separator) + MARK.callEnd
        if (hasCalled) text += MARK.callsEnd + MARK.end
        hasCalled = true
      }
    }
  }
  if (isResult) text += MARK.outputsEnd
  else if (options.addsGenerationPrompt !== false) text += MARK.assistant
  return text
}
