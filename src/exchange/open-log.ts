import { headOf } from '../catalog/open-input.js'
import { refuseSpecial } from '../catalog/plain-files.js'
import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import type { ExchangeReader, LogInput } from './exchange-reader.js'

export interface OpenLogOptions {
  /** Id of a reader, instead of detection. */
  readonly format?: string
  readonly readers: readonly ExchangeReader[]
}

/**
 * Opens a log and finds out what it is.
 *
 * @throws {InputError} `file-missing`, `file-not-plain`, `format-unknown`, `log-unknown`.
 */
export async function openLog(
  path: string,
  files: Files,
  { format, readers }: OpenLogOptions,
): Promise<{ readonly input: LogInput; readonly reader: ExchangeReader; readonly sizeBytes: number }> {
  const facts = await files.facts(path)
  if (facts === undefined) {
    throw new InputError({
      code: 'file-missing',
      what: 'There is no such file or folder.',
      where: path,
      fix: 'Check the path; it is taken from the folder that you are in.',
    })
  }
  refuseSpecial(path, facts)
  const isFolder = facts.kind === 'folder'
  const input: LogInput = {
    path,
    isFolder,
    names: isFolder ? await files.list(path) : [],
    head: isFolder ? '' : await headOf(path, files),
  }
  const reader = readers.find((one) => (format === undefined ? one.detect(input) : one.id === format))
  if (reader !== undefined) return { input, reader, sizeBytes: facts.sizeBytes }
  const known = readers.map(({ id, describes }) => `\n         ${id}: ${describes}`).join('')
  throw new InputError({
    code: format === undefined ? 'log-unknown' : 'format-unknown',
    what:
      format === undefined
        ? 'This is no log that Assay can read.'
        : `There is no format of logs "${format}".`,
    where: path,
    fix: `It reads:${known}`,
  })
}
