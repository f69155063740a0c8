import { emptyObject, type JsonObject } from '../text/json.js'
import type { CallFault, ParsedCall, Parsing, Repair } from './parsed-call.js'
import { coercionsOf } from './schema/coercions.js'
import type { ToolTable } from './tool-table.js'

/**
 * The readings of one output as `assay parse` prints them; numbers of arguments keep their digits. With the tools at
 * hand, calls whose arguments do not fit stand with the coercions that would make them fit.
 */
export function parsingToJson(id: string, parsing: Parsing, tools?: ToolTable): JsonObject {
  const { outcome, strict, vendor, lenient, keyword, inReasoning } = parsing
  const coercions = tools === undefined ? [] : coercionsIn(strict, tools)
  return {
    id,
    outcome,
    strict: {
      ok: strict.ok,
      level: strict.level,
      calls: strict.calls.map(callToJson),
      faults: strict.faults.map(faultToJson),
      flags: strict.flags,
      ...(coercions.length > 0 && { coercions }),
    },
    vendor: { ok: vendor.ok, calls: vendor.calls.map(callToJson) },
    lenient: { calls: lenient.calls.map(callToJson), repairs: lenient.repairs.map(repairToJson) },
    keyword: { released: keyword.released, anywhere: keyword.anywhere },
    inReasoning,
  }
}

/** For each call that its schema refuses, in order. */
function coercionsIn({ calls, faults }: Parsing['strict'], tools: ToolTable): readonly JsonObject[] {
  const refused = new Set(faults.filter(({ path }) => path !== undefined).map(({ call }) => call))
  return calls.flatMap(({ name, arguments: args }, call) => {
    const schema = refused.has(call) ? tools.schemaOf(name) : undefined
    if (schema === undefined) return []
    return coercionsOf(args, schema).coercions.map(({ path, kind, from, to }) => ({
      call,
      path,
      kind,
      from,
      ...(to !== undefined && { to }),
    }))
  })
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
