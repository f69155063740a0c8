import type { DriftDocument } from '../checkpoint/drift-document.js'
import type { TokenSource } from '../parametric/next-tokens.js'
import type { Files, Notify } from '../ports.js'
import type { Subject } from '../subject/subject.js'
import type { DialogueStage } from './dialogues/dialogue-stage.js'

/** A reference subject in memory, by both doors. */
export interface ReferenceModel {
  readonly subject: Subject
  readonly source: TokenSource
  close(): Promise<void>
}

/** What sections are given. */
export interface CalibrationContext {
  readonly files: Files
  readonly notify: Notify
  readonly signal: AbortSignal
  /** Of samples of items. */
  readonly seed: number
  /** Items of each set, at most; of larger sets so many are drawn. */
  readonly mostItems: number
  /**
   * The folder with the reference subjects.
   *
   * @throws {InputError} `reference-missing`.
   */
  folder(): Promise<string>
  /** SHA-256 of a file, 64 hex digits. */
  hashFile(path: string): Promise<string>
  /**
   * Compares the weights of two checkpoints.
   *
   * @throws {InputError} what opening and comparing checkpoints throws.
   */
  compareWeights(a: string, b: string): Promise<DriftDocument>
  /** @throws {InputError} what opening a GGUF model throws. */
  openModel(path: string, name: string): Promise<ReferenceModel>
  readonly stage: DialogueStage
}
