import { callTaskOf } from '../../benchmark/call-item.js'
import { literalGold } from '../../benchmark/gold-value.js'
import type { Exchange } from '../../exchange/exchange.js'
import { itemOfExchange } from '../../exchange/item-of-exchange.js'
import type { JsonObject } from '../../text/json.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import { toolTable } from '../../toolcall/tool-table.js'

/**
 * What a model did, written down as what is right: because somebody asked for it, never by itself. Calls count where the
 * strict reading finds no fault (S6), silence where something was said instead.
 *
 * @returns undefined where the answer cannot be gold: it failed, was cut, said nothing, or its calls are faulty.
 */
export function recordedGold(exchange: Exchange): JsonObject | undefined {
  const { answer } = exchange
  if (answer?.kind !== 'said' || answer.stopReason === 'length') return undefined
  const dialect = dialects.find(({ id }) => id === answer.dialect)
  if (dialect === undefined) return undefined
  const json = itemOfExchange(exchange, 'recorded')
  const { tools } = callTaskOf({ kind: 'call', id: 'recorded', json }, { mayLackGold: true })
  const { outcome, strict } = parseOutput({ text: answer.message }, { dialect, tools: toolTable(tools) })
  if (outcome === 'abstained') return { none: true }
  if (outcome !== 'called' || !strict.ok) return undefined
  const calls = strict.calls.map(({ name, arguments: given }) => ({ name, arguments: literal(given) }))
  return { calls, order: 'any' }
}

/** Arguments as gold that means what stands there: what looks like a matcher is data. */
function literal(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, literalGold(value)]))
}
