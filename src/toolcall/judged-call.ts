import { nodeAtPath } from '../text/json-tree.js'
import { resolveName } from './loose/resolve-name.js'
import type { ParsedCall } from './parsed-call.js'
import type { RawCall } from './scan/block.js'
import type { FaultList } from './scan/fault-list.js'
import { preparedSchema, STRICT } from './schema/check-schema.js'
import { keysOfPointer } from './schema/json-pointer.js'
import type { ToolTable } from './tool-table.js'

/** A call in canonical form with the level that the declared tools give it. */
export interface JudgedCall {
  readonly call: RawCall
  /** 4: the name is not declared. 5: the arguments do not fit. 6: all is well. */
  readonly level: 4 | 5 | 6
  /** An undeclared name that can mean exactly one declared tool. */
  readonly isNormalisable: boolean
  /** The call as it is handed out. */
  readonly shown: ParsedCall
}

export interface JudgeContext {
  readonly tools: ToolTable
  readonly faults: FaultList
  /** Which of the strict calls it is. */
  readonly index: number
}

export function judgeCall(call: RawCall, { tools, faults, index }: JudgeContext): JudgedCall {
  const shown = published(call)
  const schema = tools.schemaOf(call.name)
  if (schema === undefined) {
    const what = `No tool is named ${JSON.stringify(call.name.slice(0, 200))}.`
    faults.add({ code: 'unknown-tool', what, at: call.span.start }, { call: index })
    const isNormalisable = resolveName(call.name, tools).repair !== undefined
    return { call, level: 4, isNormalisable, shown }
  }
  const check = preparedSchema(schema, STRICT).check(call.arguments)
  if (check.ok) return { call, level: 6, isNormalisable: false, shown }
  for (const { code, message, path } of check.faults) {
    faults.add({ code: `schema-${code}`, what: message, at: placeOf(call, path) }, { call: index, path })
  }
  if (check.verdict === 'undecided') {
    const reason = check.unsupported[0]?.reason ?? ''
    const what = `Whether the arguments fit the schema cannot be told. ${reason}`.trim()
    faults.add({ code: 'schema-undecided', what, at: call.span.start }, { call: index })
  }
  return { call, level: 5, isNormalisable: false, shown }
}

/** Where in the text the value stands that a schema refuses. */
function placeOf({ span, tree, places }: RawCall, path: string): number {
  const keys = keysOfPointer(path) ?? []
  if (tree !== undefined) return nodeAtPath(tree, keys).start
  return places?.get(keys[0] ?? '') ?? span.start
}

/** A call without what only the parser needs. */
export function published({ name, arguments: args, span, id }: RawCall): ParsedCall {
  return id === undefined ? { name, arguments: args, span } : { name, arguments: args, span, id }
}
