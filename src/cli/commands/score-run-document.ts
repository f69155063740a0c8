import type { Catalog } from '../../catalog/catalog.js'
import type { ProbeFacts } from '../../probe/probe-plan.js'
import type { StoredBenchmark, StoredRun } from '../../run/read-run.js'
import type { IncompleteItems } from '../../score/mcq/rotation-sets.js'
import type { ScoredItem } from '../../score/run/kind-scorer.js'
import type { LeftCallsFinding } from '../../score/run/left-calls.js'
import type { BenchmarkScores, RunScoreBenchmark } from '../../score/run/score-run.js'
import type { Score } from '../../score/score.js'

/** What is written and printed of one benchmark of a run, as JSON or as a table. */
export interface RunScoreDocument {
  readonly schema: 'assay.scores/1'
  /** Label of the subject. */
  readonly subject: string
  readonly benchmark: string
  readonly scores: readonly Score[]
  /** One entry an item and variant. */
  readonly items: Iterable<ScoredItem>
  readonly details: RunScoreDetails
}

export interface RunScoreDetails {
  readonly run: { readonly id: string; readonly subject: string; readonly trials: number }
  readonly benchmark: {
    readonly path: string
    readonly format?: string
    readonly fingerprint: string
    /** As the run knew it, where the items have changed since. */
    readonly askedFingerprint?: string
  }
  readonly catalog?: { readonly fingerprint: string; readonly tools: number }
  readonly scorers: BenchmarkScores['scorers']
  readonly counts: { readonly items: number; readonly measured: number; readonly otherKinds: number }
  readonly kinds: readonly (Readonly<Record<string, unknown>> &
    Pick<BenchmarkScores['kinds'][number], 'kind' | 'gaps'> & {
      readonly leftCalls?: LeftCallsFinding
      /** MCQ items that lack rotations. */
      readonly incomplete?: IncompleteItems
      /** Samples of variants that the run does not ask. */
      readonly otherVariants?: number
    })[]
  readonly unknown: BenchmarkScores['unknown']
  /** Codes of the blocking findings of preflight, for which nothing was measured. */
  readonly unmeasured?: readonly string[]
  /** Of an imported run: the log that it came from. Nobody looked at the instrument there. */
  readonly importedFrom?: StoredRun['importedFrom']
  /** Of a run of `assay probe`: how tools were shown. Items that lack a showing are counted with their kind. */
  readonly probe?: Omit<ProbeFacts, 'unshown'>
  readonly seed: number
  readonly resamples: number
}

export interface DocumentParts {
  readonly run: StoredRun
  readonly stored: StoredBenchmark
  readonly loaded: RunScoreBenchmark
  readonly scores: BenchmarkScores
  readonly catalog: Catalog | undefined
  readonly seed: number
  readonly resamples: number
}

export function documentOf(parts: DocumentParts): RunScoreDocument {
  const { run, stored, loaded, scores, catalog, seed, resamples } = parts
  const { benchmark } = loaded
  const scorable = scores.kinds.reduce((sum, { total }) => sum + total, 0)
  return {
    schema: 'assay.scores/1',
    subject: run.subject.label,
    benchmark: stored.name,
    scores: scores.scores,
    items: scores.items,
    details: {
      run: { id: run.id, subject: run.subject.spec, trials: run.trials },
      benchmark: {
        path: benchmark.source?.path ?? stored.path,
        ...(benchmark.source === undefined ? {} : { format: benchmark.source.format }),
        fingerprint: benchmark.fingerprint,
        ...(benchmark.fingerprint === stored.fingerprint ? {} : { askedFingerprint: stored.fingerprint }),
      },
      ...(catalog === undefined
        ? {}
        : { catalog: { fingerprint: catalog.fingerprint, tools: catalog.tools.length } }),
      scorers: scores.scorers,
      counts: {
        items: scorable,
        measured: scores.kinds.reduce((sum, { measured }) => sum + measured, 0),
        otherKinds: benchmark.items.length - scorable,
      },
      kinds: scores.kinds.map(({ kind, gaps, details }) => ({ kind, gaps, ...details })),
      unknown: scores.unknown,
      ...(run.unmeasured === undefined ? {} : { unmeasured: run.unmeasured }),
      ...(run.importedFrom === undefined ? {} : { importedFrom: run.importedFrom }),
      ...(run.probe === undefined ? {} : { probe: withoutItems(run.probe) }),
      seed,
      resamples,
    },
  }
}

function withoutItems({ unshown: _, ...facts }: ProbeFacts): Omit<ProbeFacts, 'unshown'> {
  return facts
}

/** A document whose items are written a line each. */
interface ItemizedDocument {
  readonly items: Iterable<object>
}

/** Length from which gathered lines are written. */
const PIECE_LENGTH = 64 * 1024

/** One document, or a list of them, as JSON with one item a line: a long list of items is never one text. */
export function* scorePieces(documents: readonly ItemizedDocument[]): Generator<string> {
  const isList = documents.length !== 1
  if (isList) yield '[\n'
  for (const [index, { items, ...rest }] of documents.entries()) {
    const whole = JSON.stringify(rest, undefined, 2)
    let piece = `${whole.slice(0, -2)},\n  "items": [`
    let isEmpty = true
    for (const item of items) {
      piece += `${isEmpty ? '' : ','}\n    ${JSON.stringify(item)}`
      isEmpty = false
      if (piece.length < PIECE_LENGTH) continue
      yield piece
      piece = ''
    }
    yield `${piece}${isEmpty ? ']' : '\n  ]'}\n}${isList && index < documents.length - 1 ? ',' : ''}\n`
  }
  if (isList) yield ']\n'
}
