import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { BugError, InputError } from '../../errors.js'
import type { Files } from '../../ports.js'

/**
 * Files for a server: nothing is written, and below `root` no symbolic link is followed, whatever part of a path it is, so
 * that a folder that somebody sent shows nothing from elsewhere. `root` itself may be a link, for a person named it.
 *
 * Links are not seen by `facts`; `read`, `stream` and `list` throw {InputError} `serve-link`.
 */
export function confinedFiles(root: string, files: Files): Files {
  const base = resolve(root)

  /** Whether what is at the path is reached without a link; true where nothing is there. */
  const isStraight = async (path: string): Promise<boolean> => {
    const below = relative(base, resolve(path))
    if (below === '' || below === '..' || below.startsWith('../') || below.startsWith('..\\')) return true
    if (isAbsolute(below)) return true
    try {
      return (await realpath(path)) === join(await realpath(base), below)
    } catch {
      // Not there, or a link to nothing: reading it says so.
      return true
    }
  }

  const refuseLink = async (path: string): Promise<void> => {
    if (await isStraight(path)) return
    throw new InputError({
      code: 'serve-link',
      what: 'A symbolic link is on the way to the file, and none is followed here.',
      where: path,
      fix: 'Put what it leads to in its place.',
    })
  }

  return {
    ...files,
    async read(path) {
      await refuseLink(path)
      return files.read(path)
    },
    async *stream(path) {
      await refuseLink(path)
      yield* files.stream(path)
    },
    async facts(path) {
      return (await isStraight(path)) ? files.facts(path) : undefined
    },
    async list(path) {
      await refuseLink(path)
      return files.list(path)
    },
    write: refuseWriting,
    append: refuseWriting,
  }
}

function refuseWriting(path: string): Promise<never> {
  throw new BugError({ code: 'serve-writes', what: 'The server was about to write a file.', where: path })
}
