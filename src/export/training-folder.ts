import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import { isJsonObject } from '../text/json.js'
import { readJsonText } from '../text/jsonl.js'

export interface TrainingFolderRule {
  /** Names that a set consists of besides the manifest and, last, README.md; also under temporary names. */
  readonly ownFiles: readonly string[]
  /** Whether a finished set of that recipe may be written over. */
  readonly accepts: (recipe: string) => boolean
}

/**
 * Lets a set be written into a new folder, into an empty one, over a finished one of its kind, and over one that was begun
 * and never finished. A folder of the user's own may hold a README.md; one that was begun holds none.
 *
 * @throws {InputError} `output-occupied`.
 */
export async function guardTrainingFolder(
  folder: string,
  files: Files,
  { ownFiles, accepts }: TrainingFolderRule,
): Promise<void> {
  const facts = await files.facts(folder)
  if (facts === undefined) return
  if (facts.kind === 'folder') {
    const names = await files.list(folder)
    if (names.every((name) => ownFiles.some((own) => name === own || isDraftOf(name, own)))) return
    if (names.includes('manifest.json')) {
      const path = files.join(folder, 'manifest.json')
      const manifest = readJsonText(new TextDecoder().decode(await files.read(path)), { path })
      const isSet = isJsonObject(manifest) && manifest.schema === 'assay.training/1'
      if (isSet && typeof manifest.recipe === 'string' && accepts(manifest.recipe)) return
    }
  }
  throw new InputError({
    code: 'output-occupied',
    what:
      facts.kind === 'folder'
        ? 'The folder holds something other than a training set of this kind, and would be written into.'
        : 'The output is a file; a training set is a folder.',
    where: folder,
    fix: 'Choose an empty or a new folder with -o.',
  })
}

function isDraftOf(name: string, own: string): boolean {
  return name.startsWith(`${own}.`) && name.endsWith('.tmp')
}

/** Passes pieces on and shows each to somebody. */
export async function* tapped(
  pieces: Iterable<string> | AsyncIterable<string>,
  tap: (piece: string) => void,
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    tap(piece)
    yield piece
  }
}
