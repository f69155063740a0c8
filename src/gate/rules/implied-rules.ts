import type { GateEvidence } from '../evidence.js'
import type { GateRule } from '../policy.js'

/**
 * What every gate asks, where the policy does not ask it otherwise: benchmarks are usable, samples were measured, and no section of an
 * audit is unmeasured. Only rules at the first level count as the policy's own, for within `any` or `not` they demand something else; one
 * that names a benchmark or a subject speaks of that alone.
 */
export function impliedRules(rules: readonly GateRule[], evidence: GateEvidence): readonly GateRule[] {
  const usable = rules.filter((rule) => rule.kind === 'usable')
  const measured = rules.filter((rule) => rule.kind === 'measured')
  const sections = new Set(rules.flatMap((rule) => (rule.kind === 'section' ? [rule.section] : [])))
  const benchmarks = [...new Set(evidence.scores.map(({ benchmark }) => benchmark))]
  const known = new Set(rules.map(({ id }) => id))
  const named = (id: string): string => {
    for (let count = 1; ; count++) {
      const own = count === 1 ? id : `${id} (${count})`
      if (known.has(own)) continue
      known.add(own)
      return own
    }
  }
  return [
    ...benchmarks
      .filter((name) => usable.every(({ benchmark }) => benchmark !== undefined && benchmark !== name))
      .map(
        (benchmark): GateRule => ({
          kind: 'usable',
          id: named(`usable ${benchmark}`),
          benchmark,
          accept: ['usable'],
        }),
      ),
    ...subjectsAndBenchmarks(evidence)
      .filter((one) =>
        measured.every(
          ({ benchmark, subject }) =>
            (benchmark !== undefined && benchmark !== one.benchmark) ||
            (subject !== undefined && subject !== one.subject),
        ),
      )
      .map(
        ({ benchmark, subject }): GateRule => ({
          kind: 'measured',
          id: named(`measured ${benchmark} of ${subject}`),
          benchmark,
          subject,
          atLeast: 1,
        }),
      ),
    ...ladderSubjects(evidence)
      .filter((subject) =>
        measured.every(
          (one) => one.benchmark !== undefined || (one.subject !== undefined && one.subject !== subject),
        ),
      )
      .map(
        (subject): GateRule => ({
          kind: 'measured',
          id: named(`measured ladder of ${subject}`),
          subject,
          atLeast: 1,
        }),
      ),
    ...evidence.sections
      .filter(({ id }) => !sections.has(id))
      .map(
        ({ id }): GateRule => ({
          kind: 'section',
          id: named(`section ${id}`),
          section: id,
          verdicts: ['good', 'mixed', 'bad', 'measured'],
        }),
      ),
  ]
}

/** Tables of an audit hold no samples. */
function subjectsAndBenchmarks({ scores }: GateEvidence) {
  return scores.filter(({ samples }) => samples !== undefined)
}

function ladderSubjects({ ladders }: GateEvidence): readonly string[] {
  return [...new Set(ladders.flatMap(({ subject }) => subject ?? []))]
}
