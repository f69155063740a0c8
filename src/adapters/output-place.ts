import { lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { InputError } from '../errors.js'
import { codeOf } from './system-error.js'

/**
 * Where an output really goes: the path itself, or the file that a symbolic link leads to. Outputs are renamed into
 * place, which would replace a device or a link by a file.
 *
 * @throws {InputError} `file-unwritable` for a folder, a device, a pipe, and a link that leads nowhere.
 */
export async function outputPlace(path: string): Promise<string> {
  try {
    const isLink = (await lstat(path)).isSymbolicLink()
    const place = isLink ? await realpath(path) : path
    const facts = await stat(place)
    if (facts.isFile()) return place
    throw refused(path, facts.isDirectory() ? 'it is a folder' : 'it is a device or a pipe, not a file')
  } catch (cause) {
    if (cause instanceof InputError) throw cause
    // Nothing is there yet; what stands in the way of making it shows when it is made.
    const isFree = codeOf(cause) === 'ENOENT' && (await lstat(path).catch(() => undefined)) === undefined
    if (isFree) return path
    throw refused(
      path,
      codeOf(cause) === 'ENOTDIR' ? reasonOf(cause) : 'it is a link that leads nowhere',
      cause,
    )
  }
}

/**
 * Makes a folder and those above it. Node's own recursive `mkdir` never returns where the host answers that a folder
 * which is there is not, as below /proc.
 *
 * @returns the folders that were not there, the outermost first.
 */
export async function makeFolder(path: string): Promise<readonly string[]> {
  try {
    return (await isMade(path)) ? [path] : []
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT' || dirname(path) === path) throw cause
    const above = await makeFolder(dirname(path))
    return (await isMade(path)) ? [...above, path] : above
  }
}

/** False: it was there already. */
async function isMade(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    throw cause
  }
}

/** The error for an output that failed on its way. */
export function unwritable(path: string, cause: unknown): InputError {
  return refused(path, reasonOf(cause), cause)
}

function refused(path: string, reason: string, cause?: unknown): InputError {
  return new InputError({
    code: 'file-unwritable',
    what: `The file cannot be written: ${reason}.`,
    where: path,
    fix: 'Choose another place with -o; nothing was left there.',
    cause,
  })
}

function reasonOf(cause: unknown): string {
  const code = codeOf(cause)
  if (code === 'ENOSPC') return 'the disk is full'
  if (code === 'EROFS') return 'the disk can only be read'
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a part of the path is a file'
  if (code === 'ENOENT') return 'the folder cannot be made'
  return code ?? String(cause)
}
