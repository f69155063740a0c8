import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { InputError } from '../errors.js'
import type { Draft, Drafts } from '../ports.js'
import { makeFolder, outputPlace, unwritable } from './output-place.js'

/** Distinguishes this process's own temporary files. */
let draftCount = 0

/** Drafts in the folders of the host. */
export const hostDrafts: Drafts = {
  async open(path) {
    // Otherwise the rename at the end would be the first to notice, after all the work.
    const place = await outputPlace(path)
    const temporary = `${place}.${process.pid}.${draftCount++}.draft`
    try {
      await makeFolder(dirname(place))
      return new FileDraft(place, temporary, await open(temporary, 'wx'))
    } catch (cause) {
      throw cause instanceof InputError ? cause : unwritable(path, cause)
    }
  },
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
    } catch (cause) {
      throw unwritable(this.#path, cause)
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
