import type { CacheRecord, TracedCall } from '../../../agent/turn-record.js'
import { type NullAgent, playTurns, toolOfRole } from './null-agent.js'

/**
 * Makes in every turn each search anew that the dialogue has given the slots for so far (gold's last call of each search
 * tool), and saves what it finds. It knows what gold knows to search for, and never looks into the cache.
 */
export const reSearchAgent: NullAgent = {
  id: 're-search',
  kind: 'floor',
  play: (request) => {
    const { world } = request
    const searches = new Set(world.tools.filter(({ role }) => role === 'search').map(({ name }) => name))
    const save = toolOfRole(world, 'save')
    const keyName = save?.parameters.find(({ type }) => type === 'text')?.name ?? 'key'
    const valueName = save?.parameters.find(({ name }) => name !== keyName)?.name ?? 'value'
    const known = new Map<string, TracedCall>()
    return playTurns(request, ({ steps }, place) => {
      for (const call of steps.flatMap(({ execution }) => execution.trace)) {
        if (searches.has(call.tool) && call.outcome.kind === 'result') known.set(call.tool, call)
      }
      const trace: TracedCall[] = []
      const saves: CacheRecord[] = []
      for (const call of known.values()) {
        const { outcome } = call
        if (outcome.kind !== 'result') continue
        const made = trace.push({ ...call, line: trace.length + 1, producers: {} }) - 1
        if (save === undefined) continue
        const key = `turn_${place + 1}_${call.tool}`
        const { id, count, rows } = outcome
        trace.push({
          tool: save.name,
          line: trace.length + 1,
          arguments: { [keyName]: key, [valueName]: { $result: id } },
          producers: { [valueName]: [made] },
          outcome: { kind: 'none' },
        })
        saves.push({ key, id, tool: call.tool, summary: '', count, rows })
      }
      return { trace, saves }
    })
  },
}
