import { readFileSync } from 'node:fs'
import { type CallTask, callTaskOf } from '../../src/benchmark/call-item.js'
import type { EmittedCall } from '../../src/score/calls/call-comparison.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../src/text/json.js'
import type { Dialect } from '../../src/toolcall/dialect.js'
import { dialects } from '../../src/toolcall/dialects/index.js'

const CASES = 'test/fixtures/cases'
const BATTERY = 'test/fixtures/battery'

/** Calls held against gold. */
export interface CallPair {
  readonly id: string
  readonly task: CallTask
  readonly actual: readonly EmittedCall[]
  /** Whether the calls have the values of gold. */
  readonly isRight: boolean
}

/** A whole output held against gold. */
export interface CallText {
  readonly id: string
  readonly dialect: Dialect
  readonly task: CallTask
  readonly tools: readonly JsonValue[]
  readonly text: string
  readonly stopReason: 'stop' | 'length'
  /** Whether the output calls exactly what gold asks for, as its dialect writes it. */
  readonly isRight: boolean
}

/** A text and the calls that each reading finds in it. */
export interface ReadingCase {
  readonly dialect: Dialect
  readonly task: CallTask
  readonly tools: readonly JsonValue[]
  readonly text: string
  readonly stopReason: 'stop' | 'length'
  readonly strict: readonly EmittedCall[]
  readonly lenient: readonly EmittedCall[]
}

export function readPairs(): readonly CallPair[] {
  const cases = linesOf(`${CASES}/callmatch-open.jsonl`).map((line) => ({
    ...line,
    tools: [line.tool ?? null],
    right: isJsonObject(line.expect) && line.expect.match === true,
  }))
  const { tools, lines } = batteryOf('call-pairs.jsonl')
  const entries: readonly JsonObject[] = [...cases, ...lines.map((line) => ({ ...line, tools }))]
  return entries.map(({ id, tools: offered, gold, actual, right }) => ({
    id: String(id),
    task: taskOf(id, listOf(offered), gold),
    actual: isJsonObject(actual) ? callsIn(actual.calls) : [],
    isRight: right === true,
  }))
}

export function readTexts(): readonly CallText[] {
  const { tools, lines } = batteryOf('call-texts.jsonl')
  return lines.map(({ id, dialect, text, stopReason, gold, right }) => ({
    id: String(id),
    dialect: dialectOf(dialect),
    task: taskOf(id, tools, gold),
    tools,
    text: String(text),
    stopReason: stopReason === 'length' ? 'length' : 'stop',
    isRight: right === true,
  }))
}

export function readReadingCases(): readonly ReadingCase[] {
  return linesOf(`${CASES}/toolcall-open.jsonl`).map(({ id, dialect, tools, text, stopReason, expect }) => {
    const { strict, lenient } = isJsonObject(expect) ? expect : {}
    const offered = listOf(tools)
    return {
      dialect: dialectOf(dialect),
      task: taskOf(id, offered, { none: true }),
      tools: offered,
      text: String(text),
      stopReason: stopReason === 'length' ? 'length' : 'stop',
      strict: isJsonObject(strict) && strict.ok === true ? callsIn(strict.calls) : [],
      lenient: isJsonObject(lenient) ? callsIn(lenient.calls) : [],
    }
  })
}

function batteryOf(name: string): {
  readonly tools: readonly JsonValue[]
  readonly lines: readonly JsonObject[]
} {
  const [head, ...lines] = linesOf(`${BATTERY}/${name}`)
  return { tools: listOf(head?.tools), lines }
}

function taskOf(
  id: JsonValue | undefined,
  tools: readonly JsonValue[],
  gold: JsonValue | undefined,
): CallTask {
  return callTaskOf({ kind: 'call', id: String(id), json: { messages: [], tools, gold: gold ?? null } })
}

function dialectOf(id: JsonValue | undefined): Dialect {
  const found = dialects.find((dialect) => dialect.id === id)
  if (found === undefined) throw new Error(`no dialect ${String(id)}`)
  return found
}

function callsIn(list: JsonValue | undefined): readonly EmittedCall[] {
  return listOf(list).flatMap((call) =>
    isJsonObject(call) && typeof call.name === 'string' && isJsonObject(call.arguments)
      ? [{ name: call.name, arguments: call.arguments }]
      : [],
  )
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : []
}

function linesOf(path: string): readonly JsonObject[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const reading = parseJson(line)
      if (reading.kind === 'value' && isJsonObject(reading.value)) return reading.value
      throw new Error(`${path}: no object`)
    })
}
