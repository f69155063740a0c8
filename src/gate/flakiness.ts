import { scoreMeans } from '../score/mean-score.js'
import { scorerPrefix } from '../score/run/item-metrics.js'
import type { Score } from '../score/score.js'
import type { GateEvidence, GateScores, RepeatedItem } from './evidence.js'
import type { FlakyItems } from './gate-document.js'

/** Flaky items that are named one by one; the rest is counted. */
const NAMED = 1000

/** Rises whenever the same trials could give another share. */
const VERSION = 1

/**
 * Adds the share of flaky items as a score, `flaky`, by kind of item: of those that were asked more than once, how many were answered now
 * right, now wrong, in the metric that decides for their kind. Its interval heeds clusters as those of other scores do.
 */
export function withFlakiness(
  evidence: GateEvidence,
  draws: { readonly seed: number; readonly resamples: number },
): GateEvidence {
  return {
    ...evidence,
    scores: evidence.scores.map((one) => ({ ...one, scores: [...one.scores, ...flakyScores(one, draws)] })),
  }
}

function flakyScores(
  { repeated, stored }: GateScores,
  { seed, resamples }: { readonly seed: number; readonly resamples: number },
): readonly Score[] {
  const kinds = [...new Set(stored?.items.map(({ kind }) => kind))]
  return kinds.flatMap((kind): readonly Score[] => {
    const about = {
      metric: 'flaky',
      unit: 'share of items asked more than once',
      better: 'lower',
      scorer: { name: `${scorerPrefix(kind)}flaky`, version: VERSION },
    } as const
    const own = repeated.filter((item) => item.kind === kind)
    if (own.length === 0)
      return [{ kind: 'unscored', ...about, reason: 'no item was asked more than once', n: 0 }]
    return scoreMeans({
      columns: [{ about, values: own.map(({ isFlaky }) => (isFlaky ? 1 : 0)) }],
      clusters: own.map(clusterOf(own)),
      seed,
      resamples,
      label: `flaky ${kind}`,
    })
  })
}

/** Variants of one item are no independent items. */
function clusterOf(items: readonly RepeatedItem[]): (item: RepeatedItem) => string | undefined {
  const isVaried = new Set(items.map(({ variant }) => variant)).size > 1
  return ({ cluster, id }) => cluster ?? (isVaried ? `item ${id}` : undefined)
}

/** Items whose trials disagree, by subject and benchmark; only where some item was asked more than once. */
export function flakyItems({ scores }: GateEvidence): readonly FlakyItems[] {
  return scores.flatMap(({ subject, benchmark, repeated }): readonly FlakyItems[] => {
    if (repeated.length === 0) return []
    const flaky = repeated.filter(({ isFlaky }) => isFlaky)
    return [
      {
        subject,
        benchmark,
        repeated: repeated.length,
        flaky: flaky.length,
        items: flaky.slice(0, NAMED).map(({ id, kind, variant, trials }) => ({
          id,
          kind,
          ...(variant === undefined ? {} : { variant }),
          trials,
        })),
      },
    ]
  })
}
