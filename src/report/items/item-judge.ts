import type { ItemKind } from '../../benchmark/item.js'
import type { StoredSample } from '../../run/sample-lines.js'
import type { CallVerdict } from '../../score/calls/call-verdict.js'
import type { Parsing } from '../../toolcall/parsed-call.js'
import type { AskedItem, ItemEvidence, ItemRow } from '../pages/items-page.js'

/** Reads samples of one item once more, for people to see. No score comes from here. */
export interface ItemJudge {
  readonly kind: ItemKind
  readonly cluster?: string
  /** Tools of gold, or the tool that is asked about. */
  readonly tools: readonly string[]
  /** Of retrieval items: the query and its needs, each met by any of its equals. */
  readonly sought?: { readonly query: string; readonly needs: readonly (readonly string[])[] }
  asked(): AskedItem
  /** Of a sample with an output. */
  judge(sample: StoredSample): JudgedSample
}

export interface JudgedSample {
  readonly row: Pick<ItemRow, 'verdict' | 'value' | 'outcome' | 'level'>
  readonly evidence: Pick<ItemEvidence, 'calls' | 'choice' | 'ranked'>
  /** What was read, where tokens or a message are shown as text. */
  readonly text?: string
  /** Of call items. */
  readonly call?: { readonly parsing?: Parsing; readonly verdict: CallVerdict }
}
