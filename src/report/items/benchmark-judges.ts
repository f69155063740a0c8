import { type CallTask, callTaskOf, OfferShelf } from '../../benchmark/call-item.js'
import type { Benchmark, Item, RetrievalItem } from '../../benchmark/item.js'
import { resolveItems } from '../../benchmark/resolve.js'
import type { Catalog } from '../../catalog/catalog.js'
import { InputError } from '../../errors.js'
import type { StoredSample } from '../../run/sample-lines.js'
import type { OutputReaderOptions } from '../../score/calls/read-output.js'
import { isJsonObject } from '../../text/json.js'
import type { ToolTable } from '../../toolcall/tool-table.js'
import type { DialogueOutcome } from '../pages/build-dialogues.js'
import { callJudge } from './call-judge.js'
import { mcqJudge, qaJudge } from './choice-judge.js'
import { dialogueJudge } from './dialogue-judge.js'
import type { ItemJudge } from './item-judge.js'
import { selectionJudge } from './selection-judge.js'

export interface JudgeOptions extends OutputReaderOptions {
  readonly catalog?: Catalog
  /** What a dialogue came to; without it samples of dialogues stand without a verdict. */
  readonly dialogueOutcome?: (sample: Pick<StoredSample, 'item' | 'trial'>) => DialogueOutcome | undefined
}

/** Who reads samples of an item; undefined where the benchmark has no such item, or nothing can be said of it. */
export type JudgeOf = (item: string) => ItemJudge | undefined

/** Judges that are kept ready: trials and rotations of one item come together. */
const READY = 200

/**
 * Makes who reads samples of each item, when its first sample comes: a benchmark is long, and what is prepared of an item takes
 * more room than the item. Retrieval items need the catalog.
 *
 * @param tell told of items that cannot be read, each once.
 */
export function benchmarkJudges(
  { items }: Benchmark,
  options: JudgeOptions,
  tell: (what: string) => void = () => {},
): JudgeOf {
  const { catalog, dialogueOutcome = () => undefined } = options
  const shelf = new OfferShelf()
  const tables = new WeakMap<CallTask['tools'], ToolTable>()
  const make = (item: Item): ItemJudge | undefined => {
    switch (item.kind) {
      case 'mcq':
        return mcqJudge(item)
      case 'qa':
        return qaJudge(item)
      case 'dialogue':
        return dialogueJudge(item, dialogueOutcome)
      case 'call': {
        const { ladder } = item.json
        const isOpen = isJsonObject(ladder) && ladder.open === true
        const task = callTaskOf(item, { catalog, shelf, mayLackGold: true })
        return callJudge(task, { ...options, isOpen: isOpen || task.gold.isUnknown === true, tables })
      }
      case 'retrieval': {
        const found = resolved.get(item.id)
        return found === undefined || catalog === undefined ? undefined : selectionJudge(found, catalog)
      }
      default:
        return item satisfies never
    }
  }
  const known = new Map(items.map((item) => [item.id, item]))
  const retrieval = items.filter((item): item is RetrievalItem => item.kind === 'retrieval')
  const resolved = new Map(
    catalog === undefined
      ? []
      : resolveItems(retrieval, catalog).items.map((one) => [one.item.id, one] as const),
  )
  const ready = new Map<string, ItemJudge>()
  return (id) => {
    const made = ready.get(id)
    if (made !== undefined) return made
    const item = known.get(id)
    if (item === undefined) return undefined
    try {
      const judge = make(item)
      if (judge === undefined) return undefined
      if (ready.size >= READY) ready.clear()
      ready.set(id, judge)
      return judge
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      known.delete(id)
      tell(error.what)
      return undefined
    }
  }
}
