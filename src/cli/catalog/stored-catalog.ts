import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'

/**
 * Refuses a catalog that a stored run names, and nobody on the command line, but for a plain file and for a folder within that
 * of the run or within the one worked in. A run that somebody sent starts and fetches nothing, and has no other place looked
 * through: a folder is read with all below it, and `/` is the whole disk.
 *
 * @throws {InputError} `catalog-not-opened`.
 */
export async function refuseStoredCatalog(
  sources: readonly string[],
  { folder, files }: { readonly folder: string; readonly files: Files },
): Promise<void> {
  for (const source of sources) {
    const facts = /^[a-z][a-z0-9+.-]+:/i.test(source) ? undefined : await files.facts(source)
    if (facts === undefined) {
      throw notOpened(
        source,
        'The catalog that the run names is no file here, and a stored run starts and fetches nothing.',
      )
    }
    if (facts.isSpecial === true) {
      throw notOpened(source, 'The catalog that the run names is a pipe or a device, not a file.')
    }
    if (facts.kind === 'file') continue
    if ((await isWithin(source, folder, files)) || (await isWithin(source, '.', files))) continue
    throw notOpened(
      source,
      'The catalog that the run names is a folder elsewhere, and a stored run has no other place looked through.',
    )
  }
}

/** Whether a folder is another or below it, with no link on the way that leads out of it. The root holds nothing in this sense. */
async function isWithin(path: string, base: string, files: Pick<Files, 'facts'>): Promise<boolean> {
  const root = resolve(base)
  const way = relative(root, resolve(path))
  if (dirname(root) === root || isAbsolute(way) || way.split(sep)[0] === '..') return false
  let place = root
  for (const part of way.split(sep)) {
    place = resolve(place, part)
    if (part !== '' && (await files.facts(place))?.isLink === true) return false
  }
  return true
}

function notOpened(where: string, what: string): InputError {
  return new InputError({ code: 'catalog-not-opened', what, where, fix: 'Name it with --catalog.' })
}
