import { type JsonNode, parseJsonTree } from '../../text/json-tree.js'
import { printable } from '../../text/printable.js'
import { SubjectFailure } from '../failure.js'

/** An answer as JSON with positions, so that parts of it can be cut out exactly as they stand. */
export interface WireBody {
  /** Secrets replaced. */
  readonly text: string
  readonly raw: Uint8Array
  readonly root: JsonNode
  /** The answer that this is, for messages. */
  readonly where: string
  /** A failure that says what is wrong with the answer and carries its bytes. */
  readonly broken: (what: string) => SubjectFailure
}

export interface ReceivedBody {
  readonly text: string
  readonly raw: Uint8Array
  readonly where: string
  readonly contentType: string | undefined
}

/** Deepest nesting of an answer: arguments of calls may be deep, and the subject is to be judged for it, not the reader. */
const MAX_DEPTH = 1000

/** @throws {SubjectFailure} `schema` when the body is no JSON. */
export function wireBody({ text, raw, where, contentType }: ReceivedBody): WireBody {
  const broken = (what: string): SubjectFailure =>
    new SubjectFailure({
      code: 'subject-schema',
      what,
      where,
      fix: 'See the log of the server; if the address is not that of the API (often …/v1), correct it.',
      failure: 'schema',
      raw,
    })
  const reading = parseJsonTree(text, { duplicateKeys: 'kept', maxDepth: MAX_DEPTH })
  if (reading.kind === 'tree') return { text, raw, root: reading.root, where, broken }
  if (
    /[[:,]\s*-?(?:NaN|Infinity)\b/.test(text.slice(Math.max(0, reading.fault.at - 16), reading.fault.at + 16))
  ) {
    throw broken('The answer holds NaN or Infinity in place of a number, so it is no JSON.')
  }
  const type =
    contentType === undefined || /\bjson\b/.test(contentType)
      ? ''
      : ` (content type ${printable(contentType, { maxLength: 60 })})`
  if (text.trim() === '') throw broken(`The answer is empty${type}.`)
  const isCut = reading.fault.code === 'unexpected-end'
  throw broken(
    `The answer is ${isCut ? 'only a part of its JSON' : 'not JSON'}${type}: ${printable(text.trim(), { maxLength: 120 })}`,
  )
}

/** The text of a node, exactly as it stands in the answer. */
export function sliceOf({ text }: WireBody, node: JsonNode): string {
  return text.slice(node.start, node.end)
}

/** The finite number of a node; undefined for anything else. */
export function numberIn(node: JsonNode | undefined): number | undefined {
  if (node?.kind !== 'scalar') return undefined
  const { value } = node
  const number = typeof value === 'object' && value !== null ? Number(value.text) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Whether a node is there and not `null`. */
export function isGiven(node: JsonNode | undefined): node is JsonNode {
  return node !== undefined && !(node.kind === 'scalar' && node.value === null)
}

/** Whole numbers of a list of token ids; undefined when the node holds anything else. */
export function idsIn(node: JsonNode | undefined): readonly number[] | undefined {
  if (node?.kind !== 'array') return undefined
  const ids = node.items.map(numberIn)
  return ids.every((id): id is number => id !== undefined && Number.isSafeInteger(id) && id >= 0)
    ? ids
    : undefined
}
