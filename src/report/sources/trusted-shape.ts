import type { LintReport } from '../../catalog/lint/lint.js'
import type { DriftDocument } from '../../checkpoint/drift-document.js'
import type { LadderDocument } from '../../ladder/ladder-document.js'
import { isJsonObject, type JsonValue } from '../../text/json.js'
import type { BenchmarkAudit } from '../../validity/audit-benchmark.js'
import type { ReportDocument } from '../document.js'
import {
  anything,
  eitherOf,
  expectShape,
  interval,
  list,
  number,
  object,
  oneOf,
  orNull,
  record,
  type Shape,
  text,
} from './shape.js'

/**
 * Documents of Assay, known by their schema and held against the shape of all that pages and renderers go through: a file that
 * was edited by hand is refused with the place of the fault.
 */
interface Known {
  readonly value: JsonValue
  readonly schema: string
  readonly shape: Shape
}

/** Whether it is such a document. @throws {InputError} `report-source-invalid`. */
function isSuch({ value, schema, shape }: Known, where: string): boolean {
  if (!isJsonObject(value) || value.schema !== schema) return false
  expectShape(value, shape, where)
  return true
}

/** @throws {InputError} `report-source-invalid`. */
export function asLadder(value: JsonValue, where: string): LadderDocument | undefined {
  const isLadder = isSuch({ value, schema: 'assay.ladder/1', shape: ladder }, where)
  // All that is gone through was looked at.
  return isLadder ? (value as unknown as LadderDocument) : undefined
}

/** @throws {InputError} `report-source-invalid`. */
export function asDrift(value: JsonValue, where: string): DriftDocument | undefined {
  const isDrift = isSuch({ value, schema: 'assay.drift/1', shape: drift }, where)
  return isDrift ? (value as unknown as DriftDocument) : undefined // as above
}

/** @throws {InputError} `report-source-invalid`. */
export function asReport(value: JsonValue, where: string): ReportDocument | undefined {
  const isReport = isSuch({ value, schema: 'assay.report/1', shape: report }, where)
  return isReport ? (value as unknown as ReportDocument) : undefined // as above
}

/** @throws {InputError} `report-source-invalid`. */
export function asLint(value: JsonValue, where: string): LintReport | undefined {
  const isLint = isSuch({ value, schema: 'assay.lint/1', shape: lint }, where)
  return isLint ? (value as unknown as LintReport) : undefined // as above
}

/** @throws {InputError} `report-source-invalid`. */
export function asBenchmarkAudit(value: JsonValue, where: string): BenchmarkAudit | undefined {
  const isAudit = isSuch({ value, schema: 'assay.audit/1', shape: audit }, where)
  return isAudit ? (value as unknown as BenchmarkAudit) : undefined // as above
}

const texts = list(text)
const notice = object({ code: text, what: text, where: text })

const about = {
  metric: text,
  unit: text,
  better: oneOf('higher', 'lower'),
  scorer: object({ name: text, version: number }),
  n: number,
}
const aboutMore = { k: number, tier: oneOf('all', 'easy', 'medium', 'hard'), group: text }
const score = eitherOf(
  object(
    { ...about, kind: oneOf('scored'), value: number },
    {
      ...aboutMore,
      clusters: number,
      effectiveClusters: number,
      interval,
      method: text,
      itemInterval: interval,
      intervalNote: text,
      chance: number,
      ceiling: number,
      floor: object(
        { null: text, value: number },
        {
          interval,
          difference: number,
          differenceInterval: interval,
          verdict: oneOf('above-floor', 'at-floor', 'below-floor', 'not-enough-data'),
        },
      ),
    },
  ),
  object({ ...about, kind: oneOf('unscored'), reason: text }, aboutMore),
)

const rungTable = object(
  { id: text, title: text, columns: texts, rows: list(list(orNull(eitherOf(text, number)))) },
  { note: text },
)

const ladder = object(
  {
    assay: text,
    createdAt: text,
    seed: number,
    subject: orNull(
      object({ spec: text, label: text, model: text, dialect: text }, { fingerprint: text, weights: text }),
    ),
    verdict: text,
    because: text,
    decidedBy: orNull(number),
    figures: list(object({ rung: number, metric: text, value: number, n: number, interval, standing: text })),
    caveats: texts,
    next: list(object({ what: text }, { command: text })),
    corpus: object(
      { path: text, fingerprint: text, examples: number, dialect: text },
      { tools: texts, rows: number, statistics: list(rungTable) },
    ),
    batteries: list(object({ id: text, cases: number, answered: number, missing: number }, { why: text })),
    rungs: list(
      object({
        id: number,
        name: text,
        claim: text,
        verdict: oneOf('holds', 'fails', 'mixed', 'measured', 'unmeasured', 'not-enough-data'),
        summary: text,
        evidence: list(score),
        findings: list(
          object({
            code: text,
            severity: oneOf('blocking', 'warn', 'info'),
            what: text,
            cases: texts,
            count: number,
          }),
        ),
        tables: list(rungTable),
      }),
    ),
  },
  { needed: list(object({ metric: text, n: number })) },
)

