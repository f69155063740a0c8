import { emptyObject, type JsonObject } from '../text/json.js'
import type { CallFault, ParsedCall, Parsing, Repair } from './parsed-call.js'

/** The readings of one output as `assay parse` prints them; numbers of arguments keep their digits. */
export function parsingToJson(id: string, parsing: Parsing): JsonObject {
  const { outcome, strict, vendor, lenient, keyword, inReasoning } = parsing
  return {
    id,
    outcome,
    strict: {
      ok: strict.ok,
      level: strict.level,
      calls: strict.calls.map(callToJson),
      faults: strict.faults.map(faultToJson),
      flags: strict.flags,
    },
    vendor: { ok: vendor.ok, calls: vendor.calls.map(callToJson) },
    lenient: { calls: lenient.calls.map(callToJson), repairs: lenient.repairs.map(repairToJson) },
    keyword: { released: keyword.released, anywhere: keyword.anywhere },
    inReasoning,
  }
}

function callToJson({ name, arguments: args }: ParsedCall): JsonObject {
  const json = emptyObject()
  json.name = name
  json.arguments = args
  return json
}

function faultToJson({ code, what, at, line, column, call, path }: CallFault): JsonObject {
  return {
    code,
    what,
    at,
    line,
    column,
    ...(call !== undefined && { call }),
    ...(path !== undefined && { path }),
  }
}

function repairToJson({ code, at, what }: Repair): JsonObject {
  return what === undefined ? { code, at } : { code, at, what }
}
