import type { ServerReply, ToolServer, ToolServers } from '../../agent/served/tool-server.js'
import {
  describeTarget,
  type McpListing,
  type McpListOptions,
  type McpTarget,
} from '../../catalog/mcp-tools.js'
import { type AssayError, SubjectError } from '../../errors.js'
import { type JsonObject, writeJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import type { Secret } from '../../text/secrets.js'
import { secretsOf } from '../programs/environment.js'
import { Conversation } from './conversation.js'
import type { McpFailure } from './failure.js'
import { listTools } from './list-tools.js'

/** A server that ends during calls is started again so often; a tool that ends it every time must not go on for ever. */
const MOST_RESTARTS = 3

/** Longest result, in code units: a file of recorded results holds every one. */
const LONGEST_RESULT = 4 << 20

/** Live MCP servers whose tools are called, one call at a time. */
export const hostToolServers: ToolServers = {
  async open(target, options) {
    const secrets = secretsOf(options)
    const conversation = new Conversation(target, options, secrets)
    try {
      const listing = await conversation.within(() => listTools(conversation))
      return new LiveServer({ target, options, secrets, listing, conversation })
    } catch (error) {
      await conversation.end()
      if (options.signal?.aborted) throw options.signal.reason
      throw conversation.explain(error)
    }
  },
}

interface LiveServerSpec {
  readonly target: McpTarget
  readonly options: McpListOptions
  readonly secrets: readonly Secret[]
  readonly listing: McpListing
  readonly conversation: Conversation
}

class LiveServer implements ToolServer {
  readonly listing: McpListing
  readonly #spec: LiveServerSpec
  #conversation: Conversation
  #restarts = 0
  /** Settles when the call before has. */
  #before: Promise<unknown> = Promise.resolve()

  constructor(spec: LiveServerSpec) {
    this.listing = spec.listing
    this.#spec = spec
    this.#conversation = spec.conversation
  }

  call(name: string, args: JsonObject): Promise<ServerReply> {
    const reply = this.#before.then(() => this.#call(name, args))
    this.#before = reply.catch(() => undefined)
    return reply
  }

  async close(): Promise<void> {
    await this.#conversation.end()
  }

  async #call(name: string, args: JsonObject): Promise<ServerReply> {
    if (this.#conversation.isOver) await this.#restart()
    const conversation = this.#conversation
    const { timeoutMs } = this.#spec.options
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs)
    conversation.answers.forget()
    try {
      const params = { name, arguments: args }
      const result = await conversation.request({ method: 'tools/call', params }, late.signal)
      if (writeJson(result).length <= LONGEST_RESULT) return { kind: 'answer', result }
      const message = `The result is longer than ${LONGEST_RESULT / 1024 / 1024} Mi characters.`
      return { kind: 'failure', reason: 'endless', message }
    } catch (error) {
      if (late.signal.aborted) {
        return { kind: 'failure', reason: 'timeout', message: `No answer within ${timeoutMs / 1000} s.` }
      }
      return failureReply(conversation.failure(error))
    } finally {
      clearTimeout(timer)
    }
  }

  async #restart(): Promise<void> {
    const { target, options, secrets } = this.#spec
    await this.#conversation.end()
    if (this.#restarts >= MOST_RESTARTS) {
      throw new SubjectError({
        code: 'mcp-lost',
        what: `The server has ended ${MOST_RESTARTS + 1} times during calls.`,
        where: describeTarget(target),
        fix: 'Find out which call ends it (the last ones of the recorded results), then resume the run.',
        retryable: true,
      })
    }
    this.#restarts++
    const { signal: _, ...opening } = options
    const conversation = new Conversation(target, opening, secrets)
    this.#conversation = conversation
    try {
      await conversation.within(() => conversation.connect())
    } catch (error) {
      await conversation.end()
      throw lost(conversation.explain(error))
    }
  }
}

function lost({ code, what, where, fix }: AssayError): SubjectError {
  const place = { ...(where === undefined ? {} : { where }), ...(fix === undefined ? {} : { fix }) }
  return new SubjectError({ code, what, ...place, retryable: true })
}

const REASONS: Readonly<Record<string, 'ended' | 'endless' | 'refused'>> = {
  'mcp-exited': 'ended',
  'mcp-unreachable': 'ended',
  'mcp-endless': 'endless',
  'mcp-refused': 'refused',
}

function failureReply({ code, what }: McpFailure): ServerReply {
  if (code === 'mcp-exited')
    return { kind: 'failure', reason: 'ended', message: 'The server ended during the call.' }
  return {
    kind: 'failure',
    reason: REASONS[code] ?? 'malformed',
    message: printable(what, { maxLength: 300 }),
  }
}
