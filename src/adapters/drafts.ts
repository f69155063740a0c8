import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { InputError } from '../errors.js'
import type { Draft, Drafts } from '../ports.js'

/** Distinguishes this process's own temporary files. */
let draftCount = 0

/** Drafts in the folders of the host. */
export const hostDrafts: Drafts = {
  async open(path) {
    const temporary = `${path}.${process.pid}.${draftCount++}.draft`
    try {
      // Otherwise the rename at the end would be the first to notice, after all the work.
      if ((await stat(path).catch(() => undefined))?.isDirectory()) throw unwritable(path, 'it is a folder')
      await makeFolder(dirname(path))
      return new FileDraft(path, temporary, await open(temporary, 'wx'))
    } catch (cause) {
      throw cause instanceof InputError ? cause : unwritable(path, reasonOf(cause), cause)
    }
  },
}

/**
 * Makes a folder and those above it. Node's own recursive `mkdir` never returns where the host answers that a folder
 * which is there is not, as below /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return
    if (codeOf(cause) !== 'ENOENT' || dirname(path) === path) throw cause
    await makeFolder(dirname(path))
    await mkdir(path).catch((again) => {
      if (codeOf(again) !== 'EEXIST') throw again
    })
  }
}

/** Texts are gathered up to this many characters, so that 125,000 lines are not 125,000 writes. */
const BATCH_LENGTH = 1 << 20

class FileDraft implements Draft {
  readonly #path: string
  readonly #temporary: string
  #file: FileHandle | undefined
  #pending = ''
  #isSettled = false

  constructor(path: string, temporary: string, file: FileHandle) {
    this.#path = path
    this.#temporary = temporary
    this.#file = file
  }

  async append(text: string): Promise<void> {
    this.#pending += text
    if (this.#pending.length >= BATCH_LENGTH) await this.#flush()
  }

  async #flush(): Promise<void> {
    const text = this.#pending
    this.#pending = ''
    try {
      if (text !== '') await this.#file?.appendFile(text)
    } catch (cause) {
      throw unwritable(this.#path, reasonOf(cause), cause)
    }
  }

  async *read(): AsyncGenerator<Uint8Array> {
    await this.#flush()
    for await (const piece of createReadStream(this.#temporary, { highWaterMark: 1 << 20 })) {
      yield piece as Uint8Array // a stream without encoding gives bytes
    }
  }

  async publish(): Promise<void> {
    await this.#flush()
    try {
      await this.#file?.datasync()
      await this.#close()
      await rename(this.#temporary, this.#path)
      this.#isSettled = true
    } catch (cause) {
      throw unwritable(this.#path, reasonOf(cause), cause)
    }
  }

  async discard(): Promise<void> {
    if (this.#isSettled) return
    this.#isSettled = true
    await this.#close()
    await rm(this.#temporary, { force: true })
  }

  async #close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }
}

function reasonOf(cause: unknown): string {
  const code = codeOf(cause)
  if (code === 'ENOSPC') return 'the disk is full'
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a part of the path is a file'
  if (code === 'ENOENT') return 'the folder cannot be made'
  return code ?? String(cause)
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

function unwritable(path: string, reason: string, cause?: unknown): InputError {
  return new InputError({
    code: 'file-unwritable',
    what: `The file cannot be written: ${reason}.`,
    where: path,
    fix: 'Choose another place with -o; nothing was left there.',
    cause,
  })
}
