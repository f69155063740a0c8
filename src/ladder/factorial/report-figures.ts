import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { FactorialRun } from '../factorial-run.js'

export type ReportFigures = Pick<FactorialRun, 'counts' | 'figures'>

interface Source {
  readonly measure: string
  readonly rung: number
  readonly metric: string
  /** Divisions in which the score of the whole battery may stand. */
  readonly groups: readonly (string | undefined)[]
}

const WHOLE = [undefined, 'all'] as const

/** Where a ladder result says what a factorial table holds. */
const COUNTS: readonly Source[] = [
  { measure: 'well-formed', rung: 3, metric: 'well-formed', groups: ['verbatim', ...WHOLE] },
  { measure: 'suppression-rows', rung: 3, metric: 'suppression-rows', groups: ['verbatim', ...WHOLE] },
  { measure: 'novel', rung: 3, metric: 'novel-pass', groups: ['novel', ...WHOLE] },
  { measure: 'unseen', rung: 3, metric: 'unseen-pass', groups: ['unseen', ...WHOLE] },
  { measure: 'suppression', rung: 3, metric: 'abstention', groups: ['suppression', ...WHOLE] },
  { measure: 'useful-abstention', rung: 3, metric: 'useful-abstention', groups: ['suppression', ...WHOLE] },
]
const P_FIRST: Source = { measure: 'p-first', rung: 4, metric: 'p-first', groups: ['call'] }

/** Counts and figures of a result of `assay ladder`; what it lacks, or holds in another shape, is left out. */
export function reportFigures(document: JsonObject): ReportFigures {
  const counts: Record<string, { right: number; n: number }> = {}
  for (const source of COUNTS) {
    const found = scoreIn(document, source)
    if (found === undefined || found.value > 1 || !Number.isSafeInteger(found.n)) continue
    counts[source.measure] = { right: Math.round(found.value * found.n), n: found.n }
  }
  const first = scoreIn(document, P_FIRST)
  return { counts, figures: first === undefined || first.value > 1 ? {} : { 'p-first': first.value } }
}

function scoreIn(
  { rungs }: JsonObject,
  { rung, metric, groups }: Source,
): { readonly value: number; readonly n: number } | undefined {
  const judged = listOf(rungs).find((one) => isJsonObject(one) && one.id === rung)
  const scores = isJsonObject(judged) ? listOf(judged.evidence) : []
  for (const group of groups) {
    const found = scores.find(
      (score) =>
        isJsonObject(score) && score.kind === 'scored' && score.metric === metric && score.group === group,
    )
    if (!isJsonObject(found)) continue
    const { value, n } = found
    if (typeof value === 'number' && value >= 0 && typeof n === 'number' && n > 0) return { value, n }
  }
  return undefined
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : []
}
