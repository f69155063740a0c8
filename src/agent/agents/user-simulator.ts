import type { Dialogue } from '../../benchmark/dialogue-item.js'
import { isJsonObject, type JsonObject } from '../../text/json.js'
import type { AgentConversation, SpokenLine } from './agent.js'
import { conversationText } from './prompt-data.js'

/** Said by the user when nothing is left to be wished for. */
const DONE = '[DONE]'
/** A user who writes more than this in one turn has lost the thread; the rest is cut. */
const MAX_LENGTH = 2000

/**
 * What a played user wants, kept from the agent: the goal card of the item, else every line of the script, in order.
 *
 * @param json the whole item.
 */
export function hiddenGoal({ turns }: Dialogue, json: JsonObject): string {
  const { goal } = json
  if (isJsonObject(goal)) {
    const parts = Object.entries(goal).flatMap(([key, part]) =>
      typeof part === 'string' ? [`${HEADINGS[key] ?? key}: ${part}`] : [],
    )
    return parts.join('\n')
  }
  const lines = turns.flatMap(({ role, text }) => (role === 'user' ? [text] : []))
  return `You want these things, one after the other:\n${lines.map((line, index) => `${index + 1}. ${JSON.stringify(line)}`).join('\n')}`
}

const HEADINGS: Readonly<Record<string, string>> = {
  text: 'What you want',
  known: 'What you know',
  unknown: 'What you do not know',
  manner: 'How you go about it',
  persona: 'Who you are',
}

/** What the subject that plays the user is asked for its next line. */
export function userConversation(goal: string, history: readonly SpokenLine[]): AgentConversation {
  const said = conversationText(history)
  return {
    messages: [
      {
        role: 'system',
        content: `You play a person who talks to an assistant. Say what you want step by step, in your own words and one thing at a time. Answer what you are asked, as far as you know it, and make up nothing. Never speak for the assistant. When all that you want was done, answer ${DONE} and nothing else.`,
      },
      {
        role: 'user',
        content: `YOUR GOAL\n${goal}\n\nCONVERSATION so far\n${said}\n\nWrite your next line, without a name in front.`,
      },
    ],
    tools: [],
    literal: [said],
  }
}

/** The line that was said, on as many lines as it takes; undefined when the user has done, or says nothing. */
export function userLine(said: string): string | undefined {
  const line = said.trim().replace(/^user\s*:\s*/i, '')
  if (line === '' || line.startsWith(DONE)) return undefined
  return line.replaceAll(DONE, '').trim().slice(0, MAX_LENGTH)
}
