import type { ScorerIdentity } from '../score.js'
import type { StoredItem, StoredScores } from './read-scores.js'

/** What decides for each kind of item where no metric is named. */
const PRIMARY: Readonly<Record<string, (metrics: readonly string[]) => string | undefined>> = {
  call: () => 'exact',
  mcq: () => 'accuracy',
  qa: () => 'accuracy',
  // Lists that a model decodes have no recall of a ranking; constrained, they are what it knows.
  retrieval: (metrics) =>
    metrics.find((metric) => metric.startsWith('recall@')) ??
    metrics.find((metric) => metric === 'rc@5') ??
    metrics.find((metric) => metric.startsWith('rc@')),
  dialogue: () => 'turn-correct',
}

/** The metric that decides for items of a kind, of those that they have; undefined where none does. */
export function primaryMetric(kind: string, known: readonly string[]): string | undefined {
  return PRIMARY[kind]?.(known)
}

/** Items of a kind. Where some have no variant, as what a probe examines, the others are its controls and left out. */
export function itemsOfKind(items: readonly StoredItem[], kind: string): readonly StoredItem[] {
  const own = items.filter((item) => item.kind === kind)
  const plain = own.filter(({ variant }) => variant === undefined)
  return plain.length === 0 ? own : plain
}

export interface MetricAbout {
  readonly scorer: ScorerIdentity | undefined
  readonly better: 'higher' | 'lower'
}

/** Scorers by kind of item, as their names begin: metrics of two kinds may have one name. */
const SCORERS: Readonly<Record<string, string>> = {
  call: 'calls',
  mcq: 'mcq',
  qa: 'qa',
  retrieval: 'selection-',
  dialogue: 'dialogues',
}

/** How the names of scorers of a kind of item begin; empty where the kind has none of its own. */
export function scorerPrefix(kind: string): string {
  return SCORERS[kind] ?? ''
}

/** Which scorer a metric of a kind of items comes from, and which way it is better. */
export function aboutMetric(
  { metrics }: StoredScores,
  { kind, metric }: { readonly kind: string; readonly metric: string },
): MetricAbout {
  const begins = scorerPrefix(kind)
  const found = metrics.find((one) => one.metric === metric && one.scorer.name.startsWith(begins))
  return { scorer: found?.scorer, better: found?.better ?? 'higher' }
}
