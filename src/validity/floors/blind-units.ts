import { MIN_EFFECTIVE_CLUSTERS, unitsOf } from '../../score/mean-score.js'

/** Whether there are enough effective clusters for a statement beyond these items. */
export function isClustered(clusters: readonly (string | undefined)[]): boolean {
  return unitsOf(clusters).effective >= MIN_EFFECTIVE_CLUSTERS
}

/** What is shuffled as one: clusters where there are enough, else items of one text. */
export interface BlindUnits {
  readonly numbers: readonly number[]
  readonly count: number
  /** `distinct-items`: the test speaks of these items only. */
  readonly over: 'clusters' | 'distinct-items'
}

export function blindUnits(clusters: readonly (string | undefined)[], texts: readonly string[]): BlindUnits {
  const byCluster = unitsOf(clusters)
  if (byCluster.effective >= MIN_EFFECTIVE_CLUSTERS) {
    return { numbers: byCluster.numbers, count: byCluster.count, over: 'clusters' }
  }
  const byText = unitsOf(texts)
  return { numbers: byText.numbers, count: byText.count, over: 'distinct-items' }
}
