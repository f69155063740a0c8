import { InputError } from '../errors.js'
import type { Dialect } from '../toolcall/dialect.js'
import { messageContent } from '../toolcall/message-content.js'
import type { OutputText } from '../toolcall/parse-output.js'
import { decodeTokens } from '../toolcall/tokens/decode-tokens.js'
import type { Vocabulary } from '../toolcall/tokens/vocabulary.js'
import type { Output, OutputContent } from './output-lines.js'

/** What was said, but for calls that were parsed elsewhere: of these there is no text. */
export type SpokenContent = Exclude<OutputContent, { readonly kind: 'calls' }>

export interface OutputTextRequest {
  readonly said: SpokenContent
  readonly stopReason: Output['stopReason']
  /** File and line, for messages. */
  readonly where: string
  readonly dialect: Pick<Dialect, 'isApi'>
  /** What token ids stand for; needed where the output is token ids. */
  readonly vocabulary: Vocabulary | undefined
}

/**
 * What was said, as the text that the dialect reads. Of a message, a dialect of an API reads the JSON as it stands,
 * doubled keys included; a dialect of model text reads its `content`, where that is a text.
 *
 * @throws {InputError} `vocabulary-missing`, `token-unknown`, `message-parsed` for a message whose calls a server has
 * taken out of the text: read as text it would be silence.
 */
export function outputText({ said, stopReason, where, dialect, vocabulary }: OutputTextRequest): OutputText {
  switch (said.kind) {
    case 'text':
      return { text: said.text, stopReason }
    case 'message': {
      if (dialect.isApi === true) return { text: said.text, stopReason }
      return { text: messageContent(said.message, where) ?? said.text, stopReason }
    }
    case 'tokens':
      if (vocabulary === undefined) {
        throw new InputError({
          code: 'vocabulary-missing',
          what: 'The output is token ids, and nothing says what they stand for.',
          where,
          fix: 'Name the tokenizer.json or GGUF file of the model with --vocabulary.',
        })
      }
      return { ...decodeTokens(said.tokenIds, vocabulary, where), stopReason }
    default:
      return said satisfies never
  }
}
