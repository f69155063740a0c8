import type { CaseReading } from '../../case-reading.js'
import type { BatteryId } from '../../ladder-case.js'
import type { RungTable } from '../../rung.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'

/** Share of cut answers from which the limit may have decided. */
const MANY = 0.05

/** Answers that the token limit cut: a call that was cut is neither well formed nor malformed. */
export const cutAnswers = defineHarnessCheck({
  id: 'cut-answers',
  looksAt: 'answers that the token limit cut',
  codes: ['answers-cut'],
  applies: ({ evidence }) => evidence.readings.length > 0,
  run({ evidence: { readings } }) {
    const batteries = new Map<BatteryId, CaseReading[]>()
    for (const reading of readings) {
      const list = batteries.get(reading.case.battery)
      if (list === undefined) batteries.set(reading.case.battery, [reading])
      else list.push(reading)
    }
    const rows: RungTable['rows'][number][] = []
    const told: { readonly said: string; readonly cut: readonly CaseReading[]; readonly inCalls: number }[] =
      []
    for (const [battery, list] of batteries) {
      const cut = list.filter(({ stopReason }) => stopReason === 'length')
      const inCalls = list.filter(({ parsing }) => parsing.outcome === 'truncated').length
      rows.push([battery, list.length, cut.length, inCalls])
      // Looking at answers of a fixed length is all that the qualitative prompts are for.
      if (battery === 'qualitative' || cut.length / list.length <= MANY) continue
      told.push({ said: `${battery} ${cut.length} of ${list.length}`, cut, inCalls })
    }
    const cut = told.flatMap((one) => one.cut)
    const inCalls = told.reduce((sum, one) => sum + one.inCalls, 0)
    const findings: readonly RungFinding[] =
      told.length === 0
        ? []
        : [
            findingOf({
              code: 'answers-cut',
              severity: 'warn',
              what: `The token limit cut ${cut.length} answers, ${inCalls} of them inside a call (by battery: ${told.map(({ said }) => said).join(', ')}): give more tokens, or see whether the subject repeats itself.`,
              cases: [...new Set(cut.map((one) => one.case.id))],
              count: cut.length,
            }),
          ]
    return {
      findings,
      tables: [
        {
          id: 'cut-answers',
          title: 'Answers cut by the token limit',
          columns: ['battery', 'answers', 'cut', 'inside a call'],
          rows,
        },
      ],
    }
  },
})
