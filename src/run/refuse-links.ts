import { InputError } from '../errors.js'
import type { Files } from '../ports.js'

/**
 * Writing through a link that somebody put into a run folder would change a file elsewhere, and reading a pipe would wait
 * for ever.
 *
 * @param names of what is to be written in the folder.
 * @throws {InputError} `run-link`.
 */
export async function refuseLinks(
  folder: string,
  names: readonly string[],
  files: Pick<Files, 'facts' | 'join'>,
): Promise<void> {
  for (const name of names) {
    const path = files.join(folder, name)
    const facts = await files.facts(path)
    if (facts?.isSpecial === true) {
      throw new InputError({
        code: 'run-link',
        what: 'A part of the run is a pipe or a device, not a file.',
        where: path,
        fix: 'Take it away.',
      })
    }
    if (facts?.isLink !== true) continue
    throw new InputError({
      code: 'run-link',
      what: 'A part of the run is a symbolic link, and nothing is written through it.',
      where: path,
      fix: 'Put what it leads to in its place, or take it away.',
    })
  }
}
