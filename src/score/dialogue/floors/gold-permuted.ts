import type { ToolParameter } from '../../../agent/pack.js'
import { isJsonArray, type JsonValue } from '../../../text/json.js'
import { goldTurnOf, type NullAgent, playTurns } from './null-agent.js'

/** Gold with every list whose order means nothing turned round. Must score as gold does. */
export const goldPermuted: NullAgent = {
  id: 'gold-permuted',
  kind: 'control',
  isGold: true,
  play: (request) => {
    const tools = new Map(request.world.tools.map((tool) => [tool.name, tool]))
    return playTurns(request, (goldTurn) => {
      const turn = goldTurnOf(goldTurn)
      const trace = turn.trace.map((call) => ({
        ...call,
        arguments: Object.fromEntries(
          Object.entries(call.arguments).map(([name, value]) => [
            name,
            permuted(
              value,
              tools.get(call.tool)?.parameters.find((one) => one.name === name),
            ),
          ]),
        ),
      }))
      return { ...turn, trace }
    })
  },
}

function permuted(value: JsonValue, parameter: ToolParameter | undefined): JsonValue {
  return parameter?.shape === 'set' && isJsonArray(value) ? value.toReversed() : value
}
