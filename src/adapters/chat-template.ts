import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { BugError } from '../errors.js'
import type { JsonObject } from '../text/json.js'
import type { RenderedTemplate, RenderFaultCode, TemplateRenderer } from '../toolcall/template-renderer.js'

/** What one rendering may cost. A real template renders in a few milliseconds and some kilobytes. */
export interface TemplateLimits {
  /** Default 2,000. */
  readonly timeMs?: number
  /** Heap of the worker, MiB; default 256. */
  readonly memoryMb?: number
  /** Code units of the text; default 1,048,576. */
  readonly outputLength?: number
}

/**
 * The worker's program. It is kept as text so that it runs the same from source, from the bundle and in tests; all it
 * loads is the template engine. The text is measured before it crosses over.
 */
const PROGRAM = `
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

/** Renders each template in a worker of its own, which is ended when a limit is reached. */
export function hostTemplates(limits: TemplateLimits = {}): TemplateRenderer {
  return { render: (template, variables) => renderApart(template, variables, limits) }
}

async function renderApart(
  template: string,
  variables: JsonObject,
  { timeMs = 2_000, memoryMb = 256, outputLength = 1_048_576 }: TemplateLimits,
): Promise<RenderedTemplate> {
  const engine = createRequire(import.meta.url).resolve('@huggingface/jinja')
  const worker = new Worker(PROGRAM, {
    eval: true,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    workerData: { engine, template, variables: plain(variables), outputLength },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<RenderedTemplate>((resolve) => {
      const fail = (code: RenderFaultCode, reason: string): void => resolve({ kind: 'fault', code, reason })
      timer = setTimeout(() => fail('template-time', `It ran for more than ${timeMs} ms.`), timeMs)
      worker.on('message', (message: unknown) => resolve(answerOf(message)))
      worker.on('error', (error: Error) => {
        const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        if (isMemory) fail('template-memory', `It needed more than ${memoryMb} MiB.`)
        else fail('template-refused', error.message.slice(0, 500))
      })
      worker.on('exit', () => fail('template-refused', 'It ended without a text.'))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function answerOf(message: unknown): RenderedTemplate {
  if (typeof message === 'object' && message !== null) {
    if ('text' in message && typeof message.text === 'string') return { kind: 'text', text: message.text }
    if ('code' in message && 'reason' in message && typeof message.reason === 'string') {
      // The program above sends no other codes.
      return { kind: 'fault', code: message.code as RenderFaultCode, reason: message.reason }
    }
  }
  throw new BugError({ code: 'worker-message', what: 'The template worker sent an unknown message.' })
}

/** Objects with a prototype: what crosses over is cloned, and the engine asks its values for methods. */
function plain(value: JsonObject): unknown {
  return JSON.parse(JSON.stringify(value))
}
