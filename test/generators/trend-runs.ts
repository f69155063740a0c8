import { randomStream } from '../../src/numeric/random.js'
import type { StoredItem, StoredScores } from '../../src/score/run/read-scores.js'
import { trendOf } from '../../src/score/trend/trend.js'
import type { TrendRun } from '../../src/score/trend/trend-run.js'

export interface TrendRunSpec {
  readonly id: string
  readonly day: number
  readonly values: readonly number[]
  readonly fingerprint?: string
  readonly version?: number
  readonly subject?: string
  readonly benchmark?: string
  readonly clusterSize?: number
  /** Value of the score; the mean over the items by default. */
  readonly score?: number
}

/** A scored run of yes-or-no items. */
export function trendRun(spec: TrendRunSpec): TrendRun {
  const {
    id,
    day,
    values,
    fingerprint = 'f',
    version = 2,
    subject = 'small',
    benchmark = 'desk',
    clusterSize,
    score,
  } = spec
  const scorer = { name: 'qa', version }
  const stored: StoredScores = {
    subject,
    benchmark,
    fingerprint,
    metrics: [{ metric: 'accuracy', better: 'higher', scorer }],
    hidesClusters: false,
    items: values.map(
      (accuracy, place): StoredItem => ({
        id: `q${place}`,
        kind: 'qa',
        ...(clusterSize === undefined ? {} : { cluster: `c${Math.floor(place / clusterSize)}` }),
        values: { accuracy },
      }),
    ),
  }
  const scores = [
    {
      kind: 'scored' as const,
      metric: 'accuracy',
      unit: 'share of items',
      better: 'higher' as const,
      scorer,
      value: score ?? values.reduce((sum, value) => sum + value, 0) / values.length,
      n: values.length,
      interval: [0.4, 0.6] as const,
    },
  ]
  return { run: id, folder: `runs/${id}`, createdMs: day * 86_400_000, benchmarks: [{ stored, scores }] }
}

/**
 * A run of 500 items in clusters of 5 that share a part of their luck. The expected share of right items is
 * 0.3 s + 0.7 (1 − 2 (1 − s)²): 0.784 for s = 0.7, 0.684 for s = 0.62.
 */
function noisyRun(id: number, share: number, seed: number): TrendRun {
  const random = randomStream(seed, `run ${id}`)
  const difficulty = randomStream(seed, 'items')
  const values: number[] = []
  for (let cluster = 0; cluster < 100; cluster++) {
    const luck = random.uniform()
    for (let item = 0; item < 5; item++) {
      const hard = difficulty.uniform()
      const draw = random.uniform() < 0.3 ? luck : 0.5 * (hard + random.uniform())
      values.push(draw < share ? 1 : 0)
    }
  }
  return trendRun({ id: `r${String(id).padStart(2, '0')}`, day: id, values, clusterSize: 5 })
}

/** What a series of 8 runs has marked: the runs whose step is, and `whole` for first against last. */
export function trendMarks(shareOf: (run: number) => number, seed: number): readonly string[] {
  const runs = Array.from({ length: 8 }, (_, id) => noisyRun(id, shareOf(id), seed))
  const [series] = trendOf({ runs, metrics: [], partial: false, seed, permutations: 1000 }).series
  const steps = (series?.steps ?? []).flatMap((step) =>
    step.kind === 'compared' && step.isChange ? [step.to] : [],
  )
  const stretches = (series?.stretches ?? []).flatMap((one) => (one.isChange ? ['whole'] : []))
  return [...steps, ...stretches]
}
