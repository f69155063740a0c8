import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'

/** What a path holds, and where. */
export type FoundSource =
  | { readonly kind: 'run-folder'; readonly path: string }
  | { readonly kind: 'ladder-folder'; readonly path: string }
  | { readonly kind: 'json'; readonly path: string }

/** Files that make a folder a source, the first that is there. */
const MARKS = [
  ['ladder.json', 'ladder-folder'],
  ['run.json', 'run-folder'],
  ['report.json', 'json'],
  ['experiment.json', 'json'],
  ['drift.json', 'json'],
  ['scores.json', 'json'],
] as const

/**
 * Finds the sources in a file or folder: a folder without a source of its own holds those one level below, as `assay probe
 * --checkpoints` and an audit with runs beside it leave them.
 *
 * @throws {InputError} `report-source-missing`.
 */
export async function findSources(path: string, files: Files): Promise<readonly FoundSource[]> {
  const facts = await files.facts(path)
  if (facts?.kind === 'file') return [{ kind: 'json', path }]
  if (facts?.kind === 'folder') {
    // An audit that asked subjects keeps what it looked at and whom it asked in folders of their own.
    const isWhole = (await files.facts(files.join(path, 'audit.json')))?.kind === 'file'
    const own = isWhole ? undefined : await sourceIn(path, files)
    if (own !== undefined) return [own]
    const below: FoundSource[] = []
    for (const name of await files.list(path)) {
      const inner = files.join(path, name)
      const found = (await files.facts(inner))?.kind === 'folder' ? await sourceIn(inner, files) : undefined
      if (found !== undefined) below.push(found)
    }
    if (below.length > 0) return below
  }
  throw new InputError({
    code: 'report-source-missing',
    what:
      facts === undefined
        ? 'There is no such file or folder.'
        : 'The folder holds no run, ladder, audit, experiment or scores of Assay.',
    where: path,
    fix: 'Name a folder with run.json, ladder.json or report.json in it, or a JSON file that Assay wrote.',
  })
}

/** What a folder itself holds; undefined where it is none of ours. */
export async function sourceIn(folder: string, files: Files): Promise<FoundSource | undefined> {
  for (const [mark, kind] of MARKS) {
    const place = files.join(folder, mark)
    if ((await files.facts(place))?.kind === 'file') return { kind, path: kind === 'json' ? place : folder }
  }
  return undefined
}
