import { isJsonObject, type JsonValue } from '../../../text/json.js'
import type { PackWorld, ToolRole } from '../../pack.js'
import type { TracedCall } from '../../turn-record.js'
import type { CheckFinding } from '../finding.js'
import type { GoldRun } from '../run-gold.js'

const finding: ReadonlySet<ToolRole> = new Set<ToolRole>(['search', 'filter', 'nearest'])

/** `run`, `rows`, `narrowing`, `keys` and `repetition`: what the plans of a dialogue did, taken together. */
export function checkRun(runs: readonly GoldRun[], world: Pick<PackWorld, 'tools'>): readonly CheckFinding[] {
  const findings: CheckFinding[] = []
  const roles = new Map(world.tools.map(({ name, role }) => [name, role]))
  /** Rows by id of result. */
  const counts = new Map<string, number>()
  const keys = new Set<string>()
  for (const { turn: at, execution } of runs) {
    const turn = at + 1
    if (execution.error !== undefined) {
      findings.push({ check: 'run', what: `The plan fails: ${execution.error.message}`, turn })
    }
    for (const call of execution.trace) {
      const role = roles.get(call.tool)
      if (role === 'save') {
        const { key } = call.arguments
        const name = typeof key === 'string' ? key : ''
        if (keys.has(name)) findings.push({ check: 'keys', what: `The key "${name}" is used twice.`, turn })
        keys.add(name)
      }
      if (role === undefined || call.outcome.kind !== 'result') continue
      const { id, count } = call.outcome
      if (!finding.has(role)) {
        counts.set(id, count)
        continue
      }
      if (count === 0) findings.push({ check: 'rows', what: `"${call.tool}" finds nothing.`, turn })
      if (role === 'filter' && inputCounts(call, counts).some((rows) => count >= rows)) {
        findings.push({ check: 'narrowing', what: `"${call.tool}" leaves nothing out.`, turn })
      }
      if (counts.has(id)) {
        findings.push({
          check: 'repetition',
          what: `"${call.tool}" finds again what was found before.`,
          turn,
        })
      }
      counts.set(id, count)
    }
  }
  return findings
}

/** Rows of the results that a call was given. */
function inputCounts(
  { arguments: given }: TracedCall,
  counts: ReadonlyMap<string, number>,
): readonly number[] {
  return Object.values(given).flatMap((value) => {
    const count = counts.get(resultIdOf(value) ?? '')
    return count === undefined ? [] : [count]
  })
}

function resultIdOf(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return undefined
  const { $result: id } = value
  return typeof id === 'string' ? id : undefined
}
