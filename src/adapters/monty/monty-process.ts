import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { isJsonObject, type JsonObject, parseJson } from '../../text/json.js'
import { holdChild } from '../hold-child.js'
import { PLAN_GUARD, PLAN_WORKER } from './monty-program.js'

/** Longest start of a process on a busy machine. */
const START_MS = 20_000

/** Plans after which a process makes room for a fresh one. */
const MOST_PLANS = 500

/** How much later than its own limit a process is ended from here, should it fail to end itself. */
const LATE_MS = 1_000

/** `code` comes first: by that the process knows that a plan begins. */
export type MontyPlan = JsonObject & { readonly code: string; readonly timeMs: number }

/** A process that runs one plan after the other. It ends itself when a limit is reached, and ends with this process. */
export class MontyProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #pieces: Buffer[] = []
  readonly #ready: Promise<string>
  #settle: ((line: string) => void) | undefined
  #isOver = false
  #count = 0

  /** @param module address of Monty. */
  constructor(module: string) {
    const { SystemRoot } = process.env // without it Windows starts nothing
    const child = spawn(process.execPath, ['-e', PLAN_GUARD], {
      env: SystemRoot === undefined ? {} : { SystemRoot },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    })
    this.#child = child
    const isOver = (): void => {
      this.#isOver = true
      this.#settle?.('')
    }
    child.on('error', isOver).on('close', isOver)
    // A process that ended takes no more; why it ended is told by its last words.
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (piece: Buffer) => this.#take(piece))
    this.#ready = this.#next(START_MS)
    child.stdin.write(`${JSON.stringify({ program: PLAN_WORKER, module })}\n`)
  }

  get isUsable(): boolean {
    return !this.#isOver && this.#count < MOST_PLANS
  }

  /** @returns `{call, args, kwargs}`, `{done, printed}`, `{error, printed}`, or `{ended}` when the process is no more. */
  async begin(plan: MontyPlan): Promise<JsonObject> {
    this.#count++
    const ready = answerIn(await this.#ready)
    if ('ended' in ready || !('ready' in ready)) return this.#over(ready)
    return this.tell(plan, plan.timeMs)
  }

  /** What the call gave: `{value}` or `{raise: {type, message}}`. */
  async tell(message: JsonObject, timeMs: number): Promise<JsonObject> {
    if (this.#isOver) return { ended: 'crash' }
    const next = this.#next(timeMs + LATE_MS)
    this.#child.stdin.write(`${JSON.stringify(message)}\n`)
    const answer = answerIn(await next)
    return 'ended' in answer ? this.#over(answer) : answer
  }

  end(): void {
    this.#isOver = true
    this.#child.kill('SIGKILL')
  }

  #over(answer: JsonObject): JsonObject {
    this.end()
    return { ended: 'ended' in answer && typeof answer.ended === 'string' ? answer.ended : 'crash' }
  }

  #next(timeMs: number): Promise<string> {
    holdChild(this.#child, true)
    return new Promise((resolve) => {
      const guard = setTimeout(() => {
        this.end()
        resolve('{"ended":"time"}')
      }, timeMs)
      this.#settle = (line) => {
        clearTimeout(guard)
        this.#settle = undefined
        holdChild(this.#child, false)
        resolve(line)
      }
      if (this.#isOver) this.#settle('')
    })
  }

  #take(piece: Buffer): void {
    const at = piece.indexOf(10)
    this.#pieces.push(at === -1 ? piece : piece.subarray(0, at))
    if (at === -1) return
    const line = Buffer.concat(this.#pieces.splice(0)).toString('utf8')
    // Last words may follow an answer at once; nobody waits for them then, and the end tells as much.
    this.#settle?.(line)
  }
}

function answerIn(line: string): JsonObject {
  const reading = parseJson(line, { maxDepth: 1000, duplicateKeys: 'last' })
  if (reading.kind === 'value' && isJsonObject(reading.value)) return reading.value
  return { ended: line === '' ? 'crash' : 'depth' }
}
