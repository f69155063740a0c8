import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Readable, Writable } from 'node:stream'
import { BugError } from '../errors.js'
import type { JsonObject } from '../text/json.js'
import type { RenderedTemplate, RenderFaultCode } from '../toolcall/template-renderer.js'
import { holdChild } from './hold-child.js'

/** What one rendering may cost. */
export interface RenderLimits {
  readonly timeMs: number
  readonly memoryMb: number
  readonly outputLength: number
}

/**
 * The worker's program: all it loads is the template engine, anew in a realm of its own for each template, so that none
 * finds a trace of an earlier one. The text is measured before it crosses over.
 */
const RENDERING = `
const { parentPort, workerData } = require('node:worker_threads')
const vm = require('node:vm')
const { engine, outputLength } = workerData
const script = new vm.Script('(() => { const module = { exports: {} }; const exports = module.exports;' + engine + '\\n;' +
  'const read = JSON.parse; return { Template: module.exports.Template, read } })()', { filename: 'engine.cjs' })
const fresh = () => script.runInContext(vm.createContext(Object.create(null)))
const reasonOf = (error) => String(error && error.message ? error.message : error).slice(0, 500)
const rendered = ({ Template, read }, request) => {
  let compiled
  let variables
  try {
    const asked = read(request)
    variables = asked.variables
    compiled = new Template(asked.template)
  } catch (error) {
    return { code: 'template-syntax', reason: reasonOf(error) }
  }
  try {
    const text = String(compiled.render(variables))
    if (text.length > outputLength) return { code: 'template-size', reason: text.length + ' characters' }
    return { text }
  } catch (error) {
    return { code: 'template-refused', reason: reasonOf(error) }
  }
}
let realm = fresh()
parentPort.on('message', (request) => {
  const used = realm
  realm = undefined
  parentPort.postMessage(rendered(used, request))
  realm = fresh()
})
parentPort.postMessage({ ready: true })
`

/**
 * The program of the process around it. A worker alone is no wall: V8 ends the whole process when one of its heaps cannot
 * grow, which a template reaches with one long text. So the process is another one; its main thread keeps the clock
 * and looks at the memory, and ends itself with the worker in whatever it is doing. It takes a line at a time, the first one
 * its limits, and ends when no more can come. Programs are kept as text so that they run the same from source, from the
 * bundle and in tests.
 */
const GUARD = `
const { writeSync } = require('node:fs')
const { Worker } = require('node:worker_threads')
const tell = (message) => {
  const bytes = Buffer.from(JSON.stringify(message) + '\\n')
  for (let at = 0; at < bytes.length; ) {
    try { at += writeSync(1, bytes, at) } catch (error) { if (error.code !== 'EAGAIN') return quit() }
  }
}
const quit = () => process.kill(process.pid, 'SIGKILL')
const end = (message) => { tell(message); quit() }
let limits
let worker
let isReady = false
let waiting
let clock
let watch
const outOfMemory = () => end({ code: 'template-memory', reason: 'It needed more than ' + limits.memoryMb + ' MiB.' })
const start = () => {
  const { timeMs, memoryMb, outputLength, engine } = limits
  worker = new Worker(limits.program, {
    eval: true,
    env: {},
    stdout: true,
    stderr: true,
    workerData: { engine, outputLength },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  worker.on('message', (message) => {
    if (message.ready) {
      isReady = true
      return render()
    }
    clearTimeout(clock)
    clearInterval(watch)
    tell({ ...message, memory: process.memoryUsage.rss() })
  })
  worker.on('error', (error) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') outOfMemory()
    else end({ code: 'template-refused', reason: String(error.message).slice(0, 500) })
  })
  worker.on('exit', () => end({ code: 'template-refused', reason: 'It ended without a text.' }))
}
const render = () => {
  if (!isReady || waiting === undefined) return
  const { timeMs, memoryMb } = limits
  const before = process.memoryUsage.rss()
  watch = setInterval(() => {
    if (process.memoryUsage.rss() - before > memoryMb * 1048576) outOfMemory()
  }, 5)
  clock = setTimeout(() => end({ code: 'template-time', reason: 'It ran for more than ' + timeMs + ' ms.' }), timeMs)
  worker.postMessage(waiting)
  waiting = undefined
}
const pieces = []
process.stdin.on('data', (data) => {
  for (let from = 0; from < data.length; ) {
    const at = data.indexOf(10, from)
    pieces.push(data.subarray(from, at === -1 ? data.length : at))
    if (at === -1) return
    from = at + 1
    const line = Buffer.concat(pieces.splice(0)).toString('utf8')
    if (limits === undefined) {
      limits = JSON.parse(line)
      start()
    } else {
      waiting = line
      render()
    }
  }
})
process.stdin.on('end', quit)
process.stdin.on('error', quit)
`

