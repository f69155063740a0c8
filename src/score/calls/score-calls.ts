import type { CallTask } from '../../benchmark/call-item.js'
import type { Score } from '../score.js'
import { scoreSums } from '../sum-score.js'
import { callMeasures } from './call-measures.js'
import type { VerdictList } from './verdict-list.js'

export interface CallScoreRequest {
  /** Items that were measured; what has no output stays out. */
  readonly tasks: readonly CallTask[]
  /** One verdict an item, in the order of `tasks`. */
  readonly verdicts: VerdictList
  /** Verdicts on the null callers, in the order of `tasks`. */
  readonly nulls: readonly { readonly id: string; readonly verdicts: VerdictList }[]
  readonly seed: number
  /** Resamples of each bootstrap, 1 upward. */
  readonly resamples: number
}

/**
 * Every measure of calls over all items and, where the items name more than one, over each category, with intervals
 * and the floor of the null callers. Selection, arguments and exactness stand apart from format.
 */
export function scoreCalls({ tasks, verdicts, nulls, seed, resamples }: CallScoreRequest): readonly Score[] {
  const categories = new Map<string, number[]>()
  for (const [index, { category }] of tasks.entries()) {
    if (category === undefined) continue
    const places = categories.get(category)
    if (places === undefined) categories.set(category, [index])
    else places.push(index)
  }
  const groups: readonly (readonly [group: string | undefined, places?: readonly number[]])[] =
    categories.size > 1 ? [[undefined], ...categories] : [[undefined]]
  return groups.flatMap(([group, places]) => {
    const at = (list: VerdictList): VerdictList => (places === undefined ? list : list.pick(places))
    const clusters = places === undefined ? tasks : places.map((place) => tasks[place])
    return scoreSums({
      measures: callMeasures({
        verdicts: at(verdicts),
        nulls: nulls.map((one) => ({ id: one.id, verdicts: at(one.verdicts) })),
        ...(group === undefined ? {} : { group }),
      }),
      clusters: clusters.map((task) => task?.cluster),
      seed,
      resamples,
      label: `calls ${group ?? ''}`,
    })
  })
}
