/**
 * What the process of plans in Monty runs, kept as text so that it is the same from source, from the bundle and in tests.
 * The main thread keeps the clock and looks at the memory, and ends the process whatever Monty is in the middle of; the
 * worker holds Monty. Lines of JSON go in and out: a plan, the calls that it makes with their answers, and its end.
 */

/** What Monty is told where a plan prints too much. */
export const OUTPUT_LIMIT = 'plan-output-limit'

/** The worker: one plan after the other, each in an interpreter of its own. */
export const PLAN_WORKER = `
const { parentPort, workerData } = require('node:worker_threads')
const encode = (value) => {
  switch (typeof value) {
    case 'bigint': return { i: String(value) }
    case 'number': return Number.isFinite(value) ? value : { f: String(value) }
    case 'boolean': case 'string': return value
    case 'undefined': return null
  }
  if (value === null) return null
  if (Array.isArray(value)) return value.__tuple__ ? { t: Array.from(value, encode) } : value.map(encode)
  if (value instanceof Map) return { d: Array.from(value, ([key, item]) => [encode(key), encode(item)]) }
  if (value.__monty_type__ === 'Dataclass' && value.name === 'Result') return { r: Number(value.typeId) }
  return { x: String(value.__monty_type__ || (value.constructor && value.constructor.name)) }
}
const decode = (value) => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(decode)
  if ('i' in value) return BigInt(value.i)
  if ('f' in value) return Number(value.f)
  if ('d' in value) return new Map(value.d.map(([key, item]) => [decode(key), decode(item)]))
  if ('t' in value) return Object.defineProperty(value.t.map(decode), '__tuple__', { value: true, enumerable: true })
  return {
    __monty_type__: 'Dataclass', name: 'Result', typeId: BigInt(value.r), frozen: true,
    fieldNames: ['search_results', 'query_summary'],
    fields: { search_results: value.rows.map((row) => new Map(row.map(([key, item]) => [key, decode(item)]))), query_summary: value.summary },
  }
}
const errorOf = (error) => {
  const { typeName = error.constructor.name, message = String(error.message) } = error.exception || {}
  let line
  try { line = error.traceback().at(-1).line } catch {}
  return { type: typeName, message: String(message).slice(0, 500), line }
}
import(workerData.module).then(({ Monty, MontyComplete, MontyNameLookup }) => {
  let progress
  let printed
  let room
  let tools
  const go = (next) => {
    try {
      progress = next()
      while (progress instanceof MontyNameLookup) {
        const name = progress.variableName
        progress = progress.resume(tools.has(name) ? { value: Object.defineProperty(() => {}, 'name', { value: name }) } : {})
      }
      if (progress instanceof MontyComplete) return { done: true, printed }
      const { functionName, args, kwargs } = progress
      return { call: functionName, args: args.map(encode), kwargs: Object.entries(kwargs).map(([key, value]) => [key, encode(value)]) }
    } catch (error) {
      return { error: errorOf(error), printed }
    }
  }
  parentPort.on('message', (line) => {
    const message = JSON.parse(line)
    let answer
    if (message.code === undefined) {
      answer = go(() => progress.resume(message.raise ? { exception: message.raise } : { returnValue: decode(message.value) }))
    } else {
      printed = ''
      room = message.outputLength
      tools = new Set(message.tools)
      const limits = { maxDurationSecs: message.timeMs / 1000, maxMemory: message.memoryBytes, maxRecursionDepth: 200 }
      const printCallback = (stream, text) => {
        if (printed.length + text.length > room) {
          printed += text.slice(0, room - printed.length)
          throw new Error('${OUTPUT_LIMIT}')
        }
        printed += text
      }
      answer = go(() => new Monty(message.code, { scriptName: 'plan' }).start({ limits, printCallback }))
    }
    const told = JSON.stringify(answer)
    parentPort.postMessage(told.length > 2000000 ? JSON.stringify({ error: { type: 'MemoryError', message: 'arguments that are too long' }, printed }) : told)
  })
  parentPort.postMessage('{"ready":true}')
})
`

/** The main thread of the process. */
export const PLAN_GUARD = `
const { writeSync } = require('node:fs')
const { Worker } = require('node:worker_threads')
const tell = (line) => {
  const bytes = Buffer.from(line + '\\n')
  for (let at = 0; at < bytes.length; ) {
    try { at += writeSync(1, bytes, at) } catch (error) { if (error.code !== 'EAGAIN') return quit() }
  }
}
const quit = () => process.kill(process.pid, 'SIGKILL')
const end = (reason) => { tell(JSON.stringify({ ended: reason })); quit() }
let worker
let isReady = false
const waiting = []
let limits
let left
let since
let clock
let watch
let base
const hold = () => {
  clearTimeout(clock)
  clearInterval(watch)
  left -= Date.now() - since
}
const go = (line) => {
  since = Date.now()
  clock = setTimeout(() => end('time'), Math.max(1, left))
  watch = setInterval(() => { if (process.memoryUsage.rss() - base > limits.memoryBytes * 2 + 67108864) end('memory') }, 5)
  worker.postMessage(line)
}
const take = (line) => {
  if (worker === undefined) {
    const { program, module } = JSON.parse(line)
    worker = new Worker(program, { eval: true, env: {}, stdout: true, stderr: true, workerData: { module }, resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 } })
    worker.on('message', (told) => {
      if (!isReady) {
        isReady = true
        tell('{"ready":true}')
        return
      }
      hold()
      tell(told)
    })
    worker.on('error', (error) => end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash: ' + String(error.message).slice(0, 300)))
    worker.on('exit', () => end('crash'))
    return
  }
  if (line.startsWith('{"code"')) {
    limits = JSON.parse(line)
    left = limits.timeMs + limits.graceMs
    base = process.memoryUsage.rss()
  }
  go(line)
}
const pieces = []
process.stdin.on('data', (data) => {
  for (let from = 0; from < data.length; ) {
    const at = data.indexOf(10, from)
    pieces.push(data.subarray(from, at === -1 ? data.length : at))
    if (at === -1) return
    from = at + 1
    take(Buffer.concat(pieces.splice(0)).toString('utf8'))
  }
})
process.stdin.on('end', quit)
process.stdin.on('error', quit)
`
