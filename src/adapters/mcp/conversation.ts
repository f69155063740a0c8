import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import packageJson from '../../../package.json' with { type: 'json' }
import { describeTarget, type McpListOptions, type McpTarget } from '../../catalog/mcp-tools.js'
import { InputError } from '../../errors.js'
import type { JsonObject } from '../../text/json.js'
import { certainSecrets, type Secret, withoutSecrets } from '../../text/secrets.js'
import { environmentOf } from '../programs/environment.js'
import { McpAnswers } from './answers.js'
import { failureOf, McpFailure, tooSlow } from './failure.js'
import { recordingFetch, requestId } from './http.js'
import { StdioTransport } from './stdio.js'

/** Time for a session over HTTP to be closed in form. */
const GOODBYE_MS = 1000

/** One exchange with a server, from its start to its end, through the official SDK, which is loaded on first use. */
export class Conversation {
  readonly answers: McpAnswers
  readonly #target: McpTarget
  readonly #options: McpListOptions
  /** Replaces secrets in what messages show. */
  readonly #hide: (text: string) => string
  readonly #stop = new AbortController()
  #client: Client | undefined
  #stdio: StdioTransport | undefined
  #goodbye: (() => Promise<void>) | undefined
  #requestId: string | number | undefined

  constructor(target: McpTarget, options: McpListOptions, secrets: readonly Secret[]) {
    this.#target = target
    this.#options = options
    this.#hide = (text) => withoutSecrets(text, secrets)
    this.answers = new McpAnswers(certainSecrets(secrets))
  }

  /**
   * Does the work, which ends the conversation if it takes too long or the caller's signal is aborted.
   *
   * @throws whatever the work throws, or what has ended the conversation.
   */
  async within<T>(work: () => Promise<T>): Promise<T> {
    const { signal, timeoutMs } = this.#options
    signal?.throwIfAborted()
    const onAbort = (): void => this.#stop.abort(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => this.#stop.abort(tooSlow(timeoutMs)), timeoutMs)
    try {
      return await this.#unlessStopped(work())
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Starts the server, or reaches it, and exchanges greetings. */
  async connect(): Promise<Client> {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
    const transport = await this.#transport()
    this.#stop.signal.throwIfAborted()
    const client = new Client({ name: packageJson.name, version: packageJson.version })
    client.onerror = () => undefined // what matters rejects a request or ends the conversation
    this.#client = client
    // The deadline is ours and closes the transport; the SDK's own must not come first, and a signal would get a
    // listener with every page.
    await client.connect(transport, { timeout: this.#options.timeoutMs + 60_000 })
    return client
  }

  /**
   * One request after another: the `result` of the answer, as it was written.
   *
   * @param signal tells the server that nobody waits any longer.
   */
  async request(
    {
      method,
      params,
    }: { readonly method: 'tools/list' | 'tools/call'; readonly params: Record<string, unknown> },
    signal?: AbortSignal,
  ): Promise<JsonObject> {
    const { ResultSchema } = await import('@modelcontextprotocol/sdk/types.js')
    const client = this.#client
    if (client === undefined) throw new McpFailure({ code: 'mcp-exited', what: 'The conversation is over.' })
    const options = { timeout: this.#options.timeoutMs + 60_000, ...(signal === undefined ? {} : { signal }) }
    await this.#unlessStopped(client.request({ method, params }, ResultSchema, options))
    return this.answers.take(this.#requestId ?? '')
  }

  /** Whether nothing more can be asked. */
  get isOver(): boolean {
    return this.#stop.signal.aborted
  }

  /** A promise of what the conversation's end does not leave waiting. */
  async #unlessStopped<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#stop
    let onAbort = (): void => undefined
    const stopped = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason)
      if (signal.aborted) onAbort()
      else signal.addEventListener('abort', onAbort, { once: true })
    })
    try {
      return await Promise.race([work, stopped])
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  async #transport(): Promise<Transport> {
    const noteId = (message: unknown): void => {
      this.#requestId = requestId(message) ?? this.#requestId
    }
    const fail = (error: unknown): void => this.#stop.abort(error)
    if (this.#target.kind === 'stdio') {
      const { command } = this.#target
      const environment = environmentOf(this.#options.variables)
      const { answers } = this
      this.#stdio = new StdioTransport({ command, environment, answers, hide: this.#hide, fail })
      return noting(this.#stdio, noteId)
    }
    const { StreamableHTTPClientTransport } = await import(
      '@modelcontextprotocol/sdk/client/streamableHttp.js'
    )
    const transport = new StreamableHTTPClientTransport(new URL(this.#target.url), {
      requestInit: { headers: { ...this.#options.headers } },
      fetch: recordingFetch(this.answers, fail),
    })
    this.#goodbye = () => transport.terminateSession()
    // The SDK's class fits its own interface but for an optional member that may be undefined.
    return noting(transport as Transport, noteId)
  }

  /** Ends the child or the session, whatever happened before. */
  async end(): Promise<void> {
    const goodbye = this.#goodbye
    if (goodbye !== undefined && !this.isOver) {
      const timer = setTimeout(() => this.#stop.abort(new Error('over')), GOODBYE_MS)
      await this.#unlessStopped(goodbye()).catch(() => undefined)
      clearTimeout(timer)
    }
    this.#stop.abort(new Error('over'))
    await this.#client?.close().catch(() => undefined)
    await this.#stdio?.close()
  }

  failure(error: unknown): McpFailure {
    return error instanceof McpFailure ? error : failureOf(error, this.#hide)
  }

  /** One message for whatever went wrong, with the last lines of a child's stderr, secrets replaced. */
  explain(error: unknown): InputError {
    const { code, what, fix } = this.failure(error)
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

/** The transport, with `note` told of every message sent. */
function noting(transport: Transport, note: (message: unknown) => void): Transport {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    note(message)
    return send(message, options)
  }
  return transport
}
