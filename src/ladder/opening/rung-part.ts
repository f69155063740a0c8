import type { Score } from '../../score/score.js'
import type { RungTable } from '../rung.js'
import type { RungFinding } from '../rung-finding.js'

/** What one instrument adds to a rung. */
export interface RungPart {
  /** Sentences for the rung's summary. */
  readonly sentences: readonly string[]
  readonly evidence: readonly Score[]
  readonly findings: readonly RungFinding[]
  readonly tables: readonly RungTable[]
}

export const NO_PART: RungPart = { sentences: [], evidence: [], findings: [], tables: [] }

export function joinedParts(parts: readonly RungPart[]): RungPart {
  return {
    sentences: parts.flatMap(({ sentences }) => sentences),
    evidence: parts.flatMap(({ evidence }) => evidence),
    findings: parts.flatMap(({ findings }) => findings),
    tables: parts.flatMap(({ tables }) => tables),
  }
}

/** Ids for a finding: at most 20, each once. */
export function listedCases(ids: Iterable<string>): {
  readonly cases: readonly string[]
  readonly count: number
} {
  const distinct = [...new Set(ids)]
  return { cases: distinct.slice(0, 20), count: distinct.length }
}
