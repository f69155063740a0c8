/**
 * What the library needs from outside. Everything that decides is pure; these are handed in by `adapters/`,
 * or by a test.
 */

export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number
  /** Resolves after `durationMs`; rejects with the signal's reason when aborted. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
}

export interface FileFacts {
  readonly kind: 'file' | 'folder'
  readonly sizeBytes: number
  /** Whether the path is a symbolic link to what is told of here. */
  readonly isLink?: true
  /** A pipe, a socket or a device, which reading may hang on. */
  readonly isSpecial?: true
}

/** A file in an archive. */
export interface ArchiveEntry {
  readonly name: string
  /** Unpacked, as announced; reading more is an error. */
  readonly sizeBytes: number
}

/** An opened ZIP archive. Names that lead out of it, links and bombs were refused when it was opened. */
export interface Archive {
  readonly entries: readonly ArchiveEntry[]
  /** The unpacked bytes. @throws {InputError} `zip-broken`. */
  read(entry: ArchiveEntry): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export interface Files {
  /** @throws {InputError} `file-missing`, `file-unreadable`. */
  read(path: string): Promise<Uint8Array>
  /** The bytes in pieces of at most 1 MiB, in order. Throws like `read`, at the first piece. */
  stream(path: string): AsyncIterable<Uint8Array>
  /** Undefined when nothing is there. */
  facts(path: string): Promise<FileFacts | undefined>
  /** Names in a folder, sorted by code unit. */
  list(path: string): Promise<readonly string[]>
  /**
   * Writes under a temporary name beside `path`, syncs, then renames: `path` holds the old bytes or the new ones,
   * never a part. Makes missing folders. When `pieces` throws, the temporary file is removed.
   */
  write(
    path: string,
    pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  ): Promise<void>
  /**
   * Adds one piece at the end and syncs; makes the file and missing folders. A crash can leave a part of the piece,
   * so the format must show where it ends.
   */
  append(path: string, piece: string | Uint8Array): Promise<void>
  /**
   * Opens a ZIP archive; absent where there is none to unpack it.
   * @throws {InputError} `zip-broken`, `file-missing`.
   */
  archive?(path: string): Promise<Archive>
  /** Joins with the separator of the host. */
  join(...parts: string[]): string
  /** The part before the last separator; `.` when there is none. */
  folderOf(path: string): string
}

/** A file under a temporary name, which can be read back before it takes its own name. */
export interface Draft {
  append(text: string): Promise<void>
  /** What was appended so far, in pieces. Nothing may be appended afterwards. */
  read(): AsyncIterable<Uint8Array>
  /** Syncs and renames: the path holds the old bytes or all of the new ones. */
  publish(): Promise<void>
  /** Removes the temporary file and the folders made for it; nothing happens after `publish` or a second time. */
  discard(): Promise<void>
}

export interface Drafts {
  /**
   * Opens an empty temporary file beside `path`; makes missing folders.
   * @throws {InputError} `file-unwritable`.
   */
  open(path: string): Promise<Draft>
  /**
   * Removes the temporary file that a process left which is surely dead. Absent where drafts leave no files.
   * @returns false where the file is none: it stays.
   */
  removeAbandoned?(path: string): Promise<boolean>
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Whole exchange, milliseconds. */
  readonly timeoutMs: number
  /** A longer body is an error, not a cut. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

export interface HttpResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface Http {
  /**
   * Any status is an answer, not an error.
   * @throws {SubjectError} `http-unreachable`, `http-timeout`, `http-too-large`.
   */
  send(request: HttpRequest): Promise<HttpResponse>
}

/** A file that only grows. */
export interface Journal {
  /** Length when it was opened, after a torn last line was cut off. */
  readonly sizeBytes: number
  /**
   * Adds one line and resolves when it is on the disk. Lines that wait together are synced together, in order.
   * @throws {StoreError} `journal-unwritable`; what was acknowledged before is kept.
   */
  append(line: string): Promise<void>
  /** From now on lines are written as they come: few are left, and gathering them would only take time. */
  hurry(): void
  close(): Promise<void>
}

export interface Journals {
  /**
   * Opens a file of lines for adding; makes it and missing folders. A last line without its line feed is what a crash
   * left: it is cut off, and how many bytes that were is told.
   * @param isSynced default true; otherwise lines are acknowledged once the host has them, for what may be lost.
   * @throws {StoreError} `journal-unwritable`.
   */
  open(path: string, healed?: (tornBytes: number) => void, isSynced?: boolean): Promise<Journal>
  /**
   * A piece of a file of lines; shorter where the file ends before it.
   * @throws {InputError} `file-unreadable`.
   */
  readPart(path: string, part: { readonly start: number; readonly length: number }): Promise<Uint8Array>
}

/** Files of which only parts are wanted, in any order, such as weights. */
export interface FileParts {
  /**
   * The bytes from `start` on; fewer where the file ends before them.
   * @throws {InputError} `file-missing`, `file-unreadable`.
   */
  readPart(path: string, part: { readonly start: number; readonly length: number }): Promise<Uint8Array>
}

/** Held by one process at a time; the host lets go of it when the process dies. */
export interface Lock {
  release(): Promise<void>
}

export interface Locks {
  /** @throws {StoreError} `lock-held`, naming the process and since when. */
  take(path: string): Promise<Lock>
}

/** SHA-256, 64 hex digits; a text counts as its UTF-8. Where it is called for every sample, the host's own is faster. */
export type Hash = (content: string | Uint8Array) => string

/** One line to whoever watches; never part of a result. */
export type Notify = (line: string) => void
