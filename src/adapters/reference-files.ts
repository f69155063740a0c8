import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isReferenceName } from '../calibrate/reference/card-members.js'
import { readCard } from '../calibrate/reference/reference-card.js'
import { InputError } from '../errors.js'
import { hostFiles } from './files.js'
import { hashFile } from './models/file-hash.js'

/** The package that holds the reference subjects for those who have no clone. */
const PACKAGE = 'assay-reference'

/**
 * The folder of the reference subjects: the one that is named, here or by the variable ASSAY_REFERENCE, else `reference/`
 * of the clone that this runs from, else the package `assay-reference`, installed beside Assay or where the user is.
 *
 * @throws {InputError} `reference-missing`.
 */
export function referenceFolder(named = process.env.ASSAY_REFERENCE): string {
  if (named !== undefined) {
    if (existsSync(join(named, 'models'))) return named
    throw missing('The folder holds no models/ of reference subjects.', named)
  }
  const own = ownPackage()
  const clone = own === undefined ? undefined : join(own, 'reference')
  if (clone !== undefined && existsSync(join(clone, 'models'))) return clone
  for (const place of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json')).href]) {
    const found = packageFrom(place)
    if (found !== undefined) return found
  }
  throw missing('The reference subjects are not here.', clone ?? PACKAGE)
}

/**
 * The small training corpus that ships with Assay, for those who have no corpus of the subject.
 *
 * @throws {InputError} `corpus-missing`.
 */
export function practiceCorpus(): string {
  const own = ownPackage()
  const path = own === undefined ? undefined : join(own, 'reference', 'ladder', 'corpus.jsonl')
  if (path !== undefined && existsSync(path)) return path
  throw new InputError({
    code: 'corpus-missing',
    what: 'The practice corpus is not here.',
    where: path ?? PACKAGE,
    fix: 'Install Assay again, or name a training corpus with --corpus.',
  })
}

/** The folder of Assay's own package.json, up from this file, built or not. */
function ownPackage(): string | undefined {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (let depth = 0; depth < 6; depth++) {
    const path = join(folder, 'package.json')
    if (existsSync(path) && nameIn(path) === 'assay') return folder
    folder = dirname(folder)
  }
  return undefined
}

function nameIn(path: string): unknown {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { readonly name?: unknown }).name // only compared
  } catch {
    return undefined
  }
}

function packageFrom(place: string): string | undefined {
  try {
    return dirname(createRequire(place).resolve(`${PACKAGE}/package.json`))
  } catch {
    return undefined
  }
}

/**
 * The weights of the reference subject of a name, checked against its card.
 *
 * @throws {InputError} `subject-spec`, `reference-missing`, `reference-unknown`, `reference-weights`, `card-invalid`.
 */
export async function referenceWeights(name: string, folder = referenceFolder()): Promise<string> {
  if (!isReferenceName(name)) {
    throw new InputError({
      code: 'subject-spec',
      what: 'The name of the reference subject is missing, or no name.',
      where: `reference:${name}`,
      fix: 'Write reference:<name>, such as reference:flat-s1.',
    })
  }
  const place = join(folder, 'models', name)
  const cardPath = join(place, 'card.json')
  if (!existsSync(cardPath)) {
    const models = join(folder, 'models')
    const known = existsSync(models) ? await hostFiles.list(models) : []
    throw new InputError({
      code: 'reference-unknown',
      what: `There is no reference subject "${name}".`,
      where: cardPath,
      fix: `Known are ${known.join(', ')}.`,
    })
  }
  const { weights } = readCard(readFileSync(cardPath, 'utf8'), cardPath)
  const path = weights === undefined ? undefined : join(place, weights.file)
  if (weights === undefined || path === undefined || !existsSync(path)) {
    throw unfit(
      cardPath,
      'The reference subject has no weights here.',
      'Train it, as reference/README.md says, or fetch its weights.',
    )
  }
  if ((await hashFile(path)) !== weights.sha256) {
    throw unfit(path, 'The weights are not those of the card: their SHA-256 is another.', 'Restore the file.')
  }
  return path
}

function unfit(where: string, what: string, fix: string): InputError {
  return new InputError({ code: 'reference-weights', what, where, fix })
}

function missing(what: string, where: string): InputError {
  return new InputError({
    code: 'reference-missing',
    what,
    where,
    fix: `Name their folder with --reference or in the variable ASSAY_REFERENCE, install the package ${PACKAGE}, or work in a clone of Assay, which has them in reference/.`,
  })
}
