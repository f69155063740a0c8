import { describe, expect, it } from 'vitest'
import type { CalibrationCheck } from '../calibration.js'
import { checkDialogueFaults } from './check-dialogue-faults.js'
import { dialogueFaults } from './dialogue-faults.js'
import { soundInstrument } from './dialogue-instrument.js'
import { wayId } from './expectation.js'
import { knownRuns } from './known-runs.js'

const check = (id: string, verdict: CalibrationCheck['verdict']): CalibrationCheck => ({
  id: `toy-en/${id}`,
  says: '',
  expected: '1',
  measured: '0',
  verdict,
})
const fault = {
  id: 'f',
  breaks: 'something',
  injection: 'somehow',
  noticedBy: 'silent/code-forced/tool-recall',
  instrument: soundInstrument,
}
const checkOne = (found: readonly CalibrationCheck[], noticedBy = fault.noticedBy) =>
  checkDialogueFaults({ faults: [{ ...fault, noticedBy }], runs: knownRuns, judge: async () => found })

describe('checkDialogueFaults', () => {
  it('wants the check that the fault names to fail, whatever else does', async () => {
    const others = check('silent/code-forced/delta-em', 'failed')
    const [seen] = await checkOne([others, check('silent/code-forced/tool-recall', 'failed')])
    expect(seen).toEqual({
      id: 'faults/f',
      says: 'something (somehow)',
      expected: 'silent/code-forced/tool-recall',
      measured: 'silent/code-forced/delta-em, silent/code-forced/tool-recall',
      verdict: 'passed',
      note: '1 was expected: 0',
    })
    const [missed] = await checkOne([others, check('silent/code-forced/tool-recall', 'passed')])
    expect(missed?.verdict).toBe('failed')
    const [silence] = await checkOne([check('silent/code-forced/tool-recall', 'passed')])
    expect(silence).toMatchObject({ measured: 'silence', verdict: 'failed' })
    expect((await checkOne([], 'nobody/code-forced/tool-f1'))[0]?.verdict).toBe('failed')
  })

  it('knows faults each of which names a check that there is', () => {
    const ids = new Set(knownRuns.flatMap((run) => run.expectations.map(({ id }) => `${wayId(run)}/${id}`)))
    for (const { noticedBy } of dialogueFaults) expect(ids).toContain(noticedBy)
    expect(new Set(dialogueFaults.map(({ id }) => id)).size).toBe(dialogueFaults.length)
    expect(new Set(knownRuns.map(wayId)).size).toBe(knownRuns.length)
  })
})
