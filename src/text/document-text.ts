import { InputError } from '../errors.js'
import type { Files } from '../ports.js'

/** The largest document that is read whole: its tree takes some ten times as much memory. ToolBench's flat list has 90 MB. */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * The text of a document of bounded size.
 *
 * @param fix what to do about one that is larger
 * @throws {InputError} `document-too-large`, `not-utf8`, and what reading throws.
 */
export async function documentText(
  path: string,
  files: Pick<Files, 'facts' | 'stream'>,
  fix: string,
): Promise<string> {
  const facts = await files.facts(path)
  if (facts !== undefined && facts.sizeBytes > MOST_BYTES) {
    throw new InputError({
      code: 'document-too-large',
      what: `The document has ${Math.round(facts.sizeBytes / 1024 / 1024)} MiB; ${MOST_BYTES / 1024 / 1024} MiB are read at most.`,
      where: path,
      fix,
    })
  }
  return textOfPieces(files.stream(path), path)
}

/** @throws {InputError} `not-utf8`, and what the pieces throw. */
export async function textOfPieces(pieces: AsyncIterable<Uint8Array>, where: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parts: string[] = []
  try {
    for await (const piece of pieces) parts.push(decoder.decode(piece, { stream: true }))
    parts.push(decoder.decode())
  } catch (cause) {
    throw cause instanceof TypeError ? noUtf8(where, SAVE, cause) : cause
  }
  return parts.join('')
}

/**
 * @param fix what to do about bytes that are no UTF-8; by default to save the file so.
 * @throws {InputError} `not-utf8`.
 */
export function utf8Text(bytes: Uint8Array, where: string, fix = SAVE): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw noUtf8(where, fix, cause)
  }
}

const SAVE = 'Save the file as UTF-8.'

function noUtf8(where: string, fix: string, cause: unknown): InputError {
  return new InputError({ code: 'not-utf8', what: 'The text is not valid UTF-8.', where, fix, cause })
}
