import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import type { JsonValue } from '../../text/json.js'
import { quickJson } from '../../text/quick-json.js'

/** A longer text cannot be held. */
const MAX_BYTES = 500 * 1024 * 1024

/**
 * Reads a file of JSON that Assay wrote.
 *
 * @throws {InputError} `report-source-invalid`, `file-missing`, `file-unreadable`.
 */
export async function readJsonFile(path: string, files: Files): Promise<JsonValue> {
  const facts = await files.facts(path)
  if (facts?.isSpecial === true || (facts?.sizeBytes ?? 0) > MAX_BYTES) {
    throw invalid(
      path,
      facts?.isSpecial ? 'It is no plain file.' : `It is larger than ${MAX_BYTES / 1024 / 1024} MiB.`,
    )
  }
  const text = new TextDecoder().decode(await files.read(path))
  const reading = quickJson(text)
  if (reading.kind === 'value') return reading.value
  const { reason, line, column } = reading.fault
  throw invalid(`${path}, line ${line}, column ${column}`, `This is not valid JSON. ${reason}`)
}

/**
 * Whether a plain file is there: a pipe in a folder that somebody sent would be waited on for ever.
 *
 * @throws {InputError} `report-source-invalid` for a pipe or a device.
 */
export async function isPlainFile(path: string, files: Pick<Files, 'facts'>): Promise<boolean> {
  const facts = await files.facts(path)
  if (facts?.isSpecial === true) throw invalid(path, 'It is a pipe or a device, not a file.')
  return facts?.kind === 'file'
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'report-source-invalid',
    what,
    where,
    fix: 'Name a run folder, or a JSON file that Assay wrote.',
  })
}
