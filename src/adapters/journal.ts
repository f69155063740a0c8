import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { InputError, StoreError } from '../errors.js'
import type { Journal, Journals } from '../ports.js'
import { makeFolder } from './output-place.js'
import { codeOf } from './system-error.js'

/** What the journal needs of an open file; a test puts a full disk in its place. */
export type JournalFile = Pick<FileHandle, 'appendFile' | 'datasync' | 'truncate' | 'close'>

/** A link that somebody put in the place of a journal would have another file cut or grown. Windows has no such flag. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0
const TO_APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW

/** Pieces in which the end of a file is looked through for its last line feed. */
const TAIL_BYTES = 1 << 16

/**
 * Lines are gathered for this long after a sync: nobody waits for a single line, and a sync costs the event loop as much
 * as a sample does.
 */
const GATHER_MS = 20

/** Journals in the folders of the host. */
export const hostJournals: Journals = {
  async open(path, healed, isSynced = true) {
    try {
      await makeFolder(dirname(path))
      const file = await open(path, TO_APPEND)
      try {
        const { size } = await file.stat()
        const whole = await endOfLastLine(file, size)
        if (whole < size) {
          await file.truncate(whole)
          await file.datasync()
          healed?.(size - whole)
        }
        return journalOn(file, { path, sizeBytes: whole, isSynced })
      } catch (cause) {
        await file.close()
        throw cause
      }
    } catch (cause) {
      throw unwritable(path, cause)
    }
  },

  async readPart(path, { start, length }) {
    try {
      const file = await open(path, 'r')
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    } catch (cause) {
      throw new InputError({
        code: 'file-unreadable',
        what: `The file cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
        where: path,
        cause,
      })
    }
  },
}

/** A journal on a file that is open for appending and holds whole lines. */
export function journalOn(file: JournalFile, facts: JournalFacts): Journal {
  return new FileJournal(file, facts)
}

interface JournalFacts {
  readonly path: string
  readonly sizeBytes: number
  readonly isSynced: boolean
}

async function endOfLastLine(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - TAIL_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    const at = buffer.subarray(0, bytesRead).lastIndexOf(0x0a)
    if (at !== -1) return start + at + 1
    end = start
  }
  return 0
}

interface Waiting {
  readonly line: string
  readonly done: () => void
  readonly failed: (error: StoreError) => void
}

class FileJournal implements Journal {
  readonly sizeBytes: number
  readonly #file: JournalFile
  readonly #path: string
  readonly #isSynced: boolean
  #waiting: Waiting[] = []
  /** Length of all that was acknowledged. */
  #kept: number
  #flushing: Promise<void> | undefined
  #isHurried = false
  /** Ends the gathering. */
  #gathered: (() => void) | undefined
  #failure: StoreError | undefined

  constructor(file: JournalFile, { path, sizeBytes, isSynced }: JournalFacts) {
    this.#file = file
    this.#path = path
    this.#isSynced = isSynced
    this.sizeBytes = sizeBytes
    this.#kept = sizeBytes
  }

  append(line: string): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    return new Promise((done, failed) => {
      this.#waiting.push({ line, done, failed })
      this.#flushing ??= this.#flush()
    })
  }

  hurry(): void {
    this.#isHurried = true
    this.#gathered?.()
  }

  async close(): Promise<void> {
    this.hurry()
    await this.#flushing
    await this.#file.close()
  }

  #gather(): Promise<void> {
    if (this.#isHurried) return Promise.resolve()
    return new Promise((go) => {
      const timer = setTimeout(go, GATHER_MS)
      this.#gathered = () => {
        clearTimeout(timer)
        go()
      }
    })
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      const batch = this.#waiting
      this.#waiting = []
      try {
        const bytes = Buffer.from(`${batch.map(({ line }) => line).join('\n')}\n`)
        await this.#file.appendFile(bytes)
        if (this.#isSynced) await this.#file.datasync()
        this.#kept += bytes.length
        for (const { done } of batch) done()
      } catch (cause) {
        await this.#fail(cause, batch)
      }
    }
    this.#flushing = undefined
  }

  /** Cuts off what was written in part, so that a later process finds whole lines. */
  async #fail(cause: unknown, batch: readonly Waiting[]): Promise<void> {
    this.#failure = unwritable(this.#path, cause)
    // A disk that takes no bytes may still cut some off; if not, the next opening does.
    await this.#file.truncate(this.#kept).catch(() => undefined)
    for (const { failed } of [...batch, ...this.#waiting]) failed(this.#failure)
    this.#waiting = []
  }
}

function unwritable(path: string, cause: unknown): StoreError {
  const code = codeOf(cause)
  const reason =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'the disk is full'
      : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
        ? 'permission is denied'
        : code === 'ENOTDIR' || code === 'EEXIST'
          ? 'a part of the path is a file'
          : code === 'ELOOP'
            ? 'it is a symbolic link'
            : code === 'EISDIR'
              ? 'it is a folder'
              : (code ?? String(cause))
  return new StoreError({
    code: 'journal-unwritable',
    what: `The journal cannot be written: ${reason}. What was written before is kept.`,
    where: path,
    fix: 'Make room or correct the permissions, then go on with `assay run --resume`.',
    cause,
  })
}
