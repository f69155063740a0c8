import type { McpListing } from '../../catalog/mcp-tools.js'
import { InputError } from '../../errors.js'
import {
  canonicalJson,
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  writeJson,
} from '../../text/json.js'
import { readJsonLines } from '../../text/jsonl.js'
import type { ServerReply, ToolServer } from './tool-server.js'

/** First line of a file of recorded results. */
const SCHEMA = 'assay.tool-results/1'

/** What a server said: its tools, and every call with its reply, in order. */
export interface ToolLog {
  /** The server as messages name it. */
  readonly address: string
  /** Whether tools ran that are not marked as read-only. */
  readonly allowsWrites: boolean
  readonly listing: McpListing
  readonly calls: readonly LoggedCall[]
}

export type ToolLogHeader = Omit<ToolLog, 'calls'>

export interface LoggedCall {
  /** What the call belongs to; absent where nobody said. */
  readonly place?: string
  readonly tool: string
  readonly arguments: JsonObject
  readonly reply: ServerReply
}

/** The first line, without its line feed. */
export function headerLine({ address, allowsWrites, listing }: ToolLogHeader): string {
  const { server, tools } = listing
  return writeJson({ schema: SCHEMA, address, allowsWrites, server: { ...server }, tools })
}

export function callLine({ place, tool, arguments: args, reply }: LoggedCall): string {
  const outcome: { readonly [key: string]: JsonValue } =
    reply.kind === 'answer'
      ? { result: reply.result }
      : { failure: { reason: reply.reason, message: reply.message } }
  return writeJson({ ...(place === undefined ? {} : { place }), tool, arguments: args, ...outcome })
}

/**
 * Reads a file of recorded results.
 *
 * @throws {InputError} `tool-results-invalid`, naming the line.
 */
export async function readToolLog(pieces: AsyncIterable<Uint8Array>, path: string): Promise<ToolLog> {
  let header: ToolLogHeader | undefined
  const calls: LoggedCall[] = []
  for await (const { number, value } of readJsonLines(pieces, path, { maxDepth: 600 })) {
    const where = `${path}, line ${number}`
    if (header === undefined) header = headerOf(value, where)
    else calls.push(callOf(value, where))
  }
  if (header === undefined) throw invalid('The file is empty.', path)
  return { ...header, calls }
}

function headerOf(value: JsonValue, where: string): ToolLogHeader {
  if (!isJsonObject(value) || value.schema !== SCHEMA || !isJsonArray(value.tools)) {
    throw invalid(`The first line must say "schema": "${SCHEMA}" and list the tools.`, where)
  }
  const server = isJsonObject(value.server) ? value.server : emptyObject()
  const text = (key: string): { readonly [name: string]: string } => {
    const found = server[key]
    return typeof found === 'string' ? { [key]: found } : {}
  }
  return {
    address: typeof value.address === 'string' ? value.address : 'a server',
    allowsWrites: value.allowsWrites === true,
    listing: {
      server: { ...text('name'), ...text('title'), ...text('version'), ...text('instructions') },
      tools: value.tools,
    },
  }
}

function callOf(value: JsonValue, where: string): LoggedCall {
  if (!isJsonObject(value)) throw invalid('A line is no object.', where)
  const { place, tool, arguments: args, result, failure } = value
  if (typeof tool !== 'string' || !isJsonObject(args))
    throw invalid('The line names no tool with arguments.', where)
  const call = { ...(typeof place === 'string' ? { place } : {}), tool, arguments: args }
  if (isJsonObject(result)) return { ...call, reply: { kind: 'answer', result } }
  const reason = isJsonObject(failure) ? REASONS.find((one) => one === failure.reason) : undefined
  const message = isJsonObject(failure) ? failure.message : undefined
  if (reason === undefined || typeof message !== 'string') {
    throw invalid('The call has neither a result nor a failure.', where)
  }
  return { ...call, reply: { kind: 'failure', reason, message } }
}

const REASONS = ['timeout', 'refused', 'ended', 'endless', 'malformed'] as const

function invalid(what: string, where: string): InputError {
  return new InputError({
    code: 'tool-results-invalid',
    what,
    where,
    fix: 'Name the tool-results.jsonl of a run against a live server.',
  })
}

/**
 * What was recorded, in place of the server. A call that was recorded several times gets its replies in their order, the
 * last one ever after; one that was not is refused. Calls are the same when name and arguments are, in whatever order.
 */
export function replayServer({ listing, calls }: ToolLog): ToolServer {
  const replies = new Map<string, { readonly list: ServerReply[]; next: number }>()
  for (const { tool, arguments: args, reply } of calls) {
    const key = keyOf(tool, args)
    const known = replies.get(key)
    if (known === undefined) replies.set(key, { list: [reply], next: 0 })
    else known.list.push(reply)
  }
  return {
    listing,
    call(name, args) {
      const known = replies.get(keyOf(name, args))
      const reply = known?.list[known.next] ?? NOT_RECORDED
      if (known !== undefined && known.next < known.list.length - 1) known.next++
      return Promise.resolve(reply)
    },
    close: () => Promise.resolve(),
  }
}

const NOT_RECORDED: ServerReply = { kind: 'failure', reason: 'refused', message: 'not recorded' }

function keyOf(tool: string, args: JsonObject): string {
  return canonicalJson([tool, args])
}
