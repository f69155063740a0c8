import type { SchemaGapCode } from '../schema-fault.js'

/** Why a pattern cannot be judged; it never leaves this folder. */
export class PatternGap extends Error {
  readonly code: SchemaGapCode

  constructor(code: SchemaGapCode, reason: string) {
    super(reason)
    this.code = code
  }
}
