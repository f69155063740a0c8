import type { Agent, AgentMode, AgentMove, AgentTurn, SpokenCall } from '../../agent/agents/agent.js'
import { agentsWithoutModel, agentWithoutModel } from '../../agent/agents/agents-without-model.js'
import { callsOfTrace, planOfCalls } from '../../agent/agents/calls-of-trace.js'
import type { PackWorld } from '../../agent/pack.js'
import { changedCalls, missedCalls, otherKeys, permutedSets, renamedKeys, twice } from './bent-calls.js'

/** Whoever is played here, and what each does. All but the first five are gold, bent in one way. */
const knownAgents = {
  gold: 'carries out the gold plan',
  silent: 'says nothing',
  'no-op': 'always says that nothing is to be done',
  'always-seek': 'asks one and the same question at every turn',
  're-search': 'repeats the last search of each kind at every turn, and never looks into the cache',
  'gold-renamed': 'is gold with other names for variables and for all that it saves',
  'gold-permuted': 'is gold with every list of alternatives turned round, and one of them said again',
  'gold-changed': 'is gold with one value changed in every turn',
  'gold-twice': 'is gold, every call made two times',
  'wrong-entry': 'is gold, but takes another result of the same kind from the cache',
  'sure-only': 'is gold at every other turn, and silent in between',
  'stale-variable': 'is gold, but reads a variable of its first turn in all later ones',
  'missing-key': 'asks the cache at every turn for a key that nothing was saved under',
} as const

export type KnownAgentId = keyof typeof knownAgents

/** @param world as it is, whatever the instrument makes of it. */
export function knownAgent(id: KnownAgentId, mode: AgentMode, world: PackWorld): Agent {
  const plain = agentsWithoutModel.find((one) => one === id)
  if (plain !== undefined) return agentWithoutModel(plain, mode)
  return { id, mode, version: 1, next: (turn) => moveOf(id, mode, { ...turn, world }) }
}

function moveOf(id: KnownAgentId, mode: AgentMode, turn: AgentTurn): AgentMove {
  switch (id) {
    case 'gold-renamed':
      return said(renamedKeys(goldCalls(turn), turn), mode, turn)
    case 'gold-permuted':
      return said(permutedSets(goldCalls(turn), turn.world), mode, turn)
    case 'gold-changed':
      return said(changedCalls(goldCalls(turn), turn.world), mode, turn)
    case 'gold-twice':
      return said(twice(goldCalls(turn)), mode, turn)
    case 'wrong-entry':
      return wrongEntryMove(turn)
    case 'missing-key':
      return said(missedCalls(turn.world), mode, turn)
    case 'sure-only':
      return agentWithoutModel(turn.at % 2 === 0 ? 'gold' : 'silent', mode).next(turn)
    case 'stale-variable':
      return staleMove(turn)
    default:
      return agentWithoutModel('gold', mode).next(turn)
  }
}

function goldCalls({ world, gold, at }: AgentTurn): readonly SpokenCall[] {
  return callsOfTrace(gold[at]?.execution.trace ?? [], world.tools)
}

/** Nothing to call is said as gold says it. */
function said(calls: readonly SpokenCall[], mode: AgentMode, turn: AgentTurn): AgentMove {
  if (calls.length === 0) return agentWithoutModel('no-op', mode).next(turn)
  return mode === 'json' ? { kind: 'say', text: '', calls } : code(planOfCalls(calls))
}

/** Variables live for a turn: the first turn has one that no later turn may see. */
function staleMove({ gold, at }: AgentTurn): AgentMove {
  const plan = gold[at]?.plan ?? ''
  return code(at === 0 ? `left_over = 1\n${plan}` : `print(left_over)\n${plan}`)
}

/** The plan as gold writes it, but for the keys of what it fetches. */
function wrongEntryMove(turn: AgentTurn): AgentMove {
  const { world, gold, at } = turn
  const get = world.tools.find(({ role }) => role === 'get')?.name ?? ''
  const keys = otherKeys(turn)
  const lines = (gold[at]?.plan ?? '').split('\n').map((line) => {
    const literal = line.includes(`${get}(`) ? /"[^"]*"/.exec(line)?.[0] : undefined
    const other = literal === undefined ? undefined : keys.get(literal.slice(1, -1))
    return literal === undefined || other === undefined ? line : line.replace(literal, `"${other}"`)
  })
  return code(lines.join('\n'))
}

function code(plan: string): AgentMove {
  return { kind: 'say', text: `<CODE>\n${plan}\n</CODE>` }
}
