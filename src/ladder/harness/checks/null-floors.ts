import { wilsonInterval } from '../../../stats/wilson.js'
import type { RungTable } from '../../rung.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'

/** From here on an answerer that knows nothing does better than many published models. */
const HIGH_FLOOR = 0.5

/** What somebody who knows nothing scores in each test: no score up to there shows anything. */
export const nullFloors = defineHarnessCheck({
  id: 'null-floors',
  looksAt: 'what answerers that know nothing score in each test',
  codes: ['floor-high', 'silence-credited', 'echo-credited'],
  applies: ({ sets }) => sets.length > 0,
  run(view) {
    const rows: RungTable['rows'][number][] = []
    const findings: RungFinding[] = []
    for (const ready of view.sets) {
      const { set, rule } = ready
      const nulls = view.nullsOf(ready)
      const n = set.items.length
      for (const [at, { name }] of rule.measures.entries()) {
        const means = nulls.map((one) => ({ ...one, mean: meanOf(one.values[at] ?? []) }))
        for (const { id, describes, mean, looksAtGold } of means) {
          const [low, high] = wilsonInterval({ successes: mean * n, n })
          rows.push([
            set.name,
            name,
            id,
            n,
            mean,
            low,
            high,
            looksAtGold ? `${describes} (chosen by the gold)` : describes,
          ])
        }
        const best = means.reduce((one, other) => (other.mean > one.mean ? other : one))
        const measure = `"${name}" of ${set.name}`
        if (best.mean >= HIGH_FLOOR) {
          findings.push(
            findingOf({
              code: 'floor-high',
              severity: 'warn',
              what: `${measure} gives ${shown(best.mean)} to an answerer that ${best.describes} (${best.id}): no score up to there shows anything.`,
              cases: [],
              count: n,
            }),
          )
        }
        findings.push(...credited(means, { measure, n }))
      }
      for (const { id, overall, describes } of nulls) {
        for (const { name, value, note } of overall) {
          rows.push([set.name, name, id, n, value, null, null, `${describes}; ${note}`])
        }
      }
    }
    return {
      findings,
      tables: [
        {
          id: 'null-floors',
          title: 'What answerers that know nothing score',
          columns: ['test', 'measure', 'null model', 'n', 'score', 'low', 'high', 'what it does'],
          rows,
          note: 'A score within the interval of the strongest of them is a floor, not a capability.',
        },
      ],
    }
  },
})

interface NullMean {
  readonly id: string
  readonly mean: number
}

function credited(
  means: readonly NullMean[],
  { measure, n }: { readonly measure: string; readonly n: number },
): readonly RungFinding[] {
  const meanOfNull = (id: string): number => means.find((one) => one.id === id)?.mean ?? 0
  const silent = meanOfNull('silent')
  const echo = meanOfNull('echo')
  return [
    ...(silent === 0
      ? []
      : [
          findingOf({
            code: 'silence-credited',
            severity: 'warn',
            what: `${measure} gives ${shown(silent)} for saying nothing at all: what is not found is taken for an answer.`,
            cases: [],
            count: Math.round(silent * n),
          }),
        ]),
    ...(echo <= silent
      ? []
      : [
          findingOf({
            code: 'echo-credited',
            severity: 'warn',
            what: `${measure} gives ${shown(echo)} for repeating the prompt: what is looked for stands in the question.`,
            cases: [],
            count: Math.round(echo * n),
          }),
        ]),
  ]
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function shown(value: number): string {
  return value.toFixed(3)
}
