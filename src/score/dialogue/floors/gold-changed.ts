import type { TracedCall } from '../../../agent/turn-record.js'
import {
  ExactNumber,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../text/json.js'
import { hasComparedArguments } from '../strict/dialogue-tools.js'
import { goldTurnOf, type NullAgent, type NullTurn, playTurns } from './null-agent.js'

/**
 * Gold with the first value of each turn changed, and all that follows from it: the results are others, and so is what
 * is made of them and saved.
 */
export const goldChanged: NullAgent = {
  id: 'gold-changed',
  kind: 'control',
  play: (request) => {
    const compared = new Set(
      request.world.tools.filter(({ role }) => hasComparedArguments(role)).map(({ name }) => name),
    )
    const isFree = request.running === 'free-running'
    let changed = new Set<string>()
    return playTurns(request, (goldTurn) => {
      if (!isFree) changed = new Set()
      return changedTurn(goldTurnOf(goldTurn), { compared, changed })
    })
  },
}

interface Change {
  /** Tools whose arguments are compared. */
  readonly compared: ReadonlySet<string>
  /** Results that are others than gold's; results of the turn are added. */
  readonly changed: Set<string>
}

function changedTurn({ trace, sought, saves }: Required<NullTurn>, { compared, changed }: Change): NullTurn {
  let isDone = false
  const played = trace.map((call): TracedCall => {
    let { arguments: given } = call
    const name = isDone || !compared.has(call.tool) ? undefined : firstValue(given)
    if (name !== undefined) {
      given = { ...given, [name]: otherThan(given[name] as JsonValue) }
      isDone = true
    }
    const isOther =
      name !== undefined ||
      Object.values(given).some(
        (value) => isJsonObject(value) && typeof value.$result === 'string' && changed.has(value.$result),
      )
    if (!isOther) return call
    const { outcome } = call
    if (outcome.kind !== 'result') return { ...call, arguments: renamedResults(given, changed) }
    changed.add(outcome.id)
    return {
      ...call,
      arguments: renamedResults(given, changed),
      producers: renamedProducers(call, changed),
      outcome: { ...outcome, id: otherId(outcome.id), rows: otherId(outcome.rows) },
    }
  })
  const others = saves.map((record) =>
    changed.has(record.id) ? { ...record, id: otherId(record.id), rows: otherId(record.rows) } : record,
  )
  return { trace: played, sought, saves: others }
}

function firstValue(given: JsonObject): string | undefined {
  return Object.keys(given).find((name) => !isJsonObject(given[name]))
}

function otherThan(value: JsonValue): JsonValue {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (value instanceof ExactNumber) return 0
  if (isJsonArray(value)) return value.map((item, place) => (place === 0 ? otherThan(item) : item))
  return `not ${typeof value === 'string' ? value : ''}`
}

const otherId = (id: string): string => `changed:${id}`

function renamedResults(given: JsonObject, changed: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const id = isJsonObject(value) ? value.$result : undefined
      return [name, typeof id === 'string' && changed.has(id) ? { $result: otherId(id) } : value]
    }),
  )
}

function renamedProducers({ producers }: TracedCall, changed: ReadonlySet<string>): TracedCall['producers'] {
  return Object.fromEntries(
    Object.entries(producers).map(([name, makers]) => [
      name,
      makers.map((maker) => (typeof maker === 'string' && changed.has(maker) ? otherId(maker) : maker)),
    ]),
  )
}
