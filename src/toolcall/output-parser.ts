import { argumentError, isObject } from './argument-error.js'
import { dialectGiven, type ParseRequest, preparedTools } from './parse.js'
import { type OutputText, type ParseOptions, parseOutput } from './parse-output.js'
import type { Parsing } from './parsed-call.js'

const call = 'createOutputParser'

/** Takes an output piece by piece, as it streams in. */
export interface OutputParser {
  /** A piece of text, or of UTF-8 that may end inside a character. */
  push(piece: string | Uint8Array): void
  /** The readings of the whole. Nothing may be pushed afterwards. */
  end(about?: Omit<OutputText, 'text'>): Parsing
}

/**
 * A parser for one output that arrives in pieces. What a marker means depends on what follows it, so the pieces are
 * gathered and read once at the end: any cut of a text gives the same result.
 *
 * @throws {InputError} `dialect-unknown`; `argument-invalid` for a request that is none, and from `push` for what is no piece.
 */
export function createOutputParser(request: ParseRequest & Pick<ParseOptions, 'known'>): OutputParser {
  if (!isObject(request)) {
    const wanted = "an object with the dialect and the tools, e.g. { dialect: 'hermes', tools }"
    throw argumentError({ call, argument: 'the request', wanted, given: request })
  }
  const { dialect, tools = [], ...rest } = request
  const options = { ...rest, dialect: dialectGiven(dialect, call), tools: preparedTools(tools, call) }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const pieces: string[] = []
  return {
    push(piece) {
      if (typeof piece === 'string') pieces.push(decoder.decode(), piece)
      else if (ArrayBuffer.isView(piece)) pieces.push(decoder.decode(piece, { stream: true }))
      else throw argumentError({ call, argument: 'push', wanted: 'a text, or bytes of UTF-8', given: piece })
    },
    end(about = {}) {
      pieces.push(decoder.decode())
      return parseOutput({ ...about, text: pieces.join('') }, options)
    },
  }
}
