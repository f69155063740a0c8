import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalJson, isJsonObject, type JsonValue, parseJson, writeJson } from '../../text/json.js'
import { PythonCalls } from './python-calls.js'

function list(text: string) {
  const reader = new PythonCalls(text)
  const calls = reader.list(0)
  const isWhole = calls !== undefined && text.slice(reader.at).trim() === ''
  return { calls: isWhole ? calls : undefined, fault: reader.fault, at: reader.at }
}

function literal(text: string): JsonValue | undefined {
  const reader = new PythonCalls(text)
  const value = reader.literal(0)
  return value !== undefined && text.slice(reader.at).trim() === '' ? value : undefined
}

/** What Python's own parser says of a text; see generate.py beside the file. */
interface Verdict {
  readonly kind: 'literal' | 'list'
  readonly text: string
  readonly json?: JsonValue
}

function verdicts(): readonly Verdict[] {
  const file = new URL('../../../test/fixtures/python-calls/verdicts.jsonl', import.meta.url)
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const reading = parseJson(line)
      if (reading.kind === 'fault' || !isJsonObject(reading.value)) throw new Error(line)
      const { kind, text, json } = reading.value
      return {
        kind: kind === 'list' ? 'list' : 'literal',
        text: String(text),
        ...(json !== undefined && { json }),
      }
    })
}

describe('PythonCalls', () => {
  it("agrees with Python's own parser on every text of the corpus", () => {
    const all = verdicts()
    const differing = all.filter(({ kind, text, json }) => {
      const found =
        kind === 'literal'
          ? literal(text)
          : list(text).calls?.map(({ name, arguments: args }) => ({ name, arguments: args }))
      const [ours, theirs] = [found, json].map((value) =>
        value === undefined ? 'refused' : canonicalJson(value),
      )
      return ours !== theirs
    })
    expect(
      differing.map(({ kind, text, json }) => [kind, text, json === undefined ? 'refused' : writeJson(json)]),
    ).toEqual([])
    expect(all.length).toBeGreaterThan(2_000)
  })
})
