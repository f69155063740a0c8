import type { Benchmark } from '../../benchmark/item.js'
import type { StoredRun } from '../../run/read-run.js'
import type { StoredSample } from '../../run/sample-lines.js'
import type { Score, ScorerIdentity } from '../score.js'
import { allItems, type KindScorer, type KindScores, type ScoredItem } from './kind-scorer.js'

/** The items of one benchmark, ready to be held against samples. */
export interface RunScoreBenchmark {
  /** As samples name it. */
  readonly name: string
  readonly benchmark: Benchmark
  readonly scorers: readonly BenchmarkScorer[]
}

/** A scorer with the ids of its items, in its own order. */
export interface BenchmarkScorer {
  readonly scorer: KindScorer
  readonly ids: readonly string[]
}

export interface RunScoreRequest {
  readonly run: Pick<StoredRun, 'trials' | 'unmeasured'>
  readonly benchmarks: readonly RunScoreBenchmark[]
  readonly samples: AsyncIterable<StoredSample> | Iterable<StoredSample>
  readonly seed: number
  /** Resamples of each bootstrap, 1 upward. */
  readonly resamples: number
  /** Called every few thousand samples, so that a caller can be interrupted; what it throws ends the scoring. */
  readonly pause?: (samples: number) => Promise<void>
  /** Does what takes long in one piece, the null models and the bootstraps; a caller may make it interruptible. */
  readonly compute?: <T>(work: () => T) => T
}

export interface BenchmarkScores {
  readonly name: string
  readonly scores: readonly Score[]
  readonly items: Iterable<ScoredItem>
  readonly kinds: readonly KindScores[]
  /** Every scorer that judged, once. */
  readonly scorers: readonly ScorerIdentity[]
  /** Samples of this benchmark that belong to none of its items, and the first of their items. */
  readonly unknown: { readonly count: number; readonly items: readonly string[] }
}

export interface RunScores {
  readonly benchmarks: readonly BenchmarkScores[]
  readonly samples: number
  /** Samples of benchmarks that the run does not name. */
  readonly strangers: number
}

/** Samples between two pauses. */
const PAUSE = 4096
/** Items of strangers that are named. */
const NAMED = 100

/**
 * Scores every benchmark of a run from its samples, which are taken one by one and not kept: no subject is asked. Of two
 * samples of one key the later counts; one with an error is unmeasured. Where preflight found a blocking fault, every
 * score is `unscored`, for then the samples say nothing of the subject.
 *
 * @throws {InputError} what a scorer cannot read.
 */
export async function scoreRun(request: RunScoreRequest): Promise<RunScores> {
  const { run, seed, resamples, compute = (work) => work() } = request
  const desks = new Map(request.benchmarks.map((one) => [one.name, new Desk(one)]))
  let samples = 0
  let strangers = 0
  for await (const sample of request.samples) {
    samples++
    if (samples % PAUSE === 0) await request.pause?.(samples)
    const desk = desks.get(sample.benchmark)
    if (desk === undefined) strangers++
    else desk.take(sample)
  }
  const settings = { trials: run.trials, seed, resamples }
  return {
    benchmarks: Array.from(desks.values(), (desk) =>
      withPreflight(
        compute(() => desk.finish(settings)),
        run.unmeasured,
      ),
    ),
    samples,
    strangers,
  }
}

/** Hands the samples of one benchmark to the scorers of their items. */
class Desk {
  readonly #name: string
  readonly #scorers: readonly BenchmarkScorer[]
  readonly #places = new Map<string, { readonly scorer: KindScorer; readonly place: number }>()
  readonly #unknown = new Set<string>()
  #unknownCount = 0

  constructor({ name, scorers }: RunScoreBenchmark) {
    this.#name = name
    this.#scorers = scorers
    for (const { scorer, ids } of scorers) {
      for (const [place, id] of ids.entries()) this.#places.set(id, { scorer, place })
    }
  }

  take(sample: StoredSample): void {
    const found = this.#places.get(sample.item)
    if (found !== undefined) {
      found.scorer.take(found.place, sample)
      return
    }
    this.#unknownCount++
    if (this.#unknown.size < NAMED) this.#unknown.add(sample.item)
  }

  finish(settings: Parameters<KindScorer['finish']>[0]): BenchmarkScores {
    const kinds = this.#scorers.map(({ scorer }) => scorer.finish(settings))
    const scores = kinds.flatMap((kind) => kind.scores)
    const scorers = new Map(scores.map(({ scorer }) => [`${scorer.name} ${scorer.version}`, scorer]))
    return {
      name: this.#name,
      scores,
      items: allItems(kinds),
      kinds,
      scorers: [...scorers.values()],
      unknown: { count: this.#unknownCount, items: [...this.#unknown] },
    }
  }
}

function withPreflight(scores: BenchmarkScores, blocking: readonly string[] | undefined): BenchmarkScores {
  if (blocking === undefined) return scores
  const reason = `unmeasured: preflight found ${blocking.join(', ')}`
  return {
    ...scores,
    items: [],
    scores: scores.scores.map(({ metric, k, tier, group, unit, better, scorer, n }) => ({
      kind: 'unscored',
      metric,
      ...(k === undefined ? {} : { k }),
      ...(tier === undefined ? {} : { tier }),
      ...(group === undefined ? {} : { group }),
      unit,
      better,
      scorer,
      reason,
      n,
    })),
  }
}
