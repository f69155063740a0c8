import { exactMcNemar } from '../../stats/mcnemar.js'
import type { AskedPath } from '../case-reading.js'
import type { RungTable } from '../rung.js'
import { type CallRow, callBatteries, lenientRules } from './call-rows.js'

/** Lenient against strict on the same answers: the four counts, for each battery and all of them, by both rules. */
export function splitTable(
  paths: readonly { readonly path: AskedPath; readonly rows: readonly CallRow[] }[],
): RungTable {
  const rows = paths.flatMap(({ path, rows: all }) => {
    const groups = callBatteries
      .map((battery) => ({ name: battery as string, own: all.filter((row) => row.case.battery === battery) }))
      .filter(({ own }) => own.length > 0)
    const whole = groups.length > 1 ? [...groups, { name: 'all', own: all }] : groups
    return whole.flatMap(({ name, own }) =>
      lenientRules.map((rule): RungTable['rows'][number] => {
        const answers = own.flatMap((row) => row.answers)
        const count = (lenient: boolean, strict: boolean): number =>
          answers.filter((answer) => answer[rule] === lenient && answer.strict === strict).length
        const onlyLenient = count(true, false)
        const onlyStrict = count(false, true)
        const p = exactMcNemar({ onlyA: onlyLenient, onlyB: onlyStrict })
        return [
          path,
          name,
          rule,
          answers.length,
          count(true, true),
          onlyLenient,
          onlyStrict,
          count(false, false),
          p,
        ]
      }),
    )
  })
  return {
    id: 'lenient-strict',
    title: 'Lenient against strict, on the same answers to cases that need a call',
    columns: [
      'path',
      'battery',
      'rule',
      'answers',
      'both',
      'only lenient',
      'only strict',
      'neither',
      'McNemar p',
    ],
    rows,
    note: 'Strict: a call in canonical form of the right tools and no others. McNemar takes answers as independent and ignores clusters.',
  }
}