const measure = eitherOf(number, object({ kind: oneOf('unscored'), reason: text }))
const measures = {
  cosine: measure,
  oneMinusCosine: measure,
  relativeNorm: measure,
  normChange: measure,
  meanAbs: measure,
  maxAbs: measure,
  identicalShare: measure,
}
const driftSide = object({ path: text, format: text, tensors: number, sizeBytes: number })

const drift = object(
  {
    a: driftSide,
    b: driftSide,
    seed: number,
    tensors: list(
      object(
        { ...measures, name: text, dtype: text, shape: list(number), elements: number },
        { dtypeBefore: text, predictedFrozenShare: number, stillness: oneOf('inert', 'unchanged', 'moved') },
      ),
    ),
    rows: list(object({ ...measures, tensor: text, kind: text, id: number }, { token: text })),
    groups: list(
      object({
        tensor: text,
        group: text,
        kind: text,
        n: number,
        relativeDrift: measure,
        selfCosine: measure,
        pairwiseCosineChange: measure,
      }),
    ),
    leftOut: list(object({ name: text, side: text, reason: text })),
    notices: texts,
    conclusions: texts,
  },
  { predictedFrozenShare: number, identicalShare: number, learningRate: number },
)

const counts = object(
  { items: number },
  {
    kinds: record(number),
    clusters: object({
      named: number,
      effective: number,
      largest: object({ name: text, items: number }),
    }),
  },
)

const audit = object({
  benchmark: object({ name: text, fingerprint: text }),
  verdict: oneOf('usable', 'usable-with-care', 'not-usable'),
  reasons: list(object({ what: text, severity: text })),
  nulls: list(
    object(
      { id: text, describes: text, kind: text, metric: text, n: number, value: number, chance: number },
      { interval, group: text },
    ),
  ),
  counts,
  notes: list(object({ what: text })),
  unchecked: list(object({ check: text, looksAt: text, why: text })),
})

const unmeasured = object({ kind: oneOf('unmeasured'), reason: text })
const severities = object({ error: number, warn: number, info: number })

const lint = object({
  tools: number,
  totals: severities,
  affected: severities,
  counts: list(
    object({
      code: text,
      severity: oneOf('error', 'warn', 'info'),
      findings: number,
      tools: number,
    }),
  ),
  findings: list(object({ code: text, severity: text, tools: texts, message: text })),
  classes: list(object({ tools: texts })),
  equivalence: eitherOf(object({ kind: oneOf('measured'), toolsInClasses: number }), unmeasured),
  tokens: eitherOf(
    object({ kind: oneOf('measured'), tokenizer: text, total: number, median: number, max: number }),
    unmeasured,
  ),
})

const details = eitherOf(
  object({ kind: oneOf('lint'), report: lint }),
  object({ kind: oneOf('benchmark-audit'), audits: list(audit) }),
  object({
    kind: oneOf('retrieval'),
    items: list(
      object({
        subject: text,
        benchmark: text,
        item: text,
        query: text,
        tier: text,
        needs: list(texts),
        top: texts,
      }),
    ),
  }),
  object({ kind: oneOf('tables'), tables: list(rungTable) }),
)

const report = object(
  {
    assay: text,
    createdAt: text,
    seed: number,
    benchmarks: list(
      object({
        name: text,
        path: text,
        fingerprint: text,
        counts,
        catalogMatch: object({ kind: text }),
        losses: list(anything),
        notices: list(notice),
      }),
    ),
    subjects: list(object({ id: text, kind: text, identity: anything })),
    sections: list(
      object(
        {
          id: text,
          title: text,
          verdict: oneOf('good', 'mixed', 'bad', 'measured', 'unmeasured'),
          summary: text,
          findings: list(object({ weight: oneOf('good', 'info', 'warn', 'bad'), text, evidence: texts })),
          tables: list(object({ subject: text, benchmark: text, scores: list(score) })),
        },
        { details },
      ),
    ),
    notMeasured: list(object({ what: text, why: text })),
  },
  {
    catalog: object({
      sources: list(object({ source: text })),
      tools: number,
      services: number,
      fingerprint: text,
      notices: list(notice),
    }),
  },
)
