import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'

interface Fragment {
  id: string | undefined
  type: string | undefined
  name: string
  arguments: string
}

const TEXT_FIELDS = ['content', 'refusal', 'reasoning_content', 'reasoning'] as const

/**
 * The message that OpenAI stream deltas add up to. Fragments of calls belong together by `index`; only the first of each
 * carries id and name. Chunks with `choices` are taken as well as bare deltas; of several choices the first counts.
 */
export function messageOfDeltas(deltas: readonly JsonValue[]): JsonObject {
  const texts = new Map<string, string>()
  const calls = new Map<number, Fragment>()
  let last = 0
  for (const given of deltas) {
    const delta = deltaOf(given)
    if (delta === undefined) continue
    for (const field of TEXT_FIELDS) {
      const piece = delta[field]
      if (typeof piece === 'string') texts.set(field, (texts.get(field) ?? '') + piece)
    }
    if (!isJsonArray(delta.tool_calls)) continue
    for (const entry of delta.tool_calls) {
      if (!isJsonObject(entry)) continue
      // Servers that leave the index out mean the call at hand, or the next one where there is an id.
      if (typeof entry.index === 'number') last = entry.index
      else if (typeof entry.id === 'string' && entry.id !== calls.get(last)?.id) last = calls.size
      addFragment(calls, last, entry)
    }
  }
  return assembled(texts, calls)
}

function deltaOf(given: JsonValue): JsonObject | undefined {
  if (!isJsonObject(given)) return undefined
  if (!isJsonArray(given.choices)) return given
  const [choice] = given.choices
  return isJsonObject(choice) && isJsonObject(choice.delta) ? choice.delta : undefined
}

function addFragment(calls: Map<number, Fragment>, index: number, entry: JsonObject): void {
  let call = calls.get(index)
  if (call === undefined) {
    call = { id: undefined, type: undefined, name: '', arguments: '' }
    calls.set(index, call)
  }
  if (typeof entry.id === 'string' && entry.id !== '') call.id ??= entry.id
  if (typeof entry.type === 'string') call.type ??= entry.type
  if (!isJsonObject(entry.function)) return
  const { name, arguments: args } = entry.function
  // Some servers repeat the whole name with every fragment.
  if (typeof name === 'string' && name !== call.name) call.name += name
  if (typeof args === 'string') call.arguments += args
}

function assembled(texts: ReadonlyMap<string, string>, calls: ReadonlyMap<number, Fragment>): JsonObject {
  const message = emptyObject()
  message.role = 'assistant'
  message.content = texts.get('content') ?? null
  for (const [field, text] of texts) if (field !== 'content') message[field] = text
  const entries = [...calls].sort(([left], [right]) => left - right)
  if (entries.length > 0) {
    message.tool_calls = entries.map(([, { id, type, name, arguments: args }]): JsonObject => {
      return {
        ...(id !== undefined && { id }),
        type: type ?? 'function',
        function: { name, arguments: args },
      }
    })
  }
  return message
}
