import { type OutputText, type ParseOptions, parseOutput } from './parse-output.js'
import type { Parsing } from './parsed-call.js'

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
 */
export function createOutputParser(options: ParseOptions): OutputParser {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const pieces: string[] = []
  return {
    push(piece) {
      if (typeof piece === 'string') pieces.push(decoder.decode(), piece)
      else pieces.push(decoder.decode(piece, { stream: true }))
    },
    end(about = {}) {
      pieces.push(decoder.decode())
      return parseOutput({ ...about, text: pieces.join('') }, options)
    },
  }
}
