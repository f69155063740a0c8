import type { Files, Notify } from '../ports.js'
import type { BenchmarkNotice, Item } from './item.js'

/** The opened input that a reader is shown. */
export interface BenchmarkInput {
  readonly path: string
  readonly isFolder: boolean
  /** Names in the folder; empty for a file. */
  readonly names: readonly string[]
  /** The first 64 KiB of the file as text; empty for a folder. */
  readonly head: string
}

export interface BenchmarkContext {
  readonly files: Files
  readonly notify: Notify
  /** Which of several sets of queries in one input is meant. */
  readonly split?: string
  /** Where the answers stand, for formats that keep them apart from the questions; beside them by default. */
  readonly answers?: string
  /** Ends the reading once it is aborted. */
  readonly signal?: AbortSignal
  /** Takes what a reader left out or changed. */
  readonly notice?: (notice: BenchmarkNotice) => void
}

/** A format that items are read from. One file in `readers/`, one line in its list. */
export interface BenchmarkReader {
  readonly id: string
  readonly describes: string
  /** What it heeds of the context; naming another is refused. Default nothing. */
  readonly heeds?: readonly ('split' | 'answers')[]
  /** Whether the input looks like this format. Cheap; readers are asked in the order of the list. */
  detect(input: BenchmarkInput): boolean
  /** @throws {InputError} naming file and line when an item is not what it should be. */
  read(input: BenchmarkInput, context: BenchmarkContext): AsyncIterable<Item>
}

export function defineBenchmarkReader(reader: BenchmarkReader): BenchmarkReader {
  return reader
}
