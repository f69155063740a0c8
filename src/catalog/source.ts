import type { Files, Http, Notify } from '../ports.js'
import type { Tool } from './tool.js'

/** A tool as a source read it. */
export interface ToolRecord {
  readonly tool: Tool
  /**
   * `definition`: the source defines the tool, so a second one of that name is a conflict. `mention`: the file speaks
   * of the tool in passing (an item that carries it), so an equal second one is the same tool. `name`: nothing but a
   * name, which joins a tool that has it as name or alias.
   */
  readonly kind: 'definition' | 'mention' | 'name'
  /** Where the record stands, for messages; where it differs from `tool.source.at`. */
  readonly place?: string
}

/** Something that a source left out or changed, for the user to see. */
export interface SourceNotice {
  readonly code: string
  /** One sentence. */
  readonly what: string
  readonly where: string
}

/** The opened input that a source is shown. */
export interface SourceInput {
  /** As the user wrote it: a path or an address. */
  readonly path: string
  /** Whether `path` is a folder. */
  readonly isFolder: boolean
  /** The first 64 KiB as text, faulty UTF-8 replaced; empty for a folder. */
  readonly head: string
  /** For a folder: a file in it or below that is JSON or YAML by name, by which the folder may be recognised. */
  readonly sample?: SourceSample
}

export interface SourceSample {
  /** Names of the folders and the file below the folder, in order. */
  readonly names: readonly string[]
  readonly head: string
}

export interface SourceContext {
  readonly files: Files
  readonly http: Http
  readonly notice: (notice: SourceNotice) => void
  readonly notify: Notify
  /** Whether `$ref`s may leave the document (another file, another address). */
  readonly allowRemoteRefs: boolean
}

/** A format that tools are read from. One file in `sources/`, one line in its list. */
export interface CatalogSource {
  /** The word for `--format`. */
  readonly id: string
  /** For `--help` and for the message when nothing fits. */
  readonly describes: string
  /**
   * Whether the input looks like this format. Cheap; sources are asked in the order of the list. A source that reads
   * folders as a whole answers for those too; a folder that no source takes is read file by file.
   */
  detect(input: SourceInput): boolean
  /** @throws {InputError} when the input is not what it should be; nothing has been written by then. */
  read(input: SourceInput, context: SourceContext): AsyncIterable<ToolRecord>
}

export function defineCatalogSource(source: CatalogSource): CatalogSource {
  return source
}
