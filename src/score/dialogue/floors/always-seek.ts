import type { PackWorld } from '../../../agent/pack.js'
import { type NullAgent, playTurns, toolOfRole } from './null-agent.js'

/** Asks the same question in every turn: for every slot that some tool cannot do without. */
export const alwaysSeekAgent: NullAgent = {
  id: 'always-seek',
  kind: 'floor',
  play: (request) => {
    const tool = toolOfRole(request.world, 'seek')
    if (tool === undefined) return playTurns(request, () => ({ trace: [] }))
    const question = mandatoryQuestion(request.world)
    const parameter = tool.parameters[0]?.name ?? 'query'
    const call = {
      tool: tool.name,
      line: 1,
      arguments: { [parameter]: question },
      producers: {},
      outcome: { kind: 'none' },
    } as const
    return playTurns(request, () => ({ trace: [call], sought: [question] }))
  },
}

/** One question for all mandatory slots, in the pack's first language's words. */
function mandatoryQuestion({ tools, seek, pack }: PackWorld): string {
  const mandatory = new Set(
    tools.flatMap(({ role, parameters, needsOneOf = [] }) => {
      if (role !== 'search') return []
      const needed = new Set(needsOneOf.flat())
      return parameters
        .filter(({ name, isMandatory }) => isMandatory || needed.has(name))
        .map(({ name, slot }) => slot ?? name)
    }),
  )
  const [language] = pack.languages
  const phrases = seek.slots.flatMap(({ slot, phrases: byTag }) =>
    mandatory.has(slot) ? (byTag[language]?.[0] ?? []) : [],
  )
  return `${phrases.join(', ')}?`
}
