import type { PairedComparison } from '../../stats/compare-paired.js'
import { compareScores } from '../run/compare-scores.js'
import type { StoredScores } from '../run/read-scores.js'
import type { Score } from '../score.js'
import type { RecallRow } from './score-parametric.js'

/** An answer to one probe about one tool, trials and rotations averaged. */
export interface ProbeRow {
  readonly tool: string
  /** Share right, in [0, 1]. */
  readonly value: number
}

/** One tool: what the subject knows of it, and whether it finds it. Shares are absent where nothing was asked. */
export interface ToolRow {
  readonly tool: string
  readonly probes: number
  readonly known?: number
  /** Queries whose gold has it. */
  readonly queries: number
  readonly foundConstrained?: number
  readonly foundFree?: number
}

export interface KnownFoundCell {
  readonly known: boolean
  readonly constrained: boolean
  readonly free: boolean
  readonly tools: number
}

/** Known against found. The cell that is not known and found under the trie is the dissociation. */
export interface KnownFoundTable {
  /** All eight, in a fixed order; over tools with a share of each kind. */
  readonly cells: readonly KnownFoundCell[]
  readonly rows: readonly ToolRow[]
  /** Tools that have all three shares. */
  readonly n: number
}

const HALF = 0.5

/**
 * Joins probes and recall by tool. A tool is known, or found, when its share is at least half.
 */
export function knownFound(probes: readonly ProbeRow[], recalls: readonly RecallRow[]): KnownFoundTable {
  const tallies = new Map<string, Tally>()
  const tallyOf = (tool: string): Tally => {
    const tally = tallies.get(tool) ?? { probes: [], constrained: [], free: [], queries: 0 }
    tallies.set(tool, tally)
    return tally
  }
  for (const { tool, value } of probes) tallyOf(tool).probes.push(value)
  for (const { gold, found } of recalls) {
    for (const tool of new Set(gold.flat())) {
      const tally = tallyOf(tool)
      tally.queries++
      if (found.constrained !== undefined) tally.constrained.push(found.constrained.includes(tool) ? 1 : 0)
      if (found.free !== undefined) tally.free.push(found.free.includes(tool) ? 1 : 0)
    }
  }
  const rows = Array.from(tallies, ([tool, tally]): ToolRow => {
    const [known, foundConstrained, foundFree] = [tally.probes, tally.constrained, tally.free].map(meanOf)
    return {
      tool,
      probes: tally.probes.length,
      ...(known === undefined ? {} : { known }),
      queries: tally.queries,
      ...(foundConstrained === undefined ? {} : { foundConstrained }),
      ...(foundFree === undefined ? {} : { foundFree }),
    }
  })
  const whole = rows.flatMap(({ known, foundConstrained, foundFree }) =>
    known === undefined || foundConstrained === undefined || foundFree === undefined
      ? []
      : [{ known: known >= HALF, constrained: foundConstrained >= HALF, free: foundFree >= HALF }],
  )
  const sides = [true, false]
  const cells = sides.flatMap((known) =>
    sides.flatMap((constrained) =>
      sides.map((free): KnownFoundCell => {
        const isIt = (row: (typeof whole)[number]): boolean =>
          row.known === known && row.constrained === constrained && row.free === free
        return { known, constrained, free, tools: whole.filter(isIt).length }
      }),
    ),
  )
  return { cells, rows, n: whole.length }
}

interface Tally {
  readonly probes: number[]
  readonly constrained: number[]
  readonly free: number[]
  queries: number
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The scores of one subject, of probes and of recall together. */
export interface SubjectScores {
  readonly subject: string
  readonly scores: readonly Score[]
}

/** One subject in the table MCQ × Rc × IS; a score that was not measured is absent. */
export interface SubjectRow {
  readonly subject: string
  readonly mcq?: Score
  readonly qa?: Score
  readonly rc?: Score
  readonly rf?: Score
  readonly is?: Score
}

/**
 * What each subject knows, finds and finds unaided. Several entries of one subject, e.g. of files of probes and of recall,
 * are one row.
 */
export function subjectTable(entries: readonly SubjectScores[], k: number): readonly SubjectRow[] {
  const bySubject = new Map<string, readonly Score[]>()
  for (const { subject, scores } of entries)
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), ...scores])
  return Array.from(bySubject, ([subject, scores]) => {
    const ofAll = (metric: string, depth?: number): Score | undefined =>
      scores.find(
        (score) =>
          score.metric === metric &&
          score.k === depth &&
          score.group === undefined &&
          (score.tier === undefined || score.tier === 'all'),
      )
    const named: Readonly<Record<Exclude<keyof SubjectRow, 'subject'>, Score | undefined>> = {
      mcq: ofAll('accuracy'),
      qa: ofAll('balanced-accuracy'),
      rc: ofAll('rc', k),
      rf: ofAll('rf', k),
      is: ofAll('is', k),
    }
    const present = Object.entries(named).filter(([, score]) => score !== undefined)
    return { subject, ...Object.fromEntries(present) }
  })
}

/** Stage 1 against Stage 2 on the same queries: positive differences are gains of the second. */
export interface StageRow extends PairedComparison {
  readonly before: string
  readonly after: string
}

/**
 * Pairs two checkpoints query by query, by the one rule for two subjects.
 *
 * @param metrics as items name them, e.g. `rc@50`, `accuracy`.
 * @throws {InputError} what `compareScores` throws: other benchmarks, other scorers, nothing to pair.
 */
export function stageTable(request: {
  readonly before: readonly StoredScores[]
  readonly after: readonly StoredScores[]
  readonly metrics: readonly string[]
  readonly seed: number
}): readonly StageRow[] {
  const { before, after, metrics, seed } = request
  return compareScores({ a: before, b: after, metrics, acrossVersions: false, partial: true, seed }).map(
    ({ a, b, ...comparison }) => ({ ...comparison, before: a.subject, after: b.subject }),
  )
}

/** One score over checkpoints, in the order in which they were given. */
export interface CurveRow {
  readonly metric: string
  readonly k?: number
  readonly tier?: string
  readonly group?: string
  /** One entry a checkpoint; null where it has no value. */
  readonly values: readonly (number | null)[]
  readonly intervals: readonly (readonly [number, number] | null)[]
  readonly n: readonly number[]
}

export interface CheckpointCurve {
  readonly checkpoints: readonly string[]
  readonly rows: readonly CurveRow[]
}

/** What any probe or recall does over checkpoints: the forgetting curve. */
export function checkpointCurve(entries: readonly SubjectScores[]): CheckpointCurve {
  const keys = new Map<string, Score>()
  for (const { scores } of entries)
    for (const score of scores) if (!keys.has(keyOf(score))) keys.set(keyOf(score), score)
  const tables = entries.map(({ scores }) => new Map(scores.map((score) => [keyOf(score), score])))
  const rows = Array.from(keys, ([key, { metric, k, tier, group }]): CurveRow => {
    const found = tables.map((table) => table.get(key))
    return {
      metric,
      ...(k === undefined ? {} : { k }),
      ...(tier === undefined ? {} : { tier }),
      ...(group === undefined ? {} : { group }),
      values: found.map((score) => (score?.kind === 'scored' ? score.value : null)),
      intervals: found.map((score) => (score?.kind === 'scored' ? (score.interval ?? null) : null)),
      n: found.map((score) => score?.n ?? 0),
    }
  })
  return { checkpoints: entries.map(({ subject }) => subject), rows }
}

function keyOf({ metric, k, tier, group }: Score): string {
  return JSON.stringify([metric, k ?? null, tier ?? null, group ?? null])
}
