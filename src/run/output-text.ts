import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../text/json.js'
import type { Dialect } from '../toolcall/dialect.js'
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
      if (holdsParsedCalls(said.message)) throw parsedElsewhere(where)
      return { text: contentOf(said.message) ?? said.text, stopReason }
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

function contentOf(message: JsonValue): string | undefined {
  return isJsonObject(message) && typeof message.content === 'string' ? message.content : undefined
}

function holdsParsedCalls(message: JsonValue): boolean {
  if (!isJsonObject(message)) return false
  const { tool_calls: calls } = message
  return isJsonArray(calls) && calls.length > 0
}

function parsedElsewhere(where: string): InputError {
  return new InputError({
    code: 'message-parsed',
    what: 'The message holds tool_calls: a server has taken the calls out of the text that this dialect reads.',
    where,
    fix: "Read such messages with --dialect openai, or ask again with the server's own tool parsing off.",
  })
}
