import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CallTask, callTaskOf } from '../../src/benchmark/call-item.js'
import type { EmittedCall } from '../../src/score/calls/call-comparison.js'
import { judgeCalls, readOutputOf } from '../../src/score/calls/call-verdict.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../src/text/json.js'
import type { Dialect } from '../../src/toolcall/dialect.js'
import { dialects } from '../../src/toolcall/dialects/index.js'
import { type OutputText, parseOutput } from '../../src/toolcall/parse-output.js'
import { type ToolTable, toolTable } from '../../src/toolcall/tool-table.js'

/** An output with all that judging it takes. */
export interface Judged {
  readonly dialect: Dialect
  readonly tools: ToolTable
  readonly output: OutputText
  readonly task: CallTask
}

/** The texts of both case files. */
export function caseOutputs(): readonly Judged[] {
  return [...linesOf('toolcall-open.jsonl').map(ofText), ...linesOf('callmatch-open.jsonl').map(ofCalls)]
}

function linesOf(name: string): readonly JsonObject[] {
  const folder = fileURLToPath(new URL('../../test/fixtures/cases/', import.meta.url))
  return readFileSync(`${folder}${name}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const reading = parseJson(line)
      if (reading.kind === 'value' && isJsonObject(reading.value)) return reading.value
      throw new Error(`${name}: ${line}`)
    })
}

/** What strict makes of the text is its gold: the dearest case for the comparison. */
function ofText(line: JsonObject): Judged {
  const { id, dialect, tools, text, stopReason, expect } = line
  const strict = isJsonObject(expect) && isJsonObject(expect.strict) ? expect.strict.calls : undefined
  const calls = isJsonArray(strict) ? strict : []
  return judged(String(dialect), {
    id: String(id),
    tools: isJsonArray(tools) ? tools : [],
    gold: calls.length === 0 ? { none: true } : { calls, order: 'any' },
    output: { text: String(text), stopReason: stopReason === 'length' ? 'length' : 'stop' },
  })
}

function ofCalls({ id, tool, gold, actual }: JsonObject): Judged {
  const calls = isJsonObject(actual) ? (actual.calls as unknown as readonly EmittedCall[]) : [] // the fixture's own shape
  const text = dialectOf('hermes').renderCalls(calls)
  return judged('hermes', { id: String(id), tools: [tool ?? null], gold: gold ?? null, output: { text } })
}

function judged(
  dialectId: string,
  parts: {
    readonly id: string
    readonly tools: readonly JsonValue[]
    readonly gold: JsonValue
    readonly output: OutputText
  },
): Judged {
  const { id, tools, gold, output } = parts
  const task = callTaskOf({ kind: 'call', id, json: { id, kind: 'call', messages: [], tools, gold } })
  return { dialect: dialectOf(dialectId), tools: toolTable(task.tools), output, task }
}

function dialectOf(id: string): Dialect {
  const found = dialects.find((dialect) => dialect.id === id)
  if (found === undefined) throw new Error(`No dialect ${id}`)
  return found
}

export interface Measure {
  readonly runs: number
  /** Processor time of one run, in seconds. */
  readonly runSeconds: number
  /** The same before the first run: the engine takes seconds to compile what is used often. */
  readonly warmSeconds: number
}

/** One rate a run. */
export function outputsPerSecond(
  outputs: readonly Judged[],
  { runs, runSeconds, warmSeconds }: Measure,
): readonly number[] {
  rateOver(outputs, warmSeconds)
  return Array.from({ length: runs }, () => rateOver(outputs, runSeconds))
}

function rateOver(outputs: readonly Judged[], atLeast: number): number {
  // A look at the clock costs as much as a short output; a hundred outputs share one look.
  const rounds = Math.ceil(100 / outputs.length)
  const before = process.cpuUsage()
  for (let done = rounds * outputs.length; ; done += rounds * outputs.length) {
    for (let round = 0; round < rounds; round++) for (const one of outputs) judge(one)
    const { user, system } = process.cpuUsage(before)
    const seconds = (user + system) / 1e6
    if (seconds >= atLeast) return done / seconds
  }
}

function judge({ dialect, tools, output, task }: Judged): void {
  judgeCalls(task, readOutputOf(parseOutput(output, { dialect, tools })))
}
