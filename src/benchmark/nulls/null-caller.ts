import type { JsonObject } from '../../text/json.js'
import type { CallTask } from '../call-item.js'

/** What a null caller says: a text, or calls that are as well formed as can be. */
export type NullAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'calls'
      readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[]
    }

/** A caller that knows nothing of tools. What it scores is what a score is worth for nothing. */
export interface NullCaller {
  /** Part of stored results. */
  readonly id: string
  /** One line for people. */
  readonly describes: string
  /** Looks at the items, then answers each of them. */
  prepare(tasks: readonly CallTask[]): (task: CallTask) => NullAnswer
}

/** A null caller whose answer is a text that depends on the item alone. */
export function textCaller(id: string, describes: string, textOf: (task: CallTask) => string): NullCaller {
  return { id, describes, prepare: () => (task) => ({ kind: 'text', text: textOf(task) }) }
}
