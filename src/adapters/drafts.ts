import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { InputError } from '../errors.js'
import type { Draft, Drafts } from '../ports.js'
import { makeFolder, outputPlace, unwritable } from './output-place.js'
import { isGone, processIdentity } from './process-identity.js'

/** Distinguishes this process's own temporary files. */
let draftCount = 0
/** Folders that were made for drafts of which none is published: they go with the last of them. */
const madeFolders = new Set<string>()
/** Name of a draft: what it becomes, the machine and the process that writes it, and a number. */
const NAME = /\.([0-9a-f]{8})\.(\d{1,10})\.\d{1,10}\.draft$/

/** Drafts in the folders of the host. */
export const hostDrafts: Drafts = {
  async open(path) {
    // Otherwise the rename at the end would be the first to notice, after all the work.
    const place = await outputPlace(path)
    const temporary = `${place}.${machineTag()}.${process.pid}.${draftCount++}.draft`
    try {
      for (const made of await makeFolder(dirname(place))) madeFolders.add(made)
      return new FileDraft(place, temporary, await open(temporary, 'wx'))
    } catch (cause) {
      await removeMade(dirname(place))
      throw cause instanceof InputError ? cause : unwritable(path, cause)
    }
  },

  async removeAbandoned(path) {
    const [, machine, pid] = NAME.exec(path) ?? []
    if (machine !== machineTag() || !isGone({ ...processIdentity(), pid: Number(pid) })) return false
    await rm(path, { force: true })
    return true
  },
}

/** A process number means something on its own machine alone; a folder may be shared. */
function machineTag(): string {
  const { host, machine = '' } = processIdentity()
  return createHash('sha256').update(`${host} ${machine}`).digest('hex').slice(0, 8)
}

/** The folders that were made for a draft, as far up as nothing is in them. */
async function removeMade(folder: string): Promise<void> {
  if (!madeFolders.has(folder)) return
  try {
    await rmdir(folder)
  } catch {
    // Something lies in it: another draft, which takes it with itself, or what somebody else put there.
    return
  }
  madeFolders.delete(folder)
  await removeMade(dirname(folder))
}

/** Something lies there that stays. */
function keepMade(folder: string): void {
  if (madeFolders.delete(folder)) keepMade(dirname(folder))
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
      throw unwritable(this.#path, cause)
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
      keepMade(dirname(this.#path))
    } catch (cause) {
      throw unwritable(this.#path, cause)
    }
  }

  async discard(): Promise<void> {
    if (this.#isSettled) return
    this.#isSettled = true
    await this.#close()
    await rm(this.#temporary, { force: true })
    await removeMade(dirname(this.#path))
  }

  async #close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }
}
