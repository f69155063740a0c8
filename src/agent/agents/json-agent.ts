import type { Dialect, Message } from '../../toolcall/dialect.js'
import type { Agent, AgentConversation, AgentTurn } from './agent.js'
import { PLANNING_RULES } from './planning-rules.js'
import { cacheText, conversationText } from './prompt-data.js'
import { toolDeclarations } from './tool-declarations.js'

/** The same task by JSON tool calls: tools offered natively, calls answered with handles until the model makes none. */
export function jsonAgent(): Agent {
  return {
    id: 'json',
    mode: 'json',
    version: 1,
    next: (turn) => ({ kind: 'ask', conversation: jsonConversation(turn) }),
  }
}

/** For models whose chat template knows no tools: declared in the message, calls written in the dialect, answers as messages. */
export function promptedJsonAgent(dialect: Pick<Dialect, 'renderCalls'>): Agent {
  return {
    id: 'json-prompted',
    mode: 'json',
    version: 1,
    next: (turn) => ({ kind: 'ask', conversation: promptedConversation(turn, dialect) }),
  }
}

function promptedConversation(turn: AgentTurn, dialect: Pick<Dialect, 'renderCalls'>): AgentConversation {
  const { messages, tools, literal } = jsonConversation({ ...turn, steps: [] })
  const form = dialect.renderCalls([{ name: 'tool_name', arguments: { argument: 'value' } }])
  const declared = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, parameters: inputSchema }),
  )
  const added = `TOOLS\n${declared.join('\n')}\n\nWrite a call exactly so:\n${form}`
  const asked = messages.map(
    (message): Message =>
      message.role === 'user' ? { role: 'user', content: `${added}\n\n${message.content}` } : message,
  )
  const answered: string[] = []
  for (const { record, answers = [] } of turn.steps) {
    const results = answers.map(({ name, content }) => `${name}: ${content}`).join('\n')
    asked.push(
      { role: 'assistant', content: record.output.text ?? '' },
      { role: 'user', content: `Results of the calls:\n${results}` },
    )
    answered.push(results)
  }
  return { messages: asked, tools: [], literal: [...literal, ...answered] }
}

function jsonConversation({ world, history, cache, steps }: AgentTurn): AgentConversation {
  const data = { conversation: conversationText(history), cache: cacheText(cache) }
  const rules = [
    ...PLANNING_RULES,
    'Each call is answered with a handle such as r1. Where an argument is a result, give {"$ref": "r1"}. Handles do not outlive the turn: what a later turn needs has to be saved.',
    'When everything is done, or where the last line of the user asks for nothing that a tool does, answer in a sentence and call nothing.',
  ]
  const messages: Message[] = [
    { role: 'system', content: `You are ${world.pack.persona} who calls the tools given to you.` },
    {
      role: 'user',
      content: [
        'Call the tools that carry out the last line of the user in CONVERSATION.',
        `INSTRUCTIONS\n${rules.map((rule, index) => `${index + 1}. ${rule}`).join('\n')}`,
        `CONVERSATION\n${data.conversation}`,
        `CACHE\n${data.cache}`,
        'Carry out the last line of the user now.',
      ].join('\n\n'),
    },
  ]
  const answered: string[] = []
  for (const { record, answers = [] } of steps) {
    const { text } = record.output
    messages.push({
      role: 'assistant',
      ...(text === undefined || text === '' ? {} : { content: text }),
      calls: answers.map(({ name, arguments: given, id }) => ({
        name,
        arguments: given,
        ...(id === undefined ? {} : { id }),
      })),
    })
    for (const { name, id, content } of answers) {
      messages.push({ role: 'tool', content, name, ...(id === undefined ? {} : { id }) })
      answered.push(content)
    }
  }
  return {
    messages,
    tools: toolDeclarations(world),
    literal: [data.conversation, data.cache, ...answered],
  }
}
