import type { JsonObject } from '../../text/json.js'
import type { Weight } from '../pages/overview-page.js'
import type { ReportSource } from '../pages/report-source.js'
import type { Contribution } from './contribution.js'
import { given, numberIn, objectIn, objectsIn, textIn } from './json-members.js'

/** What an experiment with catalogs found, in sentences; its tables stay with `assay experiment`. */
export function experimentSource(
  json: JsonObject,
  about: Pick<ReportSource, 'id' | 'name' | 'path'>,
): Contribution {
  const kind = textIn(json, 'kind') ?? 'unknown'
  const subject = textIn(json, 'subject')
  const benchmark = objectIn(json, 'benchmark')
  const name = benchmark && textIn(benchmark, 'name')
  const source: ReportSource = {
    ...about,
    kind: 'experiment',
    state: { kind: 'whole' },
    ...(subject === undefined ? {} : { subject: { label: subject, spec: subject } }),
    benchmarks:
      name === undefined
        ? []
        : [{ name, ...given('fingerprint', benchmark && textIn(benchmark, 'fingerprint')) }],
    settings: [
      ['experiment', kind],
      ...(['trials', 'margin', 'seed'] as const).flatMap((key) => {
        const value = numberIn(json, key)
        return value === undefined ? [] : [[key, String(value)] as const]
      }),
    ],
    notices: [],
  }
  const changes = kind === 'catalog' ? overallOf(json) : kind === 'size' ? curveOf(json) : []
  return {
    source,
    verdicts: changes.map(({ what, change }) => ({
      source: about.id,
      ...given('subject', subject),
      page: 'overview',
      verdict: textIn(change, 'verdict') ?? 'measured',
      weight: WEIGHTS[textIn(change, 'verdict') ?? ''] ?? 'info',
      sentence: `${what}: ${spoken(change)}`,
      evidence: [],
    })),
  }
}

const WEIGHTS: Readonly<Record<string, Weight>> = {
  better: 'good',
  worse: 'bad',
  'no-difference-shown': 'info',
  'not-enough-data': 'unmeasured',
}

interface NamedChange {
  readonly what: string
  readonly change: JsonObject
}

function overallOf(json: JsonObject): readonly NamedChange[] {
  const overall = objectIn(json, 'overall')
  return Object.entries(overall ?? {}).flatMap(([what, change]) => {
    const object = overall && objectIn(overall, what)
    return change !== null && object !== undefined && numberIn(object, 'difference') !== undefined
      ? [{ what: `${what}, new catalog against old`, change: object }]
      : []
  })
}

function curveOf(json: JsonObject): readonly NamedChange[] {
  return objectsIn(json, 'curve').flatMap((point) => {
    const change = objectIn(point, 'change')
    return change === undefined
      ? []
      : [{ what: `selection with ${String(point.size)} tools shown against the fewest`, change }]
  })
}

function spoken(change: JsonObject): string {
  const difference = numberIn(change, 'difference') ?? 0
  const n = numberIn(change, 'n')
  return `${difference > 0 ? '+' : ''}${(100 * difference).toFixed(1)} points${n === undefined ? '' : ` (n = ${n})`}, ${textIn(change, 'verdict') ?? 'not judged'}.`
}
