import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callTaskOf } from '../../benchmark/call-item.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import type { EmittedCall } from './call-comparison.js'
import { judgeCalls } from './call-verdict.js'

const lines = readFileSync('test/fixtures/cases/callmatch-open.jsonl', 'utf8').trimEnd().split('\n')

describe('the call pairs of test/fixtures/cases/callmatch-open.jsonl', () => {
  it('are all there', () => {
    expect(lines.length).toBe(70)
  })

  it.each(lines.map((line) => [/"id": *"([^"]*)"/.exec(line)?.[1], line]))('%s', (_id, line) => {
    const { id, tool, gold, actual, expect: expected } = object(line)
    const json = {
      id: id as string,
      kind: 'call',
      messages: [],
      tools: [tool as JsonValue],
      gold: gold as JsonValue,
    }
    const task = callTaskOf({ kind: 'call', id: id as string, json })
    const calls = emitted(actual)
    const verdict = judgeCalls(task, {
      outcome: calls.length === 0 ? 'abstained' : 'called',
      ok: calls.length > 0,
      level: calls.length === 0 ? 'S0' : 'S6',
      calls,
    })
    const { match, perCall, selection } = expected as JsonObject
    expect(verdict.match).toBe(match)
    if (perCall !== undefined) expect(verdict.perCall.map(({ isEqual }) => isEqual)).toEqual(perCall)
    if (selection !== undefined) expect(verdict.selection).toBe(selection)
  })
})

function object(line: string | undefined): JsonObject {
  const reading = parseJson(line ?? '')
  if (reading.kind === 'value' && isJsonObject(reading.value)) return reading.value
  throw new Error('no object')
}

function emitted(actual: JsonValue | undefined): readonly EmittedCall[] {
  if (!isJsonObject(actual) || !isJsonArray(actual.calls)) throw new Error('no calls')
  return actual.calls as unknown as readonly EmittedCall[] // the fixture's own shape
}
