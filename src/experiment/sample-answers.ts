import type { Catalog } from '../catalog/catalog.js'
import type { StoredSample } from '../run/sample-lines.js'
import { OutputReader } from '../score/calls/read-output.js'
import type { Dialect } from '../toolcall/dialect.js'
import type { SideItem } from './carry-items.js'
import type { Answers, ItemAnswer } from './item-answer.js'
import { judgeSample } from './judge-answer.js'

export interface SampleAnswersRequest {
  /** By item id. */
  readonly sides: ReadonlyMap<string, SideItem>
  readonly catalog: Catalog
  /** In which calls are written. */
  readonly dialect?: Dialect
  /** Depth of retrieval items; absent: as many as the item has needs. */
  readonly k?: number
}

/**
 * The samples of one run as answers. Of two samples of one trial the later counts; a failed one is no answer.
 *
 * @throws {InputError} `dialect-missing` where calls are written in a way that is not known.
 */
export function answersOf(
  samples: Iterable<StoredSample>,
  { sides, catalog, dialect, k }: SampleAnswersRequest,
): Answers {
  const reader = new OutputReader(dialect === undefined ? {} : { dialect })
  const answers = new Map<string, (ItemAnswer | undefined)[]>()
  for (const sample of samples) {
    const side = sides.get(sample.item)
    if (side === undefined) continue
    const trials = answers.get(sample.item) ?? []
    answers.set(sample.item, trials)
    while (trials.length <= sample.trial) trials.push(undefined)
    trials[sample.trial] = judgeSample(sample, {
      side,
      catalog,
      reader,
      readsMessages: dialect?.isApi === true,
      ...(k === undefined ? {} : { k }),
    })
  }
  return answers
}
