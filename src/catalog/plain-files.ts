import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'

/**
 * Files of which pipes, sockets and devices are not read: a run that somebody sent may name one, and reading it would wait for
 * ever or never end.
 *
 * `read` and `stream` throw {InputError} `file-not-plain`.
 *
 * @param named paths that a person gave on the command line, who may well name a pipe.
 */
export function plainFiles(files: Files, named: Iterable<string> = []): Files {
  const free = new Set(named)
  const refuseSpecial = async (path: string): Promise<void> => {
    if (free.has(path) || (await files.facts(path))?.isSpecial !== true) return
    throw new InputError({
      code: 'file-not-plain',
      what: 'It is a pipe or a device, not a file.',
      where: path,
      fix: 'Put a plain file in its place.',
    })
  }
  return {
    ...files,
    async read(path) {
      await refuseSpecial(path)
      return files.read(path)
    },
    async *stream(path) {
      await refuseSpecial(path)
      yield* files.stream(path)
    },
  }
}
