import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { BugError } from '../errors.js'
import type { JsonObject } from '../text/json.js'
import type { RenderedTemplate, RenderFaultCode, TemplateRenderer } from '../toolcall/template-renderer.js'

/** What one rendering may cost. A real template renders in a few milliseconds and some kilobytes. */
export interface TemplateLimits {
  /** From when the template is handed over; default 2,000. */
  readonly timeMs?: number
  /** What the rendering may add to the memory of its process, MiB; default 256. */
  readonly memoryMb?: number
  /** Code units of the text; default 1,048,576. */
  readonly outputLength?: number
}

/** The worker's program: all it loads is the template engine. The text is measured before it crosses over. */
const RENDERING = `
const { parentPort, workerData } = require('node:worker_threads')
const { engine, template, variables, outputLength } = workerData
const tell = (message) => parentPort.postMessage(message)
const reasonOf = (error) => String(error && error.message ? error.message : error).slice(0, 500)
let compiled
try {
  const { Template } = require(engine)
  compiled = new Template(template)
} catch (error) {
  tell({ code: 'template-syntax', reason: reasonOf(error) })
}
if (compiled !== undefined) {
  try {
    const text = String(compiled.render(variables))
    if (text.length > outputLength) tell({ code: 'template-size', reason: text.length + ' characters' })
    else tell({ text })
  } catch (error) {
    tell({ code: 'template-refused', reason: reasonOf(error) })
  }
}
`

/**
 * The program of the process around it. A worker alone is no wall: V8 ends the whole process when one of its heaps cannot
 * grow, which a template reaches with one long text. So the process is another one; its main thread keeps the clock
 * and looks at the memory, and ends itself with the worker in whatever it is doing. Programs are kept as text so that
 * they run the same from source, from the bundle and in tests.
 */
const GUARD = `
const { readFileSync, writeSync } = require('node:fs')
const { Worker } = require('node:worker_threads')
const { program, data, timeMs, memoryMb } = JSON.parse(readFileSync(0, 'utf8'))
const end = (message) => {
  const bytes = Buffer.from(JSON.stringify(message))
  for (let at = 0; at < bytes.length; ) {
    try { at += writeSync(1, bytes, at) } catch (error) { if (error.code !== 'EAGAIN') break }
  }
  process.kill(process.pid, 'SIGKILL')
}
const outOfMemory = () => end({ code: 'template-memory', reason: 'It needed more than ' + memoryMb + ' MiB.' })
const before = process.memoryUsage.rss()
setInterval(() => {
  if (process.memoryUsage.rss() - before > memoryMb * 1048576) outOfMemory()
}, 5)
setTimeout(() => end({ code: 'template-time', reason: 'It ran for more than ' + timeMs + ' ms.' }), timeMs)
const worker = new Worker(program, {
  eval: true,
  env: {},
  stdout: true,
  stderr: true,
  workerData: data,
  resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
})
worker.on('message', end)
worker.on('error', (error) => {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') outOfMemory()
  else end({ code: 'template-refused', reason: String(error.message).slice(0, 500) })
})
worker.on('exit', () => end({ code: 'template-refused', reason: 'It ended without a text.' }))
`

/** Longest start of a process on a busy machine. */
const START_MS = 20_000

/** Renders each template in a process of its own, which ends when a limit is reached. */
export function hostTemplates(limits: TemplateLimits = {}): TemplateRenderer {
  return { render: (template, variables) => renderApart(template, variables, limits) }
}

async function renderApart(
  template: string,
  variables: JsonObject,
  { timeMs = 2_000, memoryMb = 256, outputLength = 1_048_576 }: TemplateLimits,
): Promise<RenderedTemplate> {
  const engine = createRequire(import.meta.url).resolve('@huggingface/jinja')
  const data = { engine, template, variables, outputLength }
  const { SystemRoot } = process.env // without it Windows starts nothing
  const child = spawn(process.execPath, ['-e', GUARD], {
    env: SystemRoot === undefined ? {} : { SystemRoot },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  })
  const guard = setTimeout(() => child.kill('SIGKILL'), timeMs + START_MS)
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  // A process that ended early takes no more; why it ended is told below.
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify({ program: RENDERING, data, timeMs, memoryMb }))
  try {
    await new Promise<void>((resolve, reject) => child.on('close', () => resolve()).on('error', reject))
  } finally {
    clearTimeout(guard)
  }
  return answerOf(Buffer.concat(pieces).toString('utf8'), memoryMb)
}

function answerOf(told: string, memoryMb: number): RenderedTemplate {
  // V8 gives up at once when there is no room for a text, and nothing is told.
  if (told === '') {
    return { kind: 'fault', code: 'template-memory', reason: `It needed more than ${memoryMb} MiB.` }
  }
  const message = messageIn(told)
  if (typeof message === 'object' && message !== null) {
    if ('text' in message && typeof message.text === 'string') return { kind: 'text', text: message.text }
    if ('code' in message && 'reason' in message && typeof message.reason === 'string') {
      // The programs above send no other codes.
      return { kind: 'fault', code: message.code as RenderFaultCode, reason: message.reason }
    }
  }
  if (message === undefined) {
    return { kind: 'fault', code: 'template-refused', reason: 'The process that rendered it was ended.' }
  }
  throw new BugError({ code: 'worker-message', what: 'The template process sent an unknown message.' })
}

/** Undefined where only a part of it was written. */
function messageIn(told: string): unknown {
  try {
    return JSON.parse(told)
  } catch {
    return undefined
  }
}
