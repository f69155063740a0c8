import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, isJsonObject, type JsonValue, parseJson, writeJson } from '../../text/json.js'
import { pythonCall, pythonLiteral } from '../render/python-literal.js'
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

  it.each([
    ['[f(1)]', 'positional-argument', 3],
    ['[f(**{"a": 1})]', 'starred-argument', 3],
    ['[f(a=g(b=1))]', 'nested-call', 5],
    ['[f(a=1+2)]', 'not-a-literal', 6],
    ['[f(a=true)]', 'json-literal', 5],
    ['[f(a={1})]', 'set', 6],
    ['[f(a=b"x")]', 'bytes', 5],
    ['[f(a=1j)]', 'complex-number', 5],
    ['[f(a=f"x")]', 'f-string', 5],
    ['[f(a={1: 2})]', 'key-not-string', 6],
    ['[f(a=1, a=2)]', 'duplicate-argument', 8],
    ['[f(from="x")]', 'python-word', 3],
    ['[f(a="\\N{BULLET}")]', 'bad-escape', 6],
    ['[f(a="x', 'open-string', 7],
    ['[f(a=1)', 'unexpected-end', 7],
    [`[f(a=${'['.repeat(70)}`, 'too-deep', 67],
    [`[f(a=${'1'.repeat(5_000)})]`, 'bad-number', 5],
  ])('says of %j that it has %s', (text, code, at) => {
    expect(list(text)).toMatchObject({ calls: undefined, fault: { code, at } })
  })

  it('under repair reads what Python forbids, and says so', () => {
    const made: string[] = []
    const reader = new PythonCalls('[a-b(x=true, from=null)', { repair: (code) => made.push(code) })
    expect(reader.list(0)).toMatchObject([{ name: 'a-b', arguments: { x: true, from: null } }])
    expect(new Set(made)).toEqual(new Set(['python-word', 'json-literal', 'bracket-missing']))
    const cut = new PythonCalls('[f(x=1)', { repair: () => undefined, isCut: true })
    expect(cut.list(0)).toBeUndefined()
  })

  it('reads back every value that is written as a literal', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
        const text = pythonLiteral(value as JsonValue)
        const found = literal(text)
        expect(canonicalJson(found ?? null)).toBe(canonicalJson(value as JsonValue))
      }),
    )
  })

  it('writes no name that Python would not read', () => {
    expect(pythonCall({ name: 'a.b', arguments: { ñ: 1 } })).toBe('a.b(ñ=1)')
    for (const name of ['a-b', 'class', '1a', '', 'a..b', 'ﬁ']) {
      expect(() => pythonCall({ name, arguments: {} })).toThrow(/no name in Python/)
    }
    expect(() => pythonCall({ name: 'f', arguments: { 'my key': 1 } })).toThrow(/no name in Python/)
  })
})
