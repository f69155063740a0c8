import type { JsonObject } from '../../text/json.js'
import type { PackTool, PackWorld } from '../pack.js'
import type { Agent, AgentMode, AgentMove, AgentTurn, SpokenCall } from './agent.js'
import { callsOfTrace, planOfCalls } from './calls-of-trace.js'
import type { GoldTurn } from './gold-turns.js'
import { NO_PLANNING } from './planning-rules.js'

/** Agents that know the answers, or nothing at all: what any figure has to be seen against. */
export const agentsWithoutModel = ['gold', 'silent', 'no-op', 'always-seek', 're-search'] as const

export type AgentWithoutModel = (typeof agentsWithoutModel)[number]

/** What each does, for help and docs. */
export const agentSayings: Readonly<Record<AgentWithoutModel, string>> = {
  gold: 'carries out the gold plan',
  silent: 'says nothing',
  'no-op': 'always says that nothing is to be done',
  'always-seek': 'asks one and the same question at every turn',
  're-search': 'repeats the last search of each kind at every turn, and never looks into the cache',
}

/** The one question of `always-seek`. */
const QUESTION = 'Could you tell me a little more about what you are looking for?'

export function agentWithoutModel(id: AgentWithoutModel, mode: AgentMode): Agent {
  return { id, mode, version: 1, next: (turn) => moveOf(id, mode, turn) }
}

function moveOf(id: AgentWithoutModel, mode: AgentMode, turn: AgentTurn): AgentMove {
  switch (id) {
    case 'gold':
      return goldMove(turn, mode)
    case 'silent':
      return { kind: 'say', text: '', calls: [] }
    case 'no-op':
      return moveOfNothing(mode)
    case 'always-seek':
      return seekMove(turn.world, mode)
    case 're-search': {
      const calls = searchedSoFar(turn)
      return calls.length === 0 ? moveOfNothing(mode) : callsMove(calls, mode)
    }
    default:
      return id satisfies never
  }
}

function goldMove({ world, gold, at }: AgentTurn, mode: AgentMode): AgentMove {
  const turn = gold[at]
  if (turn === undefined) return moveOfNothing(mode)
  if (mode === 'code' && turn.plan !== undefined) return { kind: 'say', text: inTags(turn.plan) }
  const calls = callsOfTrace(turn.execution.trace, world.tools)
  return calls.length === 0 ? moveOfNothing(mode) : callsMove(calls, mode)
}

function moveOfNothing(mode: AgentMode): AgentMove {
  return { kind: 'say', text: mode === 'code' ? inTags(`print("${NO_PLANNING}")`) : NO_PLANNING, calls: [] }
}

function callsMove(calls: readonly SpokenCall[], mode: AgentMode): AgentMove {
  return mode === 'code'
    ? { kind: 'say', text: inTags(planOfCalls(calls)) }
    : { kind: 'say', text: '', calls }
}

function seekMove({ tools }: PackWorld, mode: AgentMode): AgentMove {
  const seek = tools.find(({ role }) => role === 'seek')
  if (seek === undefined) return { kind: 'say', text: QUESTION, calls: [] }
  if (mode === 'code') {
    return { kind: 'say', text: inTags(`${seek.name}(${JSON.stringify(QUESTION)})`) }
  }
  const [parameter] = seek.parameters
  return {
    kind: 'say',
    text: '',
    calls: [{ name: seek.name, arguments: parameter === undefined ? {} : { [parameter.name]: QUESTION } }],
  }
}

/** Gold's last call of each search tool up to this turn, each saved under a key of its own. */
function searchedSoFar({ world, gold, at }: AgentTurn): readonly SpokenCall[] {
  const searches = new Map<string, { readonly name: string; readonly arguments: JsonObject }>()
  const byName = new Map(world.tools.map((tool) => [tool.name, tool]))
  for (const turn of gold.slice(0, at + 1)) {
    for (const call of literalSearches(turn, byName)) searches.set(call.name, call)
  }
  const save = world.tools.find(({ role }) => role === 'save')
  return [...searches.values()].flatMap((call, index) => {
    if (save === undefined) return [call]
    const [key, value] = keyAndValue(save)
    // Handles count all calls: each search stands before the call that saves it.
    const saved = { [key]: `turn_${at + 1}_${call.name}`, [value]: { $ref: `r${2 * index + 1}` } }
    return [call, { name: save.name, arguments: saved }]
  })
}

function literalSearches(
  { execution }: GoldTurn,
  byName: ReadonlyMap<string, PackTool>,
): readonly SpokenCall[] {
  const searches = execution.trace.filter(
    ({ tool, outcome }) => byName.get(tool)?.role === 'search' && outcome.kind !== 'error',
  )
  // Values of earlier calls stand as they were: the searches are repeated without those calls.
  return callsOfTrace(
    searches.map((call) => ({ ...call, producers: {} })),
    [...byName.values()],
  )
}

function keyAndValue({ parameters }: PackTool): readonly [string, string] {
  const key = parameters.find(({ type }) => type === 'text')?.name ?? 'key'
  return [key, parameters.find(({ name }) => name !== key)?.name ?? 'value']
}

/** As a model would write it. */
function inTags(code: string): string {
  return `<CODE>\n${code}\n</CODE>`
}
