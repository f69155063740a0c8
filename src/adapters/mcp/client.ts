import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import packageJson from '../../../package.json' with { type: 'json' }
import {
  describeTarget,
  type McpListing,
  type McpListOptions,
  type McpTarget,
  type McpTools,
} from '../../catalog/mcp-tools.js'
import { InputError } from '../../errors.js'
import { isJsonArray, type JsonObject, type JsonValue } from '../../text/json.js'
import { certainSecrets, type Secret, withoutSecrets } from '../../text/secrets.js'
import { McpAnswers } from './answers.js'
import { environmentOf, secretsOf } from './environment.js'
import { failureOf, McpFailure, tooSlow } from './failure.js'
import { listRequestId, recordingFetch } from './http.js'
import { StdioTransport } from './stdio.js'

/** Pages asked for at most. Servers of today answer in one. */
const MAX_PAGES = 1000
/** Tools taken at most; the largest honest catalog has 125,000 of some 2,600 services. */
const MAX_TOOLS = 100_000
/** Time for a session over HTTP to be closed in form. */
const GOODBYE_MS = 1000

/** Live MCP servers, asked through the official SDK, which is loaded on first use. */
export const hostMcp: McpTools = {
  async list(target, options) {
    const secrets = secretsOf(options)
    const conversation = new Conversation(target, options, secrets)
    try {
      return await conversation.list()
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      throw conversation.explain(error)
    } finally {
      await conversation.end()
    }
  },
}

class Conversation {
  readonly #target: McpTarget
  readonly #options: McpListOptions
  /** Replaces secrets in what messages show. */
  readonly #hide: (text: string) => string
  readonly #answers: McpAnswers
  readonly #stop = new AbortController()
  #client: Client | undefined
  #stdio: StdioTransport | undefined
  #goodbye: (() => Promise<void>) | undefined
  #timer: NodeJS.Timeout | undefined
  #listId: string | number | undefined

  constructor(target: McpTarget, options: McpListOptions, secrets: readonly Secret[]) {
    this.#target = target
    this.#options = options
    this.#hide = (text) => withoutSecrets(text, secrets)
    this.#answers = new McpAnswers(certainSecrets(secrets))
  }

