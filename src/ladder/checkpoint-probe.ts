import type { CaseReading, OpeningReading } from './case-reading.js'

/** One checkpoint of a training, probed. */
export interface CheckpointProbe {
  /** Short name, unique among the checkpoints. */
  readonly name: string
  readonly path: string
  readonly phase?: string
  /** Optimiser steps so far. */
  readonly step?: number
  /** Tokens seen so far. */
  readonly tokens?: number
  /** Name of the checkpoint that it was started from. */
  readonly parent?: string
  /** SHA-256 of the weights, 64 hex digits. */
  readonly fingerprint?: string
  /** SHA-256 of the vocabulary: other vocabularies are not comparable. */
  readonly vocabulary?: string
  readonly weights?: string
  readonly openings: readonly OpeningReading[]
  readonly readings: readonly CaseReading[]
}
