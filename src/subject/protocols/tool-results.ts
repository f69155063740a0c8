import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../text/json.js'
import type { Message } from '../../toolcall/dialect.js'

/** Where an API keeps its messages and what they hold. */
export interface ResultPlaces {
  /** Member of the conversation that lists the messages. */
  readonly list: string
  /** Member of a message that lists its parts. */
  readonly parts: string
  /** Whether a part is the result of a call. */
  readonly isResult: (part: JsonObject) => boolean
}

/**
 * The JSON of a conversation in which the results of parallel calls stand in one message: Gemini refuses them one by one,
 * and Claude learns from them to call one tool at a time.
 */
export function joinedResults(
  conversation: string,
  messages: readonly Message[],
  { list, parts, isResult }: ResultPlaces,
): string {
  const isParallel = messages.some(({ role }, at) => role === 'tool' && messages[at + 1]?.role === 'tool')
  const reading = isParallel ? parseJson(conversation, { maxDepth: 1000 }) : undefined
  if (reading?.kind !== 'value' || !isJsonObject(reading.value)) return conversation
  const given = reading.value[list]
  if (!isJsonArray(given)) return conversation
  const joined: JsonValue[] = []
  for (const message of given) {
    const last = joined.at(-1)
    const own = resultsIn(message)
    const before = last === undefined ? undefined : resultsIn(last)
    if (own !== undefined && before !== undefined && isJsonObject(last)) {
      joined[joined.length - 1] = { ...last, [parts]: [...before, ...own] }
    } else joined.push(message)
  }
  return writeJson({ ...reading.value, [list]: joined })

  function resultsIn(message: JsonValue): readonly JsonValue[] | undefined {
    const held = isJsonObject(message) ? message[parts] : undefined
    const isAll = isJsonArray(held) && held.every((part) => isJsonObject(part) && isResult(part))
    return isAll ? held : undefined
  }
}
