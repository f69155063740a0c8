import type { Files } from '../ports.js'

export interface FoundFile {
  readonly path: string
  /** Names of the folders and the file below the start, in order. */
  readonly names: readonly string[]
}

/** Deeper folders are not entered. Real trees have 6 levels. */
const MAX_DEPTH = 16

/**
 * All files in a folder and below, depth first, by code unit of their names. Hidden ones, node_modules, links to folders, pipes
 * and devices are passed over: a link can lead out of the folder, or back up, and a pipe may never end.
 */
export async function* walkFiles(
  folder: string,
  files: Pick<Files, 'list' | 'facts' | 'join'>,
  above: readonly string[] = [],
): AsyncGenerator<FoundFile> {
  for (const name of await files.list(folder)) {
    if (name.startsWith('.') || name === 'node_modules') continue
    const path = files.join(folder, name)
    const names = [...above, name]
    const facts = await files.facts(path)
    if (facts?.isSpecial) continue
    if (facts?.kind === 'file') yield { path, names }
    else if (facts?.kind === 'folder' && !facts.isLink && names.length < MAX_DEPTH)
      yield* walkFiles(path, files, names)
  }
}
