import { type JsonNode, type JsonObjectNode, objectOfNode } from '../../text/json-tree.js'
import type { RawCall, RawFault } from '../scan/block.js'

/** The keys that a dialect's call object has, all of them and no others. */
export interface CallKeys {
  readonly name: string
  readonly arguments: string
  /** Keys that may carry an id. */
  readonly ids?: readonly string[]
}

export type EntryGrade =
  | { readonly kind: 'call'; readonly call: RawCall }
  | { readonly kind: 'fault'; readonly fault: RawFault }

/** Whether a node is a call object in canonical form: the step from S3 to S4. */
export function gradeEntry(node: JsonNode, keys: CallKeys): EntryGrade {
  if (node.kind !== 'object') return faulty('entry-not-object', 'A call must be an object.', node.start)
  let name: JsonNode | undefined
  let args: JsonNode | undefined
  let id: string | undefined
  for (const { key, keyStart, value } of node.members) {
    if (key === keys.name) name = value
    else if (key === keys.arguments) args = value
    else if (keys.ids?.includes(key)) {
      if (value.kind !== 'scalar' || typeof value.value !== 'string') {
        return faulty('id-not-string', `The id "${key}" must be a string.`, value.start)
      }
      id = value.value
    } else return unknownKey(node, keys, key, keyStart)
  }
  if (name === undefined) return faulty('name-missing', `The key "${keys.name}" is missing.`, node.start)
  if (name.kind !== 'scalar' || typeof name.value !== 'string') {
    return faulty('name-not-string', `"${keys.name}" must be a string.`, name.start)
  }
  if (args === undefined) {
    return faulty('arguments-missing', `The key "${keys.arguments}" is missing.`, node.start)
  }
  if (args.kind !== 'object') return argumentsNotObject(args, keys.arguments)
  const { start, end } = node
  const call = { name: name.value, arguments: objectOfNode(args), span: { start, end }, tree: args }
  return { kind: 'call', call: id === undefined ? call : { ...call, id } }
}

function unknownKey(node: JsonObjectNode, keys: CallKeys, key: string, at: number): EntryGrade {
  const isAlias =
    (ARGUMENT_KEYS.has(key) && !node.members.some((member) => member.key === keys.arguments)) ||
    (NAME_KEYS.has(key) && !node.members.some((member) => member.key === keys.name))
  return isAlias
    ? faulty('alias-key', `The key ${JSON.stringify(key)} belongs to other dialects.`, at)
    : faulty('extra-key', `The key ${JSON.stringify(key)} does not belong to a call.`, at)
}

function argumentsNotObject(args: JsonNode, key: string): EntryGrade {
  if (args.kind === 'scalar' && typeof args.value === 'string') {
    return faulty('arguments-string', `"${key}" is a string; an object is due.`, args.start)
  }
  if (args.kind === 'scalar' && args.value === null) {
    return faulty('arguments-null', `"${key}" is null; an object is due.`, args.start)
  }
  return faulty('arguments-not-object', `"${key}" must be an object.`, args.start)
}

function faulty(code: string, what: string, at: number): EntryGrade {
  return { kind: 'fault', fault: { code, what, at } }
}

/** Keys by which dialects name the tool, in the order in which a loose reading looks for them. */
export const NAME_KEYS: ReadonlySet<string> = new Set([
  'name',
  'tool_name',
  'tool',
  'function_name',
  'function',
  'action',
  'recipient_name',
])

/** Keys by which dialects hold the arguments. */
export const ARGUMENT_KEYS: ReadonlySet<string> = new Set([
  'arguments',
  'parameters',
  'args',
  'params',
  'input',
  'tool_input',
  'tool_args',
  'action_input',
  'kwargs',
])
