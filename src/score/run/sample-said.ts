import type { Output } from '../../run/output-lines.js'
import type { SampleOutput } from '../../run/sample.js'
import { parseJson } from '../../text/json.js'

/**
 * What a sample said, for readers of calls. A dialect of an API reads the message where there is one, a dialect of model
 * text the text; token ids are read where there is neither.
 *
 * @returns undefined where nothing was said.
 */
export function saidBy(
  { text, tokenIds, message }: SampleOutput,
  readsMessages: boolean,
): Output['said'] | undefined {
  if (message !== undefined && (readsMessages || text === undefined)) {
    return {
      kind: 'message',
      text: message,
      get message() {
        const reading = parseJson(message, { duplicateKeys: 'last', maxDepth: 1000 })
        return reading.kind === 'value' ? reading.value : null
      },
    }
  }
  if (text !== undefined) return { kind: 'text', text }
  return tokenIds === undefined ? undefined : { kind: 'tokens', tokenIds }
}
