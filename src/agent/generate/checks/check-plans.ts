import type { PackWorld } from '../../pack.js'
import type { CheckFinding } from '../finding.js'
import type { PlanReading } from '../plan-reading.js'

/** What a plan may call besides tools: the line of a turn in which nothing is to be done. */
const PRINT = 'print'

/** `plan` of one turn. */
export function checkPlan(
  reading: PlanReading,
  { world, turn }: { readonly world: Pick<PackWorld, 'tools'>; readonly turn: number },
): readonly CheckFinding[] {
  const findings: CheckFinding[] = []
  const object = (what: string): void => {
    findings.push({ check: 'plan', what, turn })
  }
  if (reading.kind === 'fault') {
    object(`The plan cannot be read: ${reading.message}`)
    return findings
  }
  const tools = new Map(world.tools.map((tool) => [tool.name, tool]))
  for (const { name, positional, named } of reading.calls) {
    const tool = tools.get(name)
    if (tool === undefined) {
      if (name !== PRINT) object(`"${name}" is no tool of the pack.`)
      continue
    }
    // A question stands without a name in all released plans.
    const most = tool.role === 'seek' ? 1 : 0
    if (positional.length > most) object(`"${name}" is given arguments by position.`)
    const known = new Set(tool.parameters.map((parameter) => parameter.name))
    for (const given of named.keys()) if (!known.has(given)) object(`"${name}" has no parameter "${given}".`)
  }
  for (const name of reading.undefinedNames) object(`"${name}" is used before anything is assigned to it.`)
  for (const name of reading.assigned)
    if (!reading.used.has(name)) object(`"${name}" is assigned and never used.`)
  return findings
}
