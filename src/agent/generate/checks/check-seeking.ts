import type { PackTool, PackWorld } from '../../pack.js'
import { slotsNamed } from '../../seek-slots.js'
import type { FilledDialogue } from '../filled-dialogue.js'
import type { CheckFinding } from '../finding.js'
import { literalsOf, type PlanCall, type PlanReading } from '../plan-reading.js'
import type { GoldRun } from '../run-gold.js'

/**
 * `seeking`: a question names exactly the slots that the template says are missing; these are mandatory for a search that
 * follows later; and nothing that this search takes for them had been said by then. That a call has all that it needs
 * shows when it runs.
 */
export function checkSeeking(
  { turns, template }: Pick<FilledDialogue, 'turns' | 'template'>,
  { runs, readings, world }: SeekingEvidence,
): readonly CheckFinding[] {
  const findings: CheckFinding[] = []
  const tools = new Map(world.tools.map((tool) => [tool.name, tool]))
  for (const { turn: at, execution } of runs) {
    const { missing = [] } = turns[at] ?? {}
    const turn = at + 1
    const named = slotsNamed(execution.sought.join(' '), world.seek, template.language)
    const asked = [...named].sort().join(', ')
    const expected = [...new Set(missing)].sort().join(', ')
    if (asked !== expected) {
      findings.push({
        check: 'seeking',
        what: `The question names ${asked || 'no slot'}, and missing is ${expected || 'none'}.`,
        turn,
      })
    }
    if (missing.length === 0) continue
    const answered = searchFor(missing, { readings, after: at, tools })
    if (answered === undefined) {
      findings.push({ check: 'seeking', what: `No later search needs ${expected}.`, turn })
      continue
    }
    const said = turns
      .slice(0, at + 1)
      .map(({ text }) => text)
      .join(' ')
    for (const slot of new Set(missing)) {
      const values = answered.values.get(slot) ?? []
      // A day that is counted from another has no literal of its own.
      if (values.length === 0 || values.some((value) => !said.includes(value))) continue
      findings.push({
        check: 'seeking',
        what: `"${slot}" had been said already: ${values.join(', ')}.`,
        turn,
      })
    }
  }
  return findings
}

export interface SeekingEvidence {
  readonly runs: readonly GoldRun[]
  /** By place of the turn. */
  readonly readings: ReadonlyMap<number, PlanReading>
  readonly world: Pick<PackWorld, 'tools' | 'seek'>
}

interface Answer {
  /** Texts that the search takes, by slot. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

interface Place {
  readonly readings: ReadonlyMap<number, PlanReading>
  readonly after: number
  readonly tools: ReadonlyMap<string, PackTool>
}

/** The first later call that cannot do without any of these slots. */
function searchFor(slots: readonly string[], { readings, after, tools }: Place): Answer | undefined {
  for (const [at, reading] of readings) {
    if (at <= after || reading.kind !== 'plan') continue
    for (const call of reading.calls) {
      const tool = tools.get(call.name)
      if (tool === undefined) continue
      const mandatory = mandatorySlots(tool)
      if (slots.every((slot) => mandatory.has(slot))) return { values: valuesBySlot(call, tool) }
    }
  }
  return undefined
}

function mandatorySlots({ parameters, needsOneOf = [] }: PackTool): ReadonlySet<string> {
  const needed = new Set(needsOneOf.flat())
  return new Set(
    parameters.flatMap(({ name, slot = name, isMandatory }) =>
      isMandatory || needed.has(name) ? [slot] : [],
    ),
  )
}

function valuesBySlot({ named }: PlanCall, { parameters }: PackTool): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>()
  for (const { name, slot = name } of parameters) {
    const expression = named.get(name)
    if (expression === undefined) continue
    const texts = literalsOf(expression).filter((value) => typeof value === 'string')
    values.set(slot, [...(values.get(slot) ?? []), ...texts])
  }
  return values
}
