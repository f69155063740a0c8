import type { PayloadReader } from '../scan/frame.js'
import { glmTags, invokeTags, qwenTags } from './tag-sets.js'
import { xmlPayload } from './xml-payload.js'

/** Readers of payloads that are told by their first tag, wherever they stand. */
export interface ForeignReaders {
  /** `<function=NAME>` with parameters. */
  readonly xml: PayloadReader
  /** `NAME<arg_key>…`. */
  readonly pairs: PayloadReader
  /** `<invoke name="NAME">` with parameters. */
  readonly invoke: PayloadReader
}

export const foreignReaders: ForeignReaders = {
  xml: xmlPayload({ ...qwenTags, outer: ['</tool_call>'], mayLackEnd: true }),
  pairs: xmlPayload({ ...glmTags, outer: ['</tool_call>'] }),
  invoke: xmlPayload({ ...invokeTags, outer: [] }),
}
