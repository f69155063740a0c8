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
  /** Removes the temporary file; nothing happens after `publish` or a second time. */
  discard(): Promise<void>
}

export interface Drafts {
  /**
   * Opens an empty temporary file beside `path`; makes missing folders.
   * @throws {InputError} `file-unwritable`.
   */
  open(path: string): Promise<Draft>
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

/** One line to whoever watches; never part of a result. */
export type Notify = (line: string) => void
