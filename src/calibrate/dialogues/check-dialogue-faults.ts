import type { CalibrationCheck } from '../calibration.js'
import type { DialogueFault } from './dialogue-faults.js'
import { type KnownRun, wayId } from './expectation.js'

export interface FaultCheckRequest {
  readonly faults: readonly DialogueFault[]
  readonly runs: readonly KnownRun[]
  /** What a run comes to with an instrument. */
  readonly judge: (run: KnownRun, fault: DialogueFault) => Promise<readonly CalibrationCheck[]>
}

/**
 * Injects one fault after the other into the run that must notice it. That run passes without faults: its checks are part of
 * the section.
 */
export async function checkDialogueFaults({
  faults,
  runs,
  judge,
}: FaultCheckRequest): Promise<readonly CalibrationCheck[]> {
  const checks: CalibrationCheck[] = []
  for (const fault of faults) {
    const { id, breaks, injection, noticedBy } = fault
    const run = runs.find((one) => noticedBy.startsWith(`${wayId(one)}/`))
    const found = run === undefined ? [] : await judge(run, fault)
    const failed = found.filter(({ verdict }) => verdict === 'failed')
    const own = failed.find((check) => check.id.endsWith(`/${noticedBy}`))
    checks.push({
      id: `faults/${id}`,
      says: `${breaks} (${injection})`,
      expected: noticedBy,
      measured: failed.length === 0 ? 'silence' : failed.map(nameOf).join(', '),
      verdict: own === undefined ? 'failed' : 'passed',
      ...(own === undefined ? {} : { note: `${own.expected} was expected: ${own.measured}` }),
    })
  }
  return checks
}

/** Without the set of dialogues. */
function nameOf({ id }: CalibrationCheck): string {
  return id.slice(id.indexOf('/') + 1)
}
