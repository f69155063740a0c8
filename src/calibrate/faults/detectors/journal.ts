import { defineDetector, type Signal } from '../detector.js'

/** Samples that are doubled, missing or of nobody, as scoring counts them. */
export const journalDetector = defineDetector({
  id: 'journal',
  describes: 'every planned sample is there, once',
  fits: ({ instrument }) => instrument.subject !== undefined,
  async look(observation) {
    const { benchmarks } = await observation.asked()
    const kinds = benchmarks.flatMap((one) => one.kinds)
    const total = (count: (kind: (typeof kinds)[number]) => number): number =>
      kinds.reduce((sum, kind) => sum + count(kind), 0)
    const counts: readonly (readonly [string, number, string])[] = [
      ['doubled', total(({ gaps }) => gaps.superseded), 'samples stand in the journal two times'],
      ['missing', total(({ gaps }) => gaps.missing.count), 'planned samples are not in the journal'],
      ['failed', total(({ gaps }) => gaps.errors.count), 'samples ended in an error'],
      ['unknown', benchmarks.reduce((sum, one) => sum + one.unknown.count, 0), 'samples belong to no item'],
    ]
    return counts.flatMap(([code, count, what]): readonly Signal[] =>
      count === 0 ? [] : [{ code, what: `${count} ${what}.` }],
    )
  },
})
