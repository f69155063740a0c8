import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  writeJson,
} from '../../text/json.js'
import { given, objectIn, objectsIn, textIn } from '../../text/json-members.js'
import type { BenchmarkAudit } from '../../validity/audit-benchmark.js'
import type { Notice } from '../notice.js'
import { headlinesOf, verdictsOf } from '../pages/build-headlines.js'
import { buildProbes } from '../pages/build-probes.js'
import { cutDrift } from '../pages/cut-drift.js'
import type { ReportSource, SourceKind } from '../pages/report-source.js'
import { auditSource } from './audit-source.js'
import { calibrateSource, compareSource, lintSource } from './check-sources.js'
import type { Contribution } from './contribution.js'
import { curveSection } from './curve-section.js'
import { experimentSource } from './experiment-source.js'
import { readJsonFile } from './json-file.js'
import { ladderVerdict } from './ladder-source.js'
import type { SourceRequest } from './run-source.js'
import { scoreDocumentsOf } from './score-document.js'
import { asBenchmarkAudit, asDrift, asLadder, asLint, asReport } from './trusted-shape.js'

type About = Pick<ReportSource, 'id' | 'name' | 'path'>

/**
 * A JSON file that Assay wrote, recognised by its schema. One of another version is shown as what it is.
 *
 * @throws {InputError} `report-source-invalid`, `file-missing`, `file-unreadable`, `scores-invalid`.
 */
export async function readDocumentSource({ id, name, path, files }: SourceRequest): Promise<Contribution> {
  const json = await readJsonFile(path, files)
  const about = { id, name, path }
  const report = asReport(json, path)
  if (report !== undefined) return auditSource(report, about)
  const drift = asDrift(json, path)
  if (drift !== undefined) {
    const source: ReportSource = {
      ...bare(about, 'drift'),
      settings: [
        ['A', drift.a.path],
        ['B', drift.b.path],
        ['seed', String(drift.seed)],
      ],
    }
    return {
      source,
      drift: cutDrift(drift),
      verdicts: drift.conclusions.map((sentence) => ({
        source: id,
        page: 'ladder',
        verdict: 'measured',
        weight: 'info',
        sentence,
        evidence: [],
      })),
    }
  }
  const ladder = asLadder(json, path)
  if (ladder !== undefined) {
    const whom = ladder.subject
    return {
      source: {
        ...bare(about, 'ladder'),
        ...(whom === null
          ? {}
          : { subject: { label: whom.label, spec: whom.spec, model: whom.model, dialect: whom.dialect } }),
        assay: ladder.assay,
        createdAt: ladder.createdAt,
      },
      ladder: { source: id, ladder, openings: [] },
      verdicts: [ladderVerdict(id, ladder)],
    }
  }
  const lint = asLint(json, path)
  if (lint !== undefined) return lintSource(lint, about)
  const audit = asBenchmarkAudit(json, path)
  if (audit !== undefined) return benchmarkAuditSource(audit, about)
  const nested = nestedScores(json)
  if (nested !== undefined) {
    const section = curveSection(isJsonObject(json) ? json : emptyObject(), about.id)
    return { ...scoresSource(nested, about), ...(section === undefined ? {} : { sections: [section] }) }
  }
  const [first] = isJsonArray(json) ? json : [json]
  const object = first !== undefined && isJsonObject(first) ? first : emptyObject()
  switch (textIn(object, 'schema')) {
    case 'assay.scores/1':
      return scoresSource(json, about)
    case 'assay.experiment/1':
      return experimentSource(object, about)
    case 'assay.compare/1':
      return compareSource(isJsonArray(json) ? json : [json], about)
    case 'assay.calibrate/1':
      return calibrateSource(object, about)
    default:
      return { source: strange(about, textIn(object, 'schema')) }
  }
}

/** What `--checkpoints` and several subjects print: scores of each, with what was made of them beside. */
function nestedScores(json: JsonValue): JsonValue | undefined {
  if (!isJsonObject(json) || json.schema !== undefined) return undefined
  const lists = ['checkpoints', 'subjects'].map((key) => json[key]).filter((value) => value !== undefined)
  const [first] = lists
  if (first === undefined || !isJsonArray(first)) return undefined
  const documents = first.flatMap((entry) => (isJsonArray(entry) ? entry : [entry]))
  const known = documents.filter(isJsonObject)
  return known.length > 0 &&
    known.length === documents.length &&
    known.every(({ schema }) => schema === 'assay.scores/1')
    ? toldApart(known)
    : undefined
}

/** Checkpoints of one model mostly have one name: which of them it is stands behind it. */
function toldApart(documents: readonly JsonObject[]): readonly JsonObject[] {
  const nameOf = ({ subject, benchmark }: JsonObject): string =>
    writeJson([subject ?? null, benchmark ?? null])
  const names = documents.map(nameOf)
  return documents.map((document, at) => {
    const number = names.slice(0, at + 1).filter((name) => name === names[at]).length
    const isAlone = names.filter((name) => name === names[at]).length === 1
    const { subject } = document
    if (isAlone || typeof subject !== 'string') return document
    return Object.assign(emptyObject(), document, { subject: `${subject} (${number})` })
  })
}

