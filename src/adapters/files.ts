import { createReadStream } from 'node:fs'
import { lstat, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import { makeFolder, outputPlace, unwritable } from './output-place.js'
import { isSystemError } from './system-error.js'

/** Files of the host. */
export const hostFiles: Files = {
  async read(path) {
    try {
      return await readFile(path)
    } catch (cause) {
      throw unreadable(path, cause)
    }
  },

  async *stream(path) {
    try {
      for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
        yield piece as Uint8Array
      }
    } catch (cause) {
      // An error that a consumer throws into the loop must pass unchanged; only the file's own errors have a code.
      throw isSystemError(cause) ? unreadable(path, cause) : cause
    }
  },

  async facts(path) {
    try {
      const [isLink, facts] = [(await lstat(path)).isSymbolicLink(), await stat(path)]
      return {
        kind: facts.isDirectory() ? 'folder' : 'file',
        sizeBytes: facts.size,
        ...(isLink ? { isLink } : {}),
        ...(facts.isDirectory() || facts.isFile() ? {} : { isSpecial: true as const }),
      }
    } catch (cause) {
      if (isSystemError(cause) && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) return undefined
      throw unreadable(path, cause)
    }
  },

  async list(path) {
    try {
      return (await readdir(path)).sort()
    } catch (cause) {
      throw unreadable(path, cause)
    }
  },

  async write(path, pieces) {
    const place = await outputPlace(path)
    const temporary = `${place}.${process.pid}.${writeCount++}.tmp`
    try {
      await makeFolder(dirname(place))
      const file = await open(temporary, 'wx')
      try {
        for await (const piece of batched(pieces)) await file.writeFile(piece)
        await file.datasync()
      } finally {
        await file.close()
      }
      await rename(temporary, place)
    } catch (cause) {
      // What could not be made cannot be removed either; the first error is the one to tell of.
      await rm(temporary, { force: true }).catch(() => undefined)
      throw isSystemError(cause) ? unwritable(path, cause) : cause
    }
  },

  async append(path, piece) {
    try {
      await makeFolder(dirname(path))
      const file = await open(path, 'a')
      try {
        await file.appendFile(piece)
        await file.datasync()
      } finally {
        await file.close()
      }
    } catch (cause) {
      throw isSystemError(cause) ? unwritable(path, cause) : cause
    }
  },

  async archive(path) {
    const { ZipArchive } = await import('./zip-archive.js')
    const archive = await ZipArchive.open(path)
    const byName = new Map(archive.entries.map((entry) => [entry.name, entry]))
    return {
      entries: archive.entries,
      async *read({ name }) {
        const entry = byName.get(name)
        if (entry !== undefined) yield* archive.read(entry)
      },
      close: () => archive.close(),
    }
  },

  join,
  folderOf: dirname,
}

/** Distinguishes this process's own temporary files. */
let writeCount = 0

/** Joins small pieces, so that a catalog of 125,000 lines is not 125,000 writes. */
async function* batched(
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  let text = ''
  for await (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
      if (text.length < 1 << 20) continue
      yield text
      text = ''
    } else {
      if (text !== '') yield text
      text = ''
      yield piece
    }
  }
  if (text !== '') yield text
}

function unreadable(path: string, cause: unknown): InputError {
  const code = isSystemError(cause) ? cause.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new InputError({
      code: 'file-missing',
      what: 'There is no such file or folder.',
      where: path,
      fix: 'Check the path; it is taken from the folder that you are in.',
      cause,
    })
  }
  const reason =
    code === 'EISDIR'
      ? 'it is a folder'
      : code === 'EACCES'
        ? 'permission is denied'
        : (code ?? String(cause))
  return new InputError({
    code: 'file-unreadable',
    what: `The file cannot be read: ${reason}.`,
    where: path,
    fix: 'Name a readable file.',
    cause,
  })
}
