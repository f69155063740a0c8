import { InputError } from '../../errors.js'
import type { BenchmarkJudgement, GateEvidence, GateLadder, GateScores } from '../../gate/evidence.js'
import type { LadderDocument } from '../../ladder/ladder-document.js'
import type { ReportDocument } from '../../report/document.js'
import { readJsonFile } from '../../report/sources/json-file.js'
import { type FoundSource, findSources, sourceIn } from '../../report/sources/source-kind.js'
import { asBenchmarkAudit, asLadder, asReport } from '../../report/sources/trusted-shape.js'
import { readScore } from '../../score/run/read-score.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { BenchmarkAudit } from '../../validity/audit-benchmark.js'
import type { CliContext } from '../command.js'
import type { GateFlags } from './gate-flags.js'
import { type ScoredRun, scoredRun } from './scored-run.js'

export interface ReadEvidence {
  readonly evidence: GateEvidence
  /** Runs among it, whose scores may be saved. */
  readonly runs: readonly ScoredRun[]
}

/**
 * Reads what a gate looks at: a run, a ladder, an audit, or a folder with several of them.
 *
 * @throws {InputError} `report-source-missing`, `report-source-invalid`, `gate-source`, and what scoring throws.
 */
export async function readEvidence(
  path: string,
  flags: GateFlags,
  context: CliContext,
): Promise<ReadEvidence> {
  const runs: ScoredRun[] = []
  const parts: Partial<GateEvidence>[] = []
  for (const found of await sourcesAt(path, context)) {
    if (found.kind === 'run-folder') {
      const run = await scoredRun(found.path, flags, context)
      runs.push(run)
      parts.push({
        scores: run.scores,
        judgements: run.cards.map((card) => ({ ...card, from: 'benchmark.json' })),
      })
    } else parts.push(await documentAt(found, context))
  }
  for (const place of flags.audit ?? []) parts.push({ judgements: await judgementsAt(place, context) })
  return {
    runs,
    evidence: {
      scores: parts.flatMap(({ scores = [] }) => scores),
      judgements: parts.flatMap(({ judgements = [] }) => judgements),
      sections: parts.flatMap(({ sections = [] }) => sections),
      ladders: parts.flatMap(({ ladders = [] }) => ladders),
    },
  }
}

/** A run is one also where somebody put an audit of its benchmark into its folder, which else marks a whole audit. */
async function sourcesAt(path: string, { files }: CliContext): Promise<readonly FoundSource[]> {
  const own = await sourceIn(path, files)
  return own !== undefined && own.kind !== 'json' ? [own] : findSources(path, files)
}

async function documentAt(found: FoundSource, { files }: CliContext): Promise<Partial<GateEvidence>> {
  const place = found.kind === 'ladder-folder' ? files.join(found.path, 'ladder.json') : found.path
  const json = await readJsonFile(place, files)
  const ladder = asLadder(json, place)
  if (ladder !== undefined) return { ladders: [ladderOf(ladder)] }
  const report = asReport(json, place)
  if (report !== undefined) return reportEvidence(report, place)
  const schema = schemaOf(json)
  throw new InputError({
    code: 'gate-source',
    what:
      schema === 'assay.scores/1'
        ? 'A file of scores is not judged: scores can be edited, and a run is scored again from its samples.'
        : `A gate judges runs, ladders and audits, and this is ${schema === undefined ? 'none of them' : `"${schema}"`}.`,
    where: place,
    fix: 'Name the folder of a run, as `assay run` writes it, of a ladder, or of an audit.',
  })
}

function schemaOf(json: JsonValue): string | undefined {
  const [first] = Array.isArray(json) ? (json as readonly JsonValue[]) : [json]
  return isJsonObject(first) && typeof first.schema === 'string' ? first.schema.slice(0, 80) : undefined
}

function ladderOf({ subject, verdict, because, batteries }: LadderDocument): GateLadder {
  return {
    ...(subject === null ? {} : { subject: subject.label }),
    verdict,
    because,
    cases: batteries.reduce((sum, { cases }) => sum + cases, 0),
    missing: batteries.reduce((sum, { missing }) => sum + missing, 0),
  }
}

/** Tables of an audit hold sums alone, so that nothing in them can be held against a baseline. */
function reportEvidence({ sections, benchmarks }: ReportDocument, where: string): Partial<GateEvidence> {
  const fingerprints = new Map(benchmarks.map(({ name, fingerprint }) => [name, fingerprint]))
  return {
    sections: sections.map(({ id, verdict, summary }) => ({ id, verdict, summary })),
    scores: sections.flatMap(({ tables }) =>
      tables.map(({ subject, benchmark, scores }): GateScores => {
        const fingerprint = fingerprints.get(benchmark)
        return {
          subject,
          benchmark,
          ...(fingerprint === undefined ? {} : { fingerprint }),
          // Their shape was looked at, the kind of each member was not.
          // A report that was read from JSON holds nothing else.
          scores: scores.map((score) => readScore(score as unknown as JsonObject, where)),
          repeated: [],
        }
      }),
    ),
    judgements: judgementsIn({ sections }, where),
  }
}

/** Of `assay benchmark audit`, or those within a report of `assay audit`. */
async function judgementsAt(place: string, { files }: CliContext): Promise<readonly BenchmarkJudgement[]> {
  const facts = await files.facts(place)
  const path = facts?.kind === 'folder' ? files.join(place, 'report.json') : place
  const json = await readJsonFile(path, files)
  const audit = asBenchmarkAudit(json, path)
  if (audit !== undefined) return [judgementOf(audit, path)]
  const report = asReport(json, path)
  if (report !== undefined) return judgementsIn(report, path)
  throw new InputError({
    code: 'gate-source',
    what: 'This is no audit of a benchmark.',
    where: path,
    fix: 'Make one: assay benchmark audit BENCHMARK -o audit.json',
  })
}

function judgementsIn(
  { sections }: Pick<ReportDocument, 'sections'>,
  from: string,
): readonly BenchmarkJudgement[] {
  return sections.flatMap(({ details }) =>
    details?.kind === 'benchmark-audit' ? details.audits.map((audit) => judgementOf(audit, from)) : [],
  )
}

function judgementOf({ benchmark, verdict, reasons }: BenchmarkAudit, from: string): BenchmarkJudgement {
  return { ...benchmark, verdict, reasons: reasons.map(({ what }) => what), from }
}
