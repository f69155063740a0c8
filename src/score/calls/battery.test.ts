import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type CallTask, callTaskOf } from '../../benchmark/call-item.js'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import { dialects } from '../../toolcall/dialects/index.js'
import type { EmittedCall } from './call-comparison.js'
import { judgeCalls } from './call-verdict.js'
import { OutputReader } from './read-output.js'

const folder = 'test/fixtures/battery'

describe('the pairs of test/fixtures/battery/call-pairs.jsonl', () => {
  const { tools, entries } = readBattery('call-pairs.jsonl')
  const reader = new OutputReader({})

  it('are all there', () => expect(entries).toHaveLength(113))

  it.each(entries.map((entry) => [entry.id, entry]))('%s', (_id, { id, gold, actual, right }) => {
    const task = taskOf(id, tools, gold)
    const { calls } = actual as unknown as { readonly calls: readonly EmittedCall[] } // the fixture's own shape
    const said = { kind: 'calls' as const, calls }
    const verdict = judgeCalls(task, reader.read(task, { id: task.id, said, stopReason: 'stop', where: '' }))
    expect(verdict.match).toBe(right)
  })
})

describe('the texts of test/fixtures/battery/call-texts.jsonl', () => {
  const { tools, entries } = readBattery('call-texts.jsonl')

  it('are all there', () => expect(entries).toHaveLength(70))

  it.each(entries.map((entry) => [entry.id, entry]))('%s', (_id, entry) => {
    const task = taskOf(entry.id, tools, entry.gold)
    const dialect = dialects.find(({ id }) => id === entry.dialect)
    if (dialect === undefined) throw new Error(`no dialect ${String(entry.dialect)}`)
    const said = { kind: 'text' as const, text: String(entry.text) }
    const stopReason = entry.stopReason === 'length' ? 'length' : 'stop'
    const output = { id: task.id, said, stopReason, where: '' } as const
    const verdict = judgeCalls(task, new OutputReader({ dialect }).read(task, output))
    expect({ outcome: verdict.outcome, right: verdict.exact }).toEqual({
      outcome: entry.outcome,
      right: entry.right,
    })
  })
})

function readBattery(name: string): { readonly tools: JsonValue; readonly entries: readonly JsonObject[] } {
  const [head, ...entries] = readFileSync(`${folder}/${name}`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const reading = parseJson(line)
      if (reading.kind === 'value' && isJsonObject(reading.value)) return reading.value
      throw new Error(`no object: ${line}`)
    })
  return { tools: head?.tools ?? [], entries }
}

function taskOf(id: JsonValue | undefined, tools: JsonValue, gold: JsonValue | undefined): CallTask {
  return callTaskOf({ kind: 'call', id: String(id), json: { messages: [], tools, gold: gold ?? null } })
}
