import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pythonRepr } from '../../../benchmark/readers/bfcl/python-value.js'
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberOf,
  parseJson,
  writeJson,
} from '../../../text/json.js'
import { type CompatSide, compatCodeOf, readCompatGenerated, readCompatGold } from './compat-calls.js'
import { type CompatAgreement, scoreCompatTurn } from './compat-turn.js'
import type { LiteralValue } from './literal-value.js'

const lines = readFileSync('test/fixtures/oracles/t1-compat.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const reading = parseJson(line)
    if (reading.kind !== 'value' || !isJsonObject(reading.value)) throw new Error(`no oracle line: ${line}`)
    return reading.value
  })

describe('the released evaluator of T1', () => {
  it('agrees on every line of the oracle, in code, calls, counts, figures and flags', () => {
    expect(lines).toHaveLength(1386)
    const differing = lines.flatMap((line) => {
      const expected = written(member(line, 'out'))
      const own = written(outcomeOf(line))
      return own === expected ? [] : [{ id: line.id, tag: line.tag, own, expected }]
    })
    expect(differing).toEqual([])
  })
})

function outcomeOf(line: JsonObject): JsonObject {
  const code = compatCodeOf(optionalText(line, 'generated') ?? '')
  const gold = readCompatGold(optionalText(line, 'gold'))
  const generated = readCompatGenerated(code)
  const cache = { summariesAfterGold: [], summariesAfterGenerated: [] }
  const ran = scoreCompatTurn({ gold, generated, hasRaised: false, ...cache })
  const raised = scoreCompatTurn({ gold, generated, hasRaised: true, ...cache })
  if (ran.kind === 'stopped' || raised.kind === 'stopped') {
    const error =
      gold.kind === 'stopped'
        ? { side: 'gold', type: 'SyntaxError', stopsRun: true }
        : { side: 'generated', type: 'ValueError', stopsRun: true }
    const nothing = { goldCalls: null, generatedCalls: null, tool: null, params: null, nonExecutable: null }
    return { code, ...nothing, error }
  }
  const hasFault = generated.kind === 'none' && generated.isSyntaxFault
  return {
    code,
    goldCalls: callsJson(gold),
    generatedCalls: callsJson(generated),
    tool: countsJson(ran.counts?.tools, ['total_actuals', 'total_predictions']),
    params: countsJson(ran.counts?.parameters, ['total_actual_params', 'total_predicted_params']),
    nonExecutable: { ran: ran.isExecuted ? 0 : 1, raised: raised.isExecuted ? 0 : 1 },
    ...(hasFault ? { error: { side: 'generated', type: 'SyntaxError', stopsRun: false } } : {}),
  }
}

function countsJson(
  counts: CompatAgreement | undefined,
  [actualName, predictedName]: readonly [string, string],
): JsonValue {
  if (counts === undefined) return null
  const { truePositives, falsePositives, falseNegatives, actual, predicted, ...figures } = counts
  return {
    tp: truePositives,
    fp: falsePositives,
    fn: falseNegatives,
    [actualName]: actual,
    [predictedName]: predicted,
    ...figures,
  }
}

function callsJson(side: CompatSide): JsonValue {
  if (side.kind !== 'calls') return null
  return side.calls.map((call) => ({
    [call.name]: Object.fromEntries([...call.arguments].map(([key, value]) => [key, valueJson(value)])),
  }))
}

/** As the oracle writes what JSON lacks. */
function valueJson(value: LiteralValue): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'bigint') {
    const isSafe = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    return isSafe ? Number(value) : { $py: 'int', text: String(value) }
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? numberOf(pythonRepr(value)) : { $py: 'float', text: pythonRepr(value) }
  }
  switch (value.kind) {
    case 'list':
      return value.items.map(valueJson)
    case 'tuple':
    case 'set':
      return { $py: value.kind, items: value.items.map(valueJson) }
    case 'bytes':
      return { $py: 'bytes', text: `b'${value.value}'` }
    case 'ellipsis':
      return { $py: 'ellipsis' }
    case 'complex': {
      const imaginary = `${pythonRepr(value.imaginary).replace(/\.0$/, '')}j`
      if (Object.is(value.real, 0)) return { $py: 'complex', text: imaginary }
      const sign = imaginary.startsWith('-') ? '' : '+'
      return { $py: 'complex', text: `(${pythonRepr(value.real).replace(/\.0$/, '')}${sign}${imaginary})` }
    }
    case 'dict': {
      const entries = value.entries.map(([key, held]) => [valueJson(key), valueJson(held)] as const)
      const isPlain = entries.every(([key]) => typeof key === 'string')
      return isPlain ? Object.fromEntries(entries) : { $py: 'dict', items: entries }
    }
    default:
      return value satisfies never
  }
}

/** Members by name, sets without an order, and within calls 5 and 5.0 apart. */
function written(value: JsonValue, isCall = false): string {
  if (isJsonArray(value)) return `[${value.map((item) => written(item, isCall)).join()}]`
  if (!isJsonObject(value)) return isCall ? writeJson(value) : canonicalJson(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => {
      const held = value[key] ?? null
      const text = written(held, isCall || key === 'goldCalls' || key === 'generatedCalls')
      const isSet = key === 'items' && value.$py === 'set' && isJsonArray(held)
      return `${key}:${isSet ? held.map((item) => written(item, isCall)).sort() : text}`
    })
  return `{${members.join()}}`
}

function member(object: JsonObject, key: string): JsonValue {
  return object[key] ?? null
}

function optionalText(object: JsonObject, key: string): string | undefined {
  const value = object[key]
  return typeof value === 'string' ? value : undefined
}