/** Longest start of a process on a busy machine. */
const START_MS = 20_000

/** Renderings after which a process makes room for a fresh one. */
const MOST_RENDERINGS = 1000

/** Growth of a process after which it makes room for a fresh one; engines that were let go are not collected at once. */
const MOST_GROWTH_BYTES = 96 * 1024 * 1024

/** A process that renders one template after the other. It ends when a limit is reached, and with this process. */
export class TemplateProcess {
  readonly #limits: RenderLimits
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #pieces: Buffer[] = []
  #length = 0
  #settle: ((told: string) => void) | undefined
  #isOver = false
  #count = 0
  #leastMemory = Number.POSITIVE_INFINITY

  constructor(limits: RenderLimits) {
    this.#limits = limits
    const { SystemRoot } = process.env // without it Windows starts nothing
    const child = spawn(process.execPath, ['-e', GUARD], {
      env: SystemRoot === undefined ? {} : { SystemRoot },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    })
    this.#child = child
    const isOver = (): void => {
      this.#isOver = true
      this.#settle?.(this.#told())
    }
    child.on('error', isOver).on('close', isOver)
    // A process that ended takes no more; why it ended is told by its last words.
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (piece: Buffer) => this.#take(piece))
    holdChild(this.#child, false)
    const engine = readFileSync(createRequire(import.meta.url).resolve('@huggingface/jinja'), 'utf8')
    child.stdin.write(`${JSON.stringify({ ...limits, engine, program: RENDERING })}\n`)
  }

  /** Whether it may be asked again. */
  get isUsable(): boolean {
    return !this.#isOver && this.#count < MOST_RENDERINGS
  }

  /** To be asked again when the answer is there. */
  async render(template: string, variables: JsonObject): Promise<RenderedTemplate> {
    this.#count++
    holdChild(this.#child, true)
    const guard = setTimeout(() => this.#child.kill('SIGKILL'), this.#limits.timeMs + START_MS)
    try {
      const told = await new Promise<string>((resolve) => {
        this.#settle = resolve
        if (this.#isOver) resolve('')
        else this.#child.stdin.write(`${JSON.stringify({ template, variables })}\n`)
      })
      return this.#answerOf(told)
    } finally {
      this.#settle = undefined
      clearTimeout(guard)
      holdChild(this.#child, false)
      if (!this.isUsable) this.end()
    }
  }

  end(): void {
    this.#isOver = true
    this.#child.kill('SIGKILL')
  }

  #take(piece: Buffer): void {
    const isLast = piece.at(-1) === 10
    this.#pieces.push(isLast ? piece.subarray(0, -1) : piece)
    this.#length += piece.length
    // Six bytes are the longest that a code unit becomes in JSON.
    if (this.#length > 6 * this.#limits.outputLength + 10_000) this.end()
    else if (isLast) this.#settle?.(this.#told())
  }

  #told(): string {
    this.#length = 0
    return Buffer.concat(this.#pieces.splice(0)).toString('utf8')
  }

  #answerOf(told: string): RenderedTemplate {
    // V8 gives up at once when there is no room for a text, and nothing is told.
    if (told === '') {
      this.#isOver = true
      const reason = `It needed more than ${this.#limits.memoryMb} MiB.`
      return { kind: 'fault', code: 'template-memory', reason }
    }
    const message = messageIn(told)
    if (message === undefined) {
      this.#isOver = true
      return { kind: 'fault', code: 'template-refused', reason: 'The process that rendered it was ended.' }
    }
    if (typeof message === 'object' && message !== null) {
      if ('memory' in message && typeof message.memory === 'number') this.#weigh(message.memory)
      // Its last words: it ends itself, and the end is not always known yet.
      else this.#isOver = true
      if ('text' in message && typeof message.text === 'string') return { kind: 'text', text: message.text }
      if ('code' in message && 'reason' in message && typeof message.reason === 'string') {
        // The programs above send no other codes.
        return { kind: 'fault', code: message.code as RenderFaultCode, reason: message.reason }
      }
    }
    throw new BugError({ code: 'worker-message', what: 'The template process sent an unknown message.' })
  }

  #weigh(memory: number): void {
    this.#leastMemory = Math.min(this.#leastMemory, memory)
    if (memory - this.#leastMemory > MOST_GROWTH_BYTES) this.#count = MOST_RENDERINGS
  }
}

/** Undefined where only a part of it was written. */
function messageIn(told: string): unknown {
  try {
    return JSON.parse(told)
  } catch {
    return undefined
  }
}
