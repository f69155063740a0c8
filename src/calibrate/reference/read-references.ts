import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { type ReferenceCard, readCard } from './reference-card.js'

/** A reference subject as it lies in the folder. */
export interface Reference {
  readonly card: ReferenceCard
  /** Its weights; undefined where the card names none. */
  readonly weights?: { readonly path: string; readonly isThere: boolean; readonly sizeBytes: number }
}

/** Where the cards lie within the folder. */
function modelsFolder(folder: string, files: Pick<Files, 'join'>): string {
  return files.join(folder, 'models')
}

/**
 * Every card of the folder, by name.
 *
 * @throws {InputError} `reference-empty`, `card-invalid`, and what reading throws.
 */
export async function readReferences(folder: string, files: Files): Promise<readonly Reference[]> {
  const models = modelsFolder(folder, files)
  const isThere = (await files.facts(models))?.kind === 'folder'
  const names = isThere ? await files.list(models) : []
  const references: Reference[] = []
  for (const name of names) {
    const path = files.join(models, name, 'card.json')
    if ((await files.facts(path))?.kind !== 'file') continue
    references.push(await referenceOf(await readCardFile(path, name, files), files.join(models, name), files))
  }
  if (references.length > 0) return references
  throw new InputError({
    code: 'reference-empty',
    what: 'The folder holds no card of a reference subject.',
    where: models,
    fix: 'Name the folder that holds models/<name>/card.json.',
  })
}

async function readCardFile(path: string, name: string, files: Files): Promise<ReferenceCard> {
  const card = readCard(new TextDecoder().decode(await files.read(path)), path)
  if (card.name === name) return card
  throw new InputError({
    code: 'card-invalid',
    what: `The card is that of ${JSON.stringify(card.name)}, and lies in the folder ${JSON.stringify(name)}.`,
    where: path,
    fix: 'Let the folder have the name of its subject.',
  })
}

async function referenceOf(card: ReferenceCard, folder: string, files: Files): Promise<Reference> {
  if (card.weights === undefined) return { card }
  const path = files.join(folder, card.weights.file)
  const facts = await files.facts(path)
  return {
    card,
    weights: { path, isThere: facts?.kind === 'file', sizeBytes: facts?.sizeBytes ?? 0 },
  }
}
