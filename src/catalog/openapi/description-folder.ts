import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { walkFiles } from '../walk.js'

/** A folder with more files is not a folder of descriptions; the largest real one has 2,640. */
const MAX_FILES = 200_000

/** A file that may be a description. */
export interface FolderFile {
  readonly path: string
  /** From the folder that was asked for, with `/`. */
  readonly inFolder: string
}

/**
 * The JSON and YAML files in a folder and below.
 *
 * @throws {InputError} `folder-too-large`.
 */
export async function descriptionFiles(folder: string, files: Files): Promise<readonly FolderFile[]> {
  const found: FolderFile[] = []
  for await (const { path, names } of walkFiles(folder, files)) {
    if (!/\.(json|ya?ml)$/i.test(path)) continue
    found.push({ path, inFolder: names.join('/') })
    if (found.length <= MAX_FILES) continue
    throw new InputError({
      code: 'folder-too-large',
      what: `The folder holds more than ${MAX_FILES} JSON and YAML files.`,
      where: folder,
      fix: 'Name the folder that holds the descriptions.',
    })
  }
  return found
}
