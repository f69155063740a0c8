import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isStoreAddress } from '../adapters/store/store-address.js'
import { InputError } from '../errors.js'
import type { Files } from '../ports.js'

/**
 * Refuses outputs of which one is an input, or two are one.
 *
 * @throws {InputError} `output-is-input`, `outputs-clash`.
 */
export function guardOutputs(outputs: readonly (string | undefined)[], inputs: readonly string[]): void {
  const given = outputs.filter((output) => output !== undefined)
  for (const [at, output] of given.entries()) {
    guardOutput(output, inputs)
    if (given.slice(0, at).every((other) => placeOf(other) !== placeOf(output))) continue
    throw new InputError({
      code: 'outputs-clash',
      what: 'Two outputs would be written to one file.',
      where: output,
      fix: 'Give each a name of its own.',
    })
  }
}

/**
 * Refuses an output that is one of the inputs: a report would take the place of what it reports on.
 *
 * @throws {InputError} `output-is-input`.
 */
export function guardOutput(output: string | undefined, inputs: readonly string[]): void {
  if (output === undefined) return
  const place = placeOf(output)
  if (inputs.every((input) => placeOf(input) !== place)) return
  throw new InputError({
    code: 'output-is-input',
    what: 'The output would replace an input.',
    where: output,
    fix: 'Choose another name with -o.',
  })
}

/** Where a path leads, links followed as far as there is something: a link to an input is that input. */
function placeOf(path: string): string {
  const place = resolve(path)
  try {
    return realpathSync(place)
  } catch {
    const folder = dirname(place)
    return folder === place ? place : join(placeOf(folder), basename(place))
  }
}

/**
 * Refuses a file that is there, for a flag that elsewhere names what is read.
 *
 * @throws {InputError} `output-exists`.
 */
export async function guardNewOutput(
  output: string | undefined,
  flag: string,
  files: Pick<Files, 'facts'>,
): Promise<void> {
  if (output === undefined || (await files.facts(output)) === undefined) return
  throw new InputError({
    code: 'output-exists',
    what: `${flag} names the file that items are written to, and one is there already.`,
    where: output,
    fix: 'Name a new file, or remove that one first.',
  })
}

/**
 * Refuses a file where a folder is to be made, at the path itself or above it.
 *
 * @throws {InputError} `output-is-file`.
 */
export async function guardFolder(
  folder: string | undefined,
  files: Pick<Files, 'facts' | 'folderOf'>,
): Promise<void> {
  // No key of a store of objects stands in the way of another.
  if (folder === undefined || isStoreAddress(folder)) return
  for (let place = folder; ; place = files.folderOf(place)) {
    const facts = await files.facts(place)
    if (facts?.kind === 'folder') return
    if (facts !== undefined) {
      throw new InputError({
        code: 'output-is-file',
        what: 'The output is a folder, and a file stands in its place.',
        where: place,
        fix: 'Choose another folder with -o.',
      })
    }
    if (files.folderOf(place) === place) return
  }
}
