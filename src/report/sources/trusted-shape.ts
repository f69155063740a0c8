import type { DriftDocument } from '../../checkpoint/drift-document.js'
import type { LadderDocument } from '../../ladder/ladder-document.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'
import type { ReportDocument } from '../document.js'

/**
 * Documents that Assay wrote, recognised by schema and by the members that pages go through. What lies deeper is shown as
 * text or not at all, so that a file edited by hand can look odd but run nothing.
 */
export function asLadder(json: JsonValue): LadderDocument | undefined {
  if (!isJsonObject(json) || json.schema !== 'assay.ladder/1') return undefined
  const { rungs, batteries, corpus, caveats, next, verdict, because } = json
  const isWhole =
    isListOfObjects(rungs) &&
    rungs.every((rung) => isJsonObject(rung) && LISTS.every((list) => isListOfObjects(rung[list]))) &&
    isListOfObjects(batteries) &&
    isJsonObject(corpus) &&
    isJsonArray(caveats) &&
    isJsonArray(next) &&
    typeof verdict === 'string' &&
    typeof because === 'string'
  // The members that are gone through were looked at.
  return isWhole ? (json as unknown as LadderDocument) : undefined
}

const LISTS = ['evidence', 'findings', 'tables'] as const

export function asDrift(json: JsonValue): DriftDocument | undefined {
  if (!isJsonObject(json) || json.schema !== 'assay.drift/1') return undefined
  const { tensors, rows, groups, leftOut, notices, conclusions, a, b } = json
  const isWhole =
    [tensors, rows, groups, leftOut].every(isListOfObjects) &&
    isJsonArray(notices) &&
    isJsonArray(conclusions) &&
    isJsonObject(a) &&
    isJsonObject(b)
  return isWhole ? (json as unknown as DriftDocument) : undefined
}

export function asReport(json: JsonValue): ReportDocument | undefined {
  if (!isJsonObject(json) || json.schema !== 'assay.report/1') return undefined
  const { benchmarks, subjects, sections, notMeasured } = json
  const isWhole =
    [benchmarks, subjects, sections, notMeasured].every(isListOfObjects) &&
    isJsonArray(sections) &&
    sections.every(
      (section) =>
        isJsonObject(section) && isListOfObjects(section.findings) && isListOfObjects(section.tables),
    )
  return isWhole ? (json as unknown as ReportDocument) : undefined
}

function isListOfObjects(value: JsonValue | undefined): value is readonly JsonValue[] {
  return isJsonArray(value) && value.every((entry) => isJsonObject(entry))
}
