import type { Files } from '../ports.js'
import type { Exchange, LogNotice } from './exchange.js'
import type { QuestionBook } from './question-book.js'

/** The opened log that a reader is shown. */
export interface LogInput {
  readonly path: string
  readonly isFolder: boolean
  /** Names in the folder; empty for a file. */
  readonly names: readonly string[]
  /** The first 64 KiB of the file as text; empty for a folder. */
  readonly head: string
}

export interface LogContext {
  readonly files: Files
  /** Takes what a reader left out or changed; called once for each case. */
  readonly notice: (notice: LogNotice) => void
  /** Of a conversation: only its first answer is an item (default), or every answer. */
  readonly turns?: 'first' | 'all'
  /** Questions that stand in another file than their answers. */
  readonly questions?: QuestionBook
  /** Told the version of the tool that wrote the log, where the log says so. */
  readonly writtenBy?: (version: string) => void
  readonly signal?: AbortSignal
}

/** A format of logs that other tools write. One file in `readers/`, one line in its list. */
export interface ExchangeReader {
  readonly id: string
  readonly describes: string
  /** Whether it holds questions alone, whose answers stand in another file. Such are read first. */
  readonly holdsQuestions?: true
  /** Whether the log looks like this format. Cheap; readers are asked in the order of the list. */
  detect(input: LogInput): boolean
  /**
   * One exchange after the other, in memory bounded by the largest. What cannot be read is told as a notice and passed over.
   * @throws {InputError} when the file as a whole is not what it should be.
   */
  read(input: LogInput, context: LogContext): AsyncIterable<Exchange>
}

export function defineExchangeReader(reader: ExchangeReader): ExchangeReader {
  return reader
}
