import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { shortened } from '../checkpoint/pair-reader.js'
import {
  type BlockComparer,
  blockWidth,
  CHUNK_BYTES,
  MAX_CHUNK_ROWS,
  type RowBlock,
} from '../checkpoint/row-block.js'
import { BugError, InputError } from '../errors.js'
import {
  canFuse,
  driftModule,
  FREE_FROM,
  MAX_ROW_LENGTH,
  pagesFor,
  ROW_NUMBERS,
} from '../numeric/drift-kernel-instance.js'

/**
 * The program of a thread: it reads rows of two files straight into the kernel's memory, adds them up and hands the sums
 * back. It is kept as text so that it runs the same from source, from the bundle and in tests.
 */
const PROGRAM = `
const { openSync, readSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')
const { module, sideBytes, rowNumbers, maxRows, freeFrom, pages } = workerData
const kernel = new WebAssembly.Instance(module).exports
const [aAt, bAt, outAt] = [freeFrom, freeFrom + sideBytes, freeFrom + 2 * sideBytes]
kernel.memory.grow(pages)
const memory = new Uint8Array(kernel.memory.buffer)
const files = new Map()
const fileOf = (path) => {
  if (!files.has(path)) files.set(path, openSync(path, 'r'))
  return files.get(path)
}
const fill = ({ path, start }, offset, at, length) => {
  const file = fileOf(path)
  for (let filled = 0; filled < length; ) {
    const read = readSync(file, memory, at + filled, length - filled, start + offset + filled)
    if (read === 0) throw Object.assign(new Error('short'), { short: path })
    filled += read
  }
}
parentPort.on('message', ({ kind, a, b, length, rows, under, underHalf, width }) => {
  try {
    const sums = new Float64Array(rowNumbers * rows)
    const each = Math.min(maxRows, Math.max(1, Math.floor(sideBytes / (length * width))))
    for (let row = 0; row < rows; row += each) {
      const count = Math.min(each, rows - row)
      const bytes = count * length * width
      const offset = row * length * width
      fill(a, offset, aAt, bytes)
      fill(b, offset, bAt, bytes)
      kernel[kind](aAt, bAt, length, count, outAt, under, underHalf)
      sums.set(new Float64Array(memory.buffer, outAt, rowNumbers * count), rowNumbers * row)
    }
    parentPort.postMessage({ sums }, [sums.buffer])
  } catch (error) {
    parentPort.postMessage({ short: error.short, code: error.code, path: error.path, reason: String(error.message) })
  }
})
`

interface Waiting {
  readonly block: RowBlock
  readonly resolve: (sums: Float64Array) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Threads that compare blocks of rows.
 *
 * @param threads 1 or more; each takes 1 MiB and half as much again.
 */
export function driftThreads(threads: number): BlockComparer {
  // Node 20 has the instruction and does not offer it by itself; Node 22 does.
  if (!canFuse()) setFlagsFromString('--experimental-wasm-relaxed-simd')
  const waiting: Waiting[] = []
  const idle: Thread[] = []
  const all: Thread[] = []
  const next = (thread: Thread): void => {
    const work = waiting.shift()
    if (work === undefined) idle.push(thread)
    else thread.run(work)
  }
  return {
    threads,
    compare(block) {
      return new Promise((resolve, reject) => {
        waiting.push({ block, resolve, reject })
        const thread = idle.pop() ?? (all.length < threads ? new Thread(next) : undefined)
        if (thread === undefined) return
        if (!all.includes(thread)) all.push(thread)
        next(thread)
      })
    },
    async close() {
      await Promise.all(all.map((thread) => thread.end()))
    },
  }
}

/** Longest side of a chunk: a row that is longer than a chunk still goes in whole. */
const SIDE_BYTES = Math.max(CHUNK_BYTES, 4 * MAX_ROW_LENGTH)

class Thread {
  readonly #worker: Worker
  #work: Waiting | undefined

  constructor(done: (thread: Thread) => void) {
    this.#worker = new Worker(PROGRAM, {
      eval: true,
      env: {},
      workerData: {
        module: driftModule(),
        sideBytes: SIDE_BYTES,
        maxRows: MAX_CHUNK_ROWS,
        rowNumbers: ROW_NUMBERS,
        freeFrom: FREE_FROM,
        pages: pagesFor(2 * SIDE_BYTES + 8 * ROW_NUMBERS * MAX_CHUNK_ROWS),
      },
    })
    this.#worker.on('message', (message: unknown) => {
      const work = this.#work
      this.#work = undefined
      if (work !== undefined) settle(work, message)
      done(this)
    })
    this.#worker.on('error', (cause) => this.#fail(cause))
    this.#worker.on('exit', () => this.#fail('it ended'))
  }

  run(work: Waiting): void {
    this.#work = work
    this.#worker.postMessage({ ...work.block, width: blockWidth[work.block.kind] })
  }

  #fail(cause: unknown): void {
    this.#work?.reject(
      new BugError({ code: 'worker-failed', what: 'A thread of the comparison failed.', cause }),
    )
    this.#work = undefined
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

function settle({ resolve, reject }: Waiting, message: unknown): void {
  if (typeof message !== 'object' || message === null) {
    reject(new BugError({ code: 'worker-message', what: 'A thread sent an unknown message.' }))
  } else if ('sums' in message && message.sums instanceof Float64Array) {
    resolve(message.sums)
  } else if ('short' in message && typeof message.short === 'string') {
    reject(shortened(message.short))
  } else {
    const { code, path, reason } = message as { code?: string; path?: string; reason?: string } // as PROGRAM sends it
    reject(
      new InputError({
        code: 'file-unreadable',
        what: `The file cannot be read: ${code ?? reason ?? 'unknown'}.`,
        ...(path === undefined ? {} : { where: path }),
        fix: 'Name a readable file.',
      }),
    )
  }
}
