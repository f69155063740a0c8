import type { Item } from '../benchmark/item.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'

/**
 * What a subject is asked: the query, the question, the user's messages; of a goal card, whose user another subject plays,
 * what that user wants, knows and does not know.
 */
export function askedTexts(item: Item): readonly string[] {
  switch (item.kind) {
    case 'retrieval':
      return [item.query]
    case 'mcq':
    case 'qa':
      return [item.question]
    case 'call':
      return userTexts(item.json, 'messages')
    case 'dialogue':
      return [...userTexts(item.json, 'turns'), ...goalTexts(item.json.goal)]
    default:
      return item satisfies never
  }
}

/**
 * One text for items that ask the same. A multiple-choice question is another with other options or another answer, for
 * "this tool" is another then; a question of a pair is asked twice on purpose, of a tool with yes and of one with no.
 */
export function sameQuestion(item: Item): string {
  const asked = askedTexts(item).join('\n').trim()
  if (item.kind === 'mcq')
    return JSON.stringify([asked, [item.answer, ...item.distractors].sort(), item.answer])
  return item.kind === 'qa' && item.pair !== undefined ? JSON.stringify([asked, item.answer]) : asked
}

/** Texts of a record of a training file: whatever in it was said by a user, or asked. */
export function trainingTexts(record: JsonObject): readonly string[] {
  const said = ['messages', 'conversations', 'turns'].flatMap((list) => userTexts(record, list))
  if (said.length > 0) return said
  for (const key of ['query', 'question', 'prompt', 'instruction', 'input', 'text']) {
    const text = record[key]
    if (typeof text === 'string' && text.trim() !== '') return [text]
  }
  return []
}

function goalTexts(goal: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(goal)) return []
  return Object.values(goal).filter((part) => typeof part === 'string')
}

const USERS: ReadonlySet<unknown> = new Set(['user', 'human'])

function userTexts(json: JsonObject, list: string): readonly string[] {
  const turns = json[list]
  if (!isJsonArray(turns)) return []
  return turns.flatMap((turn) => {
    if (!isJsonObject(turn) || !USERS.has(turn.role ?? turn.from)) return []
    const text = turn.content ?? turn.text ?? turn.value
    return typeof text === 'string' ? [text] : []
  })
}
