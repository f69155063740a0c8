import type { Message } from '../../toolcall/dialect.js'
import type { PackWorld } from '../pack.js'
import type { Agent, AgentConversation, AgentTurn } from './agent.js'
import { NO_PLANNING, PLANNING_RULES } from './planning-rules.js'
import { cacheText, conversationText } from './prompt-data.js'
import type { Shot } from './shot.js'
import { toolConfig } from './tool-config.js'

/**
 * The T1-Agent: a system line, then one message of fixed sections (tools, instructions, form of the answer, examples,
 * conversation, cache), answered by reasoning and Python in tags. After an error the same conversation goes on with it.
 */
export function codeAgent(shots: readonly Shot[]): Agent {
  return {
    id: 'code',
    mode: 'code',
    version: 1,
    next: (turn) => ({ kind: 'ask', conversation: codeConversation(turn, shots) }),
  }
}

function codeConversation(turn: AgentTurn, shots: readonly Shot[]): AgentConversation {
  const { world, history, cache, steps } = turn
  const data = { conversation: conversationText(history), cache: cacheText(cache) }
  const messages: Message[] = [
    { role: 'system', content: systemLine(world) },
    { role: 'user', content: codePrompt(world, shots, data) },
  ]
  for (const { record } of steps) {
    const { error, printed } = record.execution
    messages.push(
      { role: 'assistant', content: record.output.text ?? '' },
      { role: 'user', content: repairText(error?.message ?? 'The answer held no code.', printed) },
    )
  }
  return { messages, tools: [], literal: [data.conversation, data.cache] }
}

/** What the assistant is. */
export function systemLine({ pack }: Pick<PackWorld, 'pack'>): string {
  return `You are ${pack.persona} who writes Python code that calls the tools given to you.`
}

interface PromptData {
  readonly conversation: string
  readonly cache: string
}

/** The message with all sections. What does not change from turn to turn stands first, for caches of prefixes. */
export function codePrompt(world: PackWorld, shots: readonly Shot[], data: PromptData): string {
  const seek = world.tools.find(({ role }) => role === 'seek')
  const rules = [
    ...PLANNING_RULES,
    seek === undefined
      ? 'Call tools by keyword arguments only.'
      : `Call tools by keyword arguments only; ${seek.name} takes its text as it is.`,
    'Variables do not outlive the turn: what a later turn needs has to be saved.',
    `Where the last line of the user asks for nothing that a tool does, the code is print("${NO_PLANNING}").`,
  ]
  return [
    'Write the Python code that carries out the last line of the user in CONVERSATION, with the tools of TOOL CONFIG.',
    `TOOL CONFIG\n${toolConfig(world.tools)}\n\nA Result has search_results (a list of dicts) and query_summary (a text).`,
    `INSTRUCTIONS\n${rules.map((rule, index) => `${index + 1}. ${rule}`).join('\n')}`,
    'OUTPUT FORMAT\nFirst your reasoning in <REASONING></REASONING>, then the code in <CODE></CODE>. No Markdown.',
    ...(shots.length === 0 ? [] : [`EXAMPLES\n${shots.map(shotText).join('\n\n')}`]),
    `CONVERSATION\n${data.conversation}`,
    `CACHE\n${data.cache}`,
    'Write the code for the last line of the user now.',
  ].join('\n\n')
}

function shotText({ history, cache, reasoning, code }: Shot, index: number): string {
  return [
    `Example ${index + 1}`,
    `CONVERSATION\n${conversationText(history)}`,
    `CACHE\n${cacheText(cache)}`,
    `<REASONING>${reasoning}</REASONING>\n<CODE>\n${code.trim()}\n</CODE>`,
  ].join('\n')
}

function repairText(error: string, printed: string): string {
  const said = printed === '' ? '' : ` It had printed ${JSON.stringify(printed.slice(0, 2000))}.`
  return `The code was run and failed: ${JSON.stringify(error.slice(0, 2000))}.${said} What it saved before that is in the cache. Write the whole code once more so that it does what the user asked, or ask the user, or print("${NO_PLANNING}") if it cannot be done.`
}
