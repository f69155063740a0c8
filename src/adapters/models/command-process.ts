import { isUtf8 } from 'node:buffer'
import type { ChildProcess } from 'node:child_process'
import { InputError } from '../../errors.js'
import { SubjectFailure } from '../../subject/failure.js'
import type { AskContext } from '../../subject/subject.js'
import { isJsonObject, parseJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import { endChild, startChild } from '../mcp/child.js'
import { startReason } from '../start-reason.js'

/** The longest line read. An answer with a whole distribution of 256,000 tokens has some 15 MB. */
const MAX_LINE_BYTES = 64 * 1024 * 1024
const STDERR_LENGTH = 64 * 1024
const STDERR_LINES = 5
/** A program that ends so often without one answer is not started again. */
const VAIN_STARTS = 3
/** Something that the child started may hold its pipes open; what was written is there by then. */
const DRAIN_MS = 250

export interface CommandOptions {
  readonly command: readonly [string, ...string[]]
  readonly environment: Readonly<Record<string, string>>
  /** Replaces secrets in what messages show. */
  readonly hide: (text: string) => string
  /** For messages. */
  readonly where: string
}

interface Waiting {
  readonly resolve: (line: string) => void
  readonly reject: (failure: SubjectFailure) => void
}

type Details = ConstructorParameters<typeof SubjectFailure>[0]

/**
 * A program that reads requests and writes answers, one JSON object a line, in any order. It is started again when it
 * ended; whatever it started ends with it.
 */
export class CommandProcess {
  readonly #options: CommandOptions
  readonly #waiting = new Map<string, Waiting>()
  #child: ChildProcess | undefined
  #pending: Uint8Array[] = []
  #pendingBytes = 0
  #stderr = ''
  #vainStarts = 0
  #ending: Promise<void> = Promise.resolve()
  #isClosed = false
  /** What went wrong while nobody waited; the next one to ask is told. */
  #untold: SubjectFailure | undefined

  constructor(options: CommandOptions) {
    this.#options = options
  }

  /** @throws {InputError} `subject-missing` when there is no such program. */
  async start(): Promise<void> {
    await this.#ending
    const { command, environment } = this.#options
    const child = startChild(command, environment)
    this.#child = child
    this.#pending = []
    this.#pendingBytes = 0
    this.#stderr = ''
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', (cause) => {
        this.#child = undefined
        reject(startFault(command[0], cause))
      })
    })
    child.once('close', () => this.#ended(child))
    child.once('exit', () => setTimeout(() => this.#ended(child), DRAIN_MS).unref())
    child.stdin?.on('error', () => undefined) // the child's end says more
    child.stdout?.on('data', (piece: Uint8Array) => this.#read(child, piece))
    child.stderr?.setEncoding('utf8')
    child.stderr?.on('data', (piece: string) => {
      this.#stderr += piece
      if (this.#stderr.length > STDERR_LENGTH) this.#stderr = withoutFirstHalf(this.#stderr)
    })
  }

  /**
   * Sends one line and waits for the answer of that id, which is given as it was written.
   *
   * @throws {SubjectFailure} `command-…`.
   */
  async ask(id: string, line: string, { signal, timeoutMs }: AskContext): Promise<string> {
    if (this.#isClosed || signal.aborted) throw this.#failure({ ...STOPPED, failure: 'stopped' })
    const untold = this.#untold
    this.#untold = undefined
    if (untold !== undefined) throw untold
    if (this.#child === undefined) await this.start()
    const child = this.#child
    let timer: NodeJS.Timeout | undefined
    let stop: (() => void) | undefined
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        // A program that is late may never come back, and would answer out of turn: it is ended.
        const end = (details: Pick<Details, 'code' | 'what' | 'failure'>): void => {
          this.#waiting.delete(id)
          reject(this.#failure(details))
          if (child !== undefined) this.#end(child, { ...INTERRUPTED, failure: 'transport' })
        }
        timer = setTimeout(
          () => {
            end({
              code: 'command-timeout',
              failure: 'timeout',
              what: `The program gave no answer within ${timeoutMs} ms.`,
            })
          },
          Math.min(timeoutMs, 2 ** 31 - 1),
        )
        stop = () => end({ ...STOPPED, failure: isTimeout(signal.reason) ? 'timeout' : 'stopped' })
        signal.addEventListener('abort', stop, { once: true })
        child?.stdin?.write(`${line}\n`)
      })
    } finally {
      clearTimeout(timer)
      if (stop !== undefined) signal.removeEventListener('abort', stop)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#child !== undefined) this.#end(this.#child, { ...STOPPED, failure: 'stopped' })
    await this.#ending
  }

  #read(child: ChildProcess, piece: Uint8Array): void {
    if (child !== this.#child) return
    let start = 0
    for (let end = piece.indexOf(0x0a); end !== -1; end = piece.indexOf(0x0a, start)) {
      this.#take(child, piece.subarray(start, end))
      start = end + 1
    }
    const rest = piece.subarray(start)
    this.#pendingBytes += rest.length
    if (this.#pendingBytes > MAX_LINE_BYTES) {
      this.#end(child, {
        code: 'command-endless',
        failure: 'schema',
        what: `The program wrote a line of more than ${MAX_LINE_BYTES / 1024 / 1024} MiB.`,
        retryable: false,
      })
    } else if (rest.length > 0) {
      this.#pending.push(rest)
    }
  }

  #take(child: ChildProcess, last: Uint8Array): void {
    if (child !== this.#child) return
    const bytes = Buffer.concat([...this.#pending, last])
    const line = bytes.toString('utf8').trim()
    this.#pending = []
    this.#pendingBytes = 0
    if (line === '') return
    const id = idOf(line)
    const waiting = id === undefined ? undefined : this.#waiting.get(id)
    if (id === undefined || waiting === undefined) {
      const shown = JSON.stringify(printable(this.#options.hide(line.slice(0, 10_000)), { maxLength: 120 }))
      const why = id === undefined ? 'no answer' : 'an answer that nobody waits for'
      this.#end(child, {
        code: 'command-noise',
        failure: 'schema',
        what: `The program wrote ${why} to its stdout: ${shown}.`,
        fix: 'Have it log to stderr (Python: print(…, file=sys.stderr)), and answer each request once, with its "id".',
        retryable: false,
      })
      return
    }
    this.#vainStarts = 0
    this.#waiting.delete(id)
    if (isUtf8(bytes)) waiting.resolve(line)
    else waiting.reject(this.#failure({ ...NO_UTF8, raw: bytes }))
  }

  #ended(child: ChildProcess): void {
    if (child !== this.#child) return
    const { exitCode, signalCode } = child
    this.#vainStarts++
    const isVain = this.#vainStarts >= VAIN_STARTS
    const how = signalCode === null ? `with exit code ${exitCode}` : `by ${signalCode}`
    this.#end(child, {
      code: 'command-ended',
      failure: isVain ? 'missing' : 'transport',
      what: `The program ended ${how} before it had answered${isVain ? `, for the ${VAIN_STARTS}rd time in a row` : ''}.`,
      fix: 'Run it by itself with a request on its stdin. It must go on reading until its stdin ends, and flush each answer.',
    })
  }

  /** Ends the child; whoever waits for it fails. */
  #end(child: ChildProcess, details: Omit<Details, 'where'>): void {
    if (child !== this.#child) return
    this.#child = undefined
    const failure = this.#failure(details)
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    if (waiting.length === 0 && details.failure === 'schema') this.#untold = failure
    for (const { reject } of waiting) reject(failure)
    this.#ending = endChild(child)
  }

  #failure(details: Omit<Details, 'where'>): SubjectFailure {
    const lines = this.#stderr.split(/\r?\n/).filter((line) => line.trim() !== '')
    const last = lines
      .slice(-STDERR_LINES)
      .map((line) => printable(this.#options.hide(line), { maxLength: 200 }))
    const said = last.length === 0 ? '' : `\n         stderr: ${last.join('\n         stderr: ')}`
    return new SubjectFailure({ ...details, where: `${this.#options.where}${said}` })
  }
}

const STOPPED = { code: 'command-stopped', what: 'The program was ended, because the run stops.' } as const
const INTERRUPTED = {
  code: 'command-interrupted',
  what: 'The program was ended, because it was late with the answer to another request.',
} as const

/** To put signs in the place of bytes would change what the subject said. */
const NO_UTF8 = {
  code: 'command-answer',
  failure: 'schema',
  what: 'The program wrote an answer that is no UTF-8.',
  fix: 'Have it write UTF-8 (Python: PYTHONIOENCODING=utf-8, or sys.stdout.reconfigure(encoding="utf-8")).',
  retryable: false,
} as const

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError'
}

/** The id of an answer; undefined for a line that is none. */
function idOf(line: string): string | undefined {
  const reading = parseJson(line, { duplicateKeys: 'last', maxDepth: 1000 })
  if (reading.kind === 'fault' || !isJsonObject(reading.value)) return undefined
  const { id } = reading.value
  return typeof id === 'string' ? id : undefined
}

/** Cut at the end of a line, so that no half of a secret stays; nothing is left of a line without end. */
function withoutFirstHalf(text: string): string {
  const end = text.indexOf('\n', text.length / 2)
  return end === -1 ? '' : text.slice(end + 1)
}

function startFault(program: string, cause: Error): InputError {
  return new InputError({
    code: 'subject-missing',
    what: `The program ${JSON.stringify(printable(program, { maxLength: 120 }))} cannot be started: ${startReason(cause)}.`,
    where: 'command:',
    fix: 'Check the program after "command:"; it is found as a shell would find it, but no shell reads the line.',
    cause,
  })
}
