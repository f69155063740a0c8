import type { ChildProcess } from 'node:child_process'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { printable } from '../../text/printable.js'
import { startReason } from '../start-reason.js'
import type { McpAnswers } from './answers.js'
import { endChild, startChild } from './child.js'
import { McpFailure } from './failure.js'

/** The longest message read. 1,000 tools with large schemas have some 5 MB. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

const DRAIN_MS = 250

const STDERR_LENGTH = 64 * 1024
const STDERR_LINES = 5

export interface StdioTransportOptions {
  readonly command: readonly [string, ...string[]]
  readonly environment: Readonly<Record<string, string>>
  readonly answers: McpAnswers
  /** Replaces secrets in what messages show. */
  readonly hide: (text: string) => string
  /** Told once of what ends the conversation: the child's end, noise, an answer without end. */
  readonly fail: (failure: McpFailure) => void
}

/**
 * MCP over a child's stdin and stdout. Unlike the SDK's own it gives the child no variables but the named ones, ends
 * all that the child started, keeps messages as written, and takes noise on stdout for the fault that it is.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  readonly #options: StdioTransportOptions
  #child: ChildProcess | undefined
  #pending: Uint8Array[] = []
  #pendingBytes = 0
  #stderr = ''
  #closing: Promise<void> | undefined

  constructor(options: StdioTransportOptions) {
    this.#options = options
  }

  start(): Promise<void> {
    const { command, environment } = this.#options
    return new Promise((resolve, reject) => {
      const child = startChild(command, environment)
      this.#child = child
      child.once('spawn', resolve)
      child.once('error', (cause) => {
        const failure = startFailure(command[0], cause)
        this.#fail(failure)
        reject(failure)
      })
      child.once('close', () => this.#ended(child))
      // Something that the child started may hold its pipes open; what was written is there by then.
      child.once('exit', () => setTimeout(() => this.#ended(child), DRAIN_MS))
      child.stdin?.on('error', () => undefined) // the child's end says more
      child.stdout?.on('data', (piece: Uint8Array) => this.#read(piece))
      child.stderr?.setEncoding('utf8')
      child.stderr?.on('data', (piece: string) => {
        this.#stderr += piece
        if (this.#stderr.length > STDERR_LENGTH) this.#stderr = withoutFirstHalf(this.#stderr)
      })
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin
    if (stdin === undefined || stdin === null || !stdin.writable) return
    if (!stdin.write(`${JSON.stringify(message)}\n`)) {
      await new Promise<void>((resolve) => {
        stdin.once('drain', resolve)
        stdin.once('close', resolve)
      })
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    if (this.#child !== undefined) await endChild(this.#child)
    this.onclose?.()
  }

  /** The last lines that the child wrote to stderr; empty when it wrote none. */
  lastWords(): readonly string[] {
    const lines = this.#stderr.split(/\r?\n/).filter((line) => line.trim() !== '')
    return lines.slice(-STDERR_LINES).map((line) => printable(this.#options.hide(line), { maxLength: 200 }))
  }

  #fail(failure: McpFailure): void {
    if (this.#closing === undefined) this.#options.fail(failure)
  }

  #ended({ exitCode, signalCode }: ChildProcess): void {
    const how = signalCode === null ? `with exit code ${exitCode}` : `by ${signalCode}`
    this.#fail(
      new McpFailure({
        code: 'mcp-exited',
        what: `The server ended ${how} before it had listed its tools.`,
        fix: 'Run the command by itself to see what it lacks: an argument, a variable (--env NAME), a package.',
      }),
    )
  }

  #read(piece: Uint8Array): void {
    if (this.#closing !== undefined) return
    let start = 0
    for (let end = piece.indexOf(0x0a); end !== -1; end = piece.indexOf(0x0a, start)) {
      this.#take(piece.subarray(start, end))
      start = end + 1
    }
    const rest = piece.subarray(start)
    this.#pendingBytes += rest.length
    if (this.#pendingBytes > MAX_LINE_BYTES) {
      this.#pending = []
      const what = `The server sent one message of more than ${MAX_LINE_BYTES / 1024 / 1024} MiB.`
      this.#fail(new McpFailure({ code: 'mcp-endless', what }))
    } else if (rest.length > 0) {
      this.#pending.push(rest)
    }
  }

  #take(last: Uint8Array): void {
    const text = Buffer.concat([...this.#pending, last])
      .toString('utf8')
      .trim()
    this.#pending = []
    this.#pendingBytes = 0
    if (text === '') return
    const message = messageOf(text)
    if (message === undefined) {
      const shown = JSON.stringify(printable(this.#options.hide(text.slice(0, 10_000)), { maxLength: 120 }))
      this.#fail(
        new McpFailure({
          code: 'mcp-noise',
          what: `The server wrote something that is no message of MCP to its stdout: ${shown}.`,
          fix: 'Have the server log to stderr; stdout belongs to the protocol.',
        }),
      )
      return
    }
    try {
      this.#options.answers.add(text)
      this.onmessage?.(message)
    } catch (error) {
      if (error instanceof McpFailure) this.#fail(error)
      else this.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/** Cut at the end of a line, so that no half of a secret stays; nothing is left of a line without end. */
function withoutFirstHalf(text: string): string {
  const end = text.indexOf('\n', text.length / 2)
  return end === -1 ? '' : text.slice(end + 1)
}

function messageOf(text: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isMessage =
      typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0'
    // The protocol layer looks at the members; here only noise is told apart from messages.
    return isMessage ? (value as JSONRPCMessage) : undefined
  } catch {
    return undefined
  }
}

function startFailure(program: string, cause: Error): McpFailure {
  return new McpFailure({
    code: 'mcp-start',
    what: `The program ${JSON.stringify(printable(program, { maxLength: 120 }))} cannot be started: ${startReason(cause)}.`,
    fix: 'Check the program after "mcp:"; it is found as a shell would find it, but no shell reads the line.',
  })
}