  async list(): Promise<McpListing> {
    const { signal, timeoutMs } = this.#options
    signal?.throwIfAborted()
    const onAbort = (): void => this.#stop.abort(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#timer = setTimeout(() => this.#stop.abort(tooSlow(timeoutMs)), timeoutMs)
    try {
      return await Promise.race([this.#converse(), rejection(this.#stop.signal)])
    } finally {
      clearTimeout(this.#timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  async #converse(): Promise<McpListing> {
    const [{ Client }, { ResultSchema }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ])
    const transport = await this.#transport()
    this.#stop.signal.throwIfAborted()
    const client = new Client({ name: packageJson.name, version: packageJson.version })
    client.onerror = () => undefined // what matters rejects a request or ends the conversation
    this.#client = client
    // The deadline is ours and closes the transport; the SDK's own must not come first, and a signal would get a
    // listener with every page.
    const request = { timeout: this.#options.timeoutMs + 60_000 }
    await client.connect(transport, request)
    const tools: JsonValue[] = []
    const cursors = new Set<string>()
    let cursor: string | undefined
    do {
      const params = cursor === undefined ? {} : { cursor }
      await client.request({ method: 'tools/list', params }, ResultSchema, request)
      const page = this.#answers.take(this.#listId ?? '')
      tools.push(...toolsOf(page))
      cursor = nextCursor(page, { cursors, toolCount: tools.length })
    } while (cursor !== undefined)
    const server = serverFacts(client, this.#answers)
    const { hiddenSecrets } = this.#answers
    return { server, tools, ...(hiddenSecrets.length === 0 ? {} : { hiddenSecrets }) }
  }

  async #transport(): Promise<Transport> {
    const noteId = (message: unknown): void => {
      this.#listId = listRequestId(message) ?? this.#listId
    }
    const fail = (error: unknown): void => this.#stop.abort(error)
    if (this.#target.kind === 'stdio') {
      const { command } = this.#target
      const environment = environmentOf(this.#options.variables)
      this.#stdio = new StdioTransport({
        command,
        environment,
        answers: this.#answers,
        hide: this.#hide,
        fail,
      })
      return noting(this.#stdio, noteId)
    }
    const { StreamableHTTPClientTransport } = await import(
      '@modelcontextprotocol/sdk/client/streamableHttp.js'
    )
    const transport = new StreamableHTTPClientTransport(new URL(this.#target.url), {
      requestInit: { headers: { ...this.#options.headers } },
      fetch: recordingFetch(this.#answers, fail),
    })
    this.#goodbye = () => transport.terminateSession()
    // The SDK's class fits its own interface but for an optional member that may be undefined.
    return noting(transport as Transport, noteId)
  }

  /** Ends the child or the session, whatever happened before. */
  async end(): Promise<void> {
    if (this.#goodbye !== undefined && !this.#stop.signal.aborted) {
      const timer = setTimeout(() => this.#stop.abort(new Error('over')), GOODBYE_MS)
      await Promise.race([this.#goodbye(), rejection(this.#stop.signal)]).catch(() => undefined)
      clearTimeout(timer)
    }
    this.#stop.abort(new Error('over'))
    await this.#client?.close().catch(() => undefined)
    await this.#stdio?.close()
  }

  /** One message for whatever went wrong, with the last lines of a child's stderr, secrets replaced. */
  explain(error: unknown): InputError {
    const { code, what, fix } = error instanceof McpFailure ? error : failureOf(error, this.#hide)
    const words = this.#stdio?.lastWords() ?? []
    const said = words.length === 0 ? '' : ` The last lines of its stderr: ${words.join(' ⏎ ')}`
    return new InputError({
      code,
      what: this.#hide(what + said),
      where: this.#hide(describeTarget(this.#target)),
      fix: fix ?? 'Check that the server speaks MCP, or save its tools/list result and import the file.',
    })
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The transport, with `note` told of every message sent. */
function noting(transport: Transport, note: (message: unknown) => void): Transport {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    note(message)
    return send(message, options)
  }
  return transport
}

function toolsOf(page: JsonObject): readonly JsonValue[] {
  if (isJsonArray(page.tools)) return page.tools
  throw new McpFailure({
    code: 'mcp-malformed',
    what: 'The server answered tools/list without a list of tools.',
  })
}

function nextCursor(
  page: JsonObject,
  { cursors, toolCount }: { readonly cursors: Set<string>; readonly toolCount: number },
): string | undefined {
  const { nextCursor: cursor } = page
  const endless = (what: string): McpFailure =>
    new McpFailure({ code: 'mcp-endless', what, fix: 'Repair the paging of the server.' })
  if (toolCount > MAX_TOOLS) throw endless(`The server lists more than ${MAX_TOOLS} tools.`)
  if (cursor === undefined || cursor === null) return undefined
  if (typeof cursor !== 'string') {
    throw new McpFailure({
      code: 'mcp-malformed',
      what: 'The server gave a "nextCursor" that is not a text.',
    })
  }
  if (cursors.has(cursor))
    throw endless('The server gave the same "nextCursor" twice, so its list has no end.')
  cursors.add(cursor)
  if (cursors.size >= MAX_PAGES) throw endless(`The server lists its tools on more than ${MAX_PAGES} pages.`)
  return cursor
}

function serverFacts(client: Client, answers: McpAnswers): McpListing['server'] {
  const version = client.getServerVersion()
  const instructions = client.getInstructions()
  const facts: Record<string, string> = {}
  const put = (key: keyof McpListing['server'], value: unknown): void => {
    if (typeof value === 'string' && value !== '') facts[key] = answers.withoutSecrets(value)
  }
  put('name', version?.name)
  put('title', version?.title)
  put('version', version?.version)
  put('instructions', instructions)
  return facts
}
