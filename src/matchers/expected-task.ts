import { type CallTask, callTaskOf } from '../benchmark/call-item.js'
import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../text/json.js'
import { jsonOfArgument } from '../toolcall/argument-error.js'
import { type OfferedTools, preparedTools } from '../toolcall/parse.js'

/** Gold as call items write it: an item, as it stands in a file or as it was read. */
export type ExpectedGold = { readonly gold: object } | { readonly json: JsonObject }

/**
 * The item, examined. Tools that it names are looked up among those that are known; without a list of its own it offers
 * all of them.
 *
 * @throws {InputError} `item-invalid`, `gold-invalid`.
 */
export function expectedTask(item: ExpectedGold, tools: OfferedTools = []): CallTask {
  const known = preparedTools(tools)
  const json = 'json' in item ? item.json : plainItem(item)
  const offered = isJsonArray(json.tools) ? json.tools : known.names
  const described = offered.map((entry): JsonValue => {
    const inputSchema = typeof entry === 'string' ? known.schemaOf(entry) : undefined
    return inputSchema === undefined ? entry : { name: entry, inputSchema }
  })
  return callTaskOf({ kind: 'call', id: 'expected', json: { messages: [], ...json, tools: described } })
}

function plainItem(item: object): JsonObject {
  const reading = parseJson(jsonOfArgument(item, { call: 'toMatchGold', argument: 'the item' }))
  if (reading.kind === 'value' && isJsonObject(reading.value)) return reading.value
  throw new InputError({
    code: 'item-invalid',
    what: 'The item is no plain object.',
    where: 'toMatchGold',
    fix: 'Hand over a call item: an object with "gold".',
  })
}
