import type { SampleTableBuilder } from '../items/sample-table.js'
import type { ScoreDocument } from '../sources/score-document.js'
import type { CallResult } from './calls-page.js'

export interface CallsRequest {
  /** Id of the source. */
  readonly id: string
  readonly subject: string
  readonly documents: readonly ScoreDocument[]
  readonly table: SampleTableBuilder
  readonly benchmarks: readonly { readonly name: string }[]
}

/** Call samples, one entry a benchmark that holds any. */
export function buildCalls({
  id,
  subject,
  documents,
  table,
  benchmarks,
}: CallsRequest): readonly CallResult[] {
  return benchmarks.flatMap(({ name }): readonly CallResult[] => {
    const counted = table.tallyOf(name).result
    const document = documents.find(({ benchmark }) => benchmark === name)
    const scores = document?.scores.filter(({ scorer }) => scorer.name === 'calls') ?? []
    if (counted.n === 0 && scores.length === 0) return []
    return [{ source: id, subject, benchmark: name, ...counted, scores }]
  })
}
