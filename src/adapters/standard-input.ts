import { addAbortSignal } from 'node:stream'
import { InputError } from '../errors.js'

/** Longest text taken from standard input. */
const MAX_BYTES = 256 * 1024 * 1024

/**
 * Everything that comes in on standard input, as UTF-8. An abort ends the waiting and is thrown on.
 *
 * @throws {InputError} `input-missing` when a person would have to type it, `not-utf8`, `input-too-long`.
 */
export async function readStandardInput(signal: AbortSignal): Promise<string> {
  if (process.stdin.isTTY) {
    throw new InputError({
      code: 'input-missing',
      what: 'There is no text to read.',
      where: 'standard input',
      fix: 'Name a file, or pipe a text in.',
    })
  }
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const pieces: string[] = []
  let sizeBytes = 0
  try {
    addAbortSignal(signal, process.stdin)
    for await (const piece of process.stdin) {
      const bytes = piece as Uint8Array // standard input has no encoding set
      sizeBytes += bytes.length
      if (sizeBytes > MAX_BYTES) {
        throw new InputError({
          code: 'input-too-long',
          what: `The text is longer than ${MAX_BYTES / 1024 / 1024} MiB.`,
          where: 'standard input',
          fix: 'Write many texts into a JSONL file and name it.',
        })
      }
      pieces.push(decoder.decode(bytes, { stream: true }))
    }
    pieces.push(decoder.decode())
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof InputError) throw cause
    throw new InputError({
      code: 'not-utf8',
      what: 'The text is not valid UTF-8.',
      where: 'standard input',
      fix: 'Send it as UTF-8.',
      cause,
    })
  }
  return pieces.join('')
}
