import { InputError } from '../errors.js'
import type { FileFacts, Files } from '../ports.js'

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
  const look = async (path: string): Promise<void> => {
    if (!free.has(path)) refuseSpecial(path, await files.facts(path))
  }
  return {
    ...files,
    async read(path) {
      await look(path)
      return files.read(path)
    },
    async *stream(path) {
      await look(path)
      yield* files.stream(path)
    },
  }
}

/**
 * For what is read twice, once to tell its format: a pipe gives nothing the second time, and may never end the first.
 *
 * @throws {InputError} `file-not-plain`.
 */
export function refuseSpecial(path: string, facts: FileFacts | undefined): void {
  if (facts?.isSpecial !== true) return
  throw new InputError({
    code: 'file-not-plain',
    what: 'It is a pipe or a device, not a file.',
    where: path,
    fix: 'Put a plain file in its place.',
  })
}