function bare(about: About, kind: SourceKind): ReportSource {
  return { ...about, kind, state: { kind: 'whole' }, benchmarks: [], settings: [], notices: [] }
}

/** Another version, or nothing of Assay's. */
function strange(about: About, schema: string | undefined): ReportSource {
  return {
    ...bare(about, 'unknown'),
    state: { kind: 'other-version', schema: schema ?? 'none', why: strangeness(schema) },
  }
}

/** Every schema that is read is of this version. */
const OWN_VERSION = 1

function strangeness(schema: string | undefined): string {
  if (schema === undefined) return 'The file names no schema of Assay.'
  const [, version] = /^assay\.[a-z-]+\/(\d+)$/.exec(schema) ?? []
  const known = `The file has the schema ${schema}`
  if (version === undefined) return `${known}, which is none of Assay's.`
  if (Number(version) > OWN_VERSION) return `${known}: a newer version of Assay wrote it, and reads it.`
  if (Number(version) < OWN_VERSION) return `${known}: an older version of Assay wrote it. Make it anew.`
  return `${known}, of which no page is made.`
}

function scoresSource(json: JsonValue, about: About): Contribution {
  const notices: Notice[] = []
  const documents = scoreDocumentsOf(json, about.path, (what) =>
    notices.push({ code: 'score-unread', what, where: about.path }),
  )
  const [first] = documents
  const source: ReportSource = {
    ...bare(about, 'scores'),
    ...(first === undefined ? {} : { subject: { label: first.subject, spec: first.subject } }),
    benchmarks: documents.map(({ benchmark, details }) => ({
      name: benchmark,
      ...given('fingerprint', textIn(objectIn(details, 'benchmark') ?? emptyObject(), 'fingerprint')),
    })),
    notices,
  }
  return {
    source,
    headlines: headlinesOf(about.id, documents),
    verdicts: verdictsOf(source, documents),
    retrieval: documents.filter(({ scores }) => scores.some(({ k }) => k !== undefined)),
    probes: documents.flatMap((document) => buildProbes(about.id, document)),
    calls: documents.flatMap(({ subject, benchmark, scores, details }) => {
      const own = scores.filter(({ scorer }) => scorer.name === 'calls')
      if (own.length === 0) return []
      const outcomes =
        objectsIn(details, 'kinds').map((kind) => objectIn(kind, 'outcomes'))[0] ??
        objectIn(details, 'outcomes')
      return [
        {
          source: about.id,
          subject,
          benchmark,
          n: own[0]?.n ?? 0,
          outcomes: {
            called: countIn(outcomes, 'called'),
            attempted: countIn(outcomes, 'attempted'),
            truncated: countIn(outcomes, 'truncated'),
            abstained: countIn(outcomes, 'abstained'),
            empty: countIn(outcomes, 'empty'),
          },
          scores: own,
          levels: [],
          faults: [],
          repairs: [],
          confusions: [],
        },
      ]
    }),
    stored: documents.flatMap(({ stored }) => stored ?? []),
  }
}

function countIn(counts: JsonObject | undefined, key: string): number {
  const value = counts?.[key]
  return typeof value === 'number' ? value : 0
}

const AUDIT_WEIGHTS = { usable: 'good', 'usable-with-care': 'warn', 'not-usable': 'bad' } as const
const AUDIT_VERDICTS = { usable: 'good', 'usable-with-care': 'mixed', 'not-usable': 'bad' } as const

function benchmarkAuditSource(audit: BenchmarkAudit, about: About): Contribution {
  const { benchmark, verdict, reasons, counts } = audit
  const [first] = reasons
  const sentence = `${benchmark.name}: ${verdict}${first === undefined ? '.' : `. ${first.what}`}`
  return {
    source: {
      ...bare(about, 'benchmark-audit'),
      benchmarks: [{ ...benchmark, items: counts.items }],
    },
    benchmarkLines: [
      {
        source: about.id,
        benchmark: benchmark.name,
        verdict,
        weight: AUDIT_WEIGHTS[verdict],
        sentence,
        reasons: reasons.map(({ what }) => what),
        items: counts.items,
        ...(counts.clusters === undefined ? {} : { clusters: counts.clusters.named }),
      },
    ],
    sections: [
      {
        id: `benchmark-audit ${about.id}`,
        title: 'Benchmark audit',
        verdict: AUDIT_VERDICTS[verdict],
        summary: sentence,
        findings: reasons.map(({ what, severity }) => ({
          weight: severity === 'bad' ? 'bad' : 'warn',
          text: what,
          evidence: [],
        })),
        tables: [],
        details: { kind: 'benchmark-audit', audits: [audit] },
      },
    ],
    notMeasured: audit.unchecked.map(({ looksAt, why }) => ({ what: looksAt, why })),
  }
}
