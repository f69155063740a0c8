import { type CallTask, callTaskOf } from '../../benchmark/call-item.js'
import { InputError } from '../../errors.js'
import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../text/json.js'
import { countText } from '../../text/number-text.js'

/** A prompt that the user wrote, with what is right for it. */
export interface UserCase {
  readonly id: string
  readonly task: CallTask
  /** What the user says last. */
  readonly prompt: string
  /** Whether the item offers tools of its own; else those of the corpus are declared. */
  readonly hasTools: boolean
  /** What it mentions, e.g. `cve`. */
  readonly mentions?: string
  /** Why no call is right. */
  readonly why?: string
}

/** Far above real files. */
const MAX_CASES = 10_000
const MAX_LINE = 1_000_000

/**
 * Reads prompts of a user, one JSON object a line: `{prompt, gold?, mentions?, why?, tools?, id?, cluster?}`, or a call
 * item with `messages`. Without `gold` no call is right.
 *
 * @throws {InputError} `case-invalid`, `cases-too-many`, and what call items throw.
 */
export function parseUserCases(text: string, path: string): readonly UserCase[] {
  const cases: UserCase[] = []
  const ids = new Set<string>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const where = `${path}:${index + 1}`
    if (cases.length === MAX_CASES) {
      throw new InputError({
        code: 'cases-too-many',
        what: `The file holds more than ${countText(MAX_CASES)} prompts.`,
        where,
        fix: 'Take fewer; each one is asked.',
      })
    }
    const one = userCase(line, { where, number: index + 1 })
    if (ids.has(one.id))
      throw invalid(where, `The id ${JSON.stringify(one.id)} is used twice.`, 'Rename one.')
    ids.add(one.id)
    cases.push(one)
  }
  return cases
}

interface Place {
  readonly where: string
  readonly number: number
}

function userCase(line: string, { where, number }: Place): UserCase {
  const reading = line.length > MAX_LINE ? undefined : parseJson(line.trim())
  const json = reading?.kind === 'value' ? reading.value : undefined
  if (!isJsonObject(json)) {
    throw invalid(
      where,
      'The line is no JSON object of at most a million characters.',
      'Write {"prompt": "…"}.',
    )
  }
  const id = textIn(json, 'id') ?? `line-${number}`
  const item = { ...itemOf(json, where), id }
  const cluster = textIn(json, 'cluster')
  const task = callTaskOf({ kind: 'call', id, json: item, ...(cluster === undefined ? {} : { cluster }) })
  const prompt = task.messages.findLast(({ role }) => role === 'user')?.text ?? ''
  if (prompt.trim() === '') throw invalid(where, 'No message of the user says anything.', 'Write a "prompt".')
  const mentions = textIn(json, 'mentions') ?? textIn(json, 'category')
  const why = textIn(json, 'why') ?? textIn(json, 'reason')
  return {
    id,
    task,
    prompt,
    hasTools: task.tools.length > 0,
    ...(mentions === undefined ? {} : { mentions }),
    ...(why === undefined ? {} : { why }),
  }
}

function itemOf(json: JsonObject, where: string): JsonObject {
  const item: Record<string, JsonValue> = { ...emptyObject() }
  const prompt = textIn(json, 'prompt') ?? textIn(json, 'question')
  if (json.messages !== undefined) item.messages = json.messages
  else if (prompt === undefined) {
    throw invalid(where, 'There is neither "prompt" nor "messages".', 'Write {"prompt": "…"}.')
  } else item.messages = [{ role: 'user', content: prompt }]
  item.tools = isJsonArray(json.tools) ? json.tools : []
  item.gold = json.gold ?? { none: true }
  return item
}

function textIn(json: JsonObject, key: string): string | undefined {
  const value = json[key]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function invalid(where: string, what: string, fix: string): InputError {
  return new InputError({ code: 'case-invalid', what, where, fix })
}
