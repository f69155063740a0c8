import { InputError } from '../../errors.js'
import { printable } from '../../text/printable.js'
import { endChild, startChild } from '../programs/child.js'
import { environmentOf } from '../programs/environment.js'
import { LastWords } from '../programs/last-words.js'

/** Loading 40 GB from a slow disk takes minutes. */
const LONGEST_MS = 600_000

/**
 * Loads a model and asks it for one token. The program comes in on stdin: the engine starts children with the flags of
 * its own process, which must be none.
 */
const PROGRAM = `
const [engine, modelPath] = process.argv.slice(2)
async function run() {
  const { getLlama } = await import(engine)
  const logger = (_, line) => console.error(line)
  const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: 'error', logger })
  const model = await llama.loadModel({ modelPath, gpuLayers: 0 })
  const ids = model.tokenize('a', true).slice(0, 1)
  const context = await model.createContext({ contextSize: 64, batchSize: 64, threads: 1 })
  const sequence = context.getSequence()
  if (ids.length > 0) for await (const _ of sequence.evaluate(ids, { temperature: 0, yieldEogToken: true })) break
  model.detokenize(ids, true)
}
run().then(
  () => process.exit(0),
  (error) => {
    console.error(error && error.message ? error.message : error)
    process.exit(1)
  },
)
`

/**
 * Tries a model in a process of its own: a file that is broken in a way that no reader of its head sees ends the engine's
 * whole process, and must not end a run.
 *
 * @param engine address of the engine's module.
 * @throws {InputError} `gguf-unloadable`, with what the engine said last.
 */
export async function tryGguf(path: string, engine: string, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const command = [process.execPath, '-', engine, path] as const
  const child = startChild(command, environmentOf(['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH']))
  const lastWords = new LastWords(child.stderr)
  child.stdout?.resume()
  child.stdin?.on('error', () => undefined) // the child's end says more
  child.stdin?.end(PROGRAM)
  let timer: NodeJS.Timeout | undefined
  let stop: (() => void) | undefined
  try {
    const ending = await new Promise<string | undefined>((resolve) => {
      child.once('error', (cause) => resolve(cause.message))
      child.once('close', (code, by) =>
        resolve(code === 0 ? undefined : by === null ? 'it refused the file' : `it ended by ${by}`),
      )
      timer = setTimeout(() => resolve(`it was not ready after ${LONGEST_MS / 1000} s`), LONGEST_MS)
      stop = () => resolve('it was stopped')
      signal?.addEventListener('abort', stop, { once: true })
    })
    signal?.throwIfAborted()
    if (ending === undefined) return
    const said = printable(lastWords.lines(2).join(' '), { maxLength: 300 })
    throw new InputError({
      code: 'gguf-unloadable',
      what: `The engine does not take this model: ${ending}.${said === '' ? '' : ` It said: ${said}`}`,
      where: path,
      fix: 'Fetch the file again; see that the engine knows this architecture, and that there is memory for it.',
    })
  } finally {
    clearTimeout(timer)
    if (stop !== undefined) signal?.removeEventListener('abort', stop)
    if (child.exitCode === null && child.signalCode === null) await endChild(child)
  }
}
