import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import { parsePlan } from './parse-plan.js'
import { unparse } from './unparse.js'

const verdicts = readFileSync('test/fixtures/python-plans/verdicts.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): JsonObject => {
    const reading = parseJson(line, { maxDepth: 1000 })
    if (reading.kind !== 'value' || !isJsonObject(reading.value)) throw new Error(`no verdict: ${line}`)
    return reading.value
  })

describe('CPython 3.11', () => {
  it('accepts what is accepted here, with the same tree, and refuses what is refused', () => {
    expect(verdicts.filter(({ refused }) => refused === true).length).toBeGreaterThan(2500)
    const differing = verdicts.flatMap((verdict) => {
      const parsed = parsePlan(String(verdict.source), { maxDepth: 1000 })
      const own = parsed.kind === 'tree' ? canonicalJson(shapeOf(parsed.tree)) : 'refused'
      const expected = isJsonObject(verdict.tree) ? canonicalJson(withNumbers(verdict.tree)) : 'refused'
      return own === expected ? [] : [{ source: verdict.source, own, expected }]
    })
    expect(differing).toEqual([])
  })

  it('writes expressions as they are written here', () => {
    let count = 0
    const differing = verdicts.flatMap(({ source, unparsed }) => {
      if (!Array.isArray(unparsed)) return []
      const parsed = parsePlan(String(source), { maxDepth: 1000 })
      if (parsed.kind !== 'tree') return [{ source }]
      const own = parsed.tree.body.flatMap((statement) =>
        statement.kind === 'Expr' ? [unparse(statement.value) ?? null] : [],
      )
      count += own.length
      return JSON.stringify(own) === JSON.stringify(unparsed) ? [] : [{ source, own, unparsed }]
    })
    expect(differing).toEqual([])
    expect(count).toBeGreaterThan(700)
  })
})

/** A node as the fixture writes it. */
function shapeOf(node: object): JsonValue {
  if (Array.isArray(node)) return node.map((item: unknown) => valueShape(item))
  const members: [string, JsonValue][] = []
  const { kind } = node as { readonly kind?: string } // names of imports have none
  for (const [name, value] of Object.entries(node)) {
    if (name === 'line' || name === 'column' || name === 'isUnicode' || value === undefined) continue
    if (kind === 'MatchSingleton') members.push([name, value])
    else if (kind === 'Bytes' && name === 'value') {
      members.push([name, Array.from(String(value), (byte) => byte.charCodeAt(0))])
    } else if (name === 'value' && (kind === 'Constant' || kind === 'Imaginary')) {
      members.push([name, constantShape(value)])
    } else members.push([name, valueShape(value)])
  }
  return Object.fromEntries(members)
}

function valueShape(value: unknown): JsonValue {
  if (value === undefined) return null
  if (typeof value === 'object' && value !== null) return shapeOf(value)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  throw new TypeError(`no part of a tree: ${String(value)}`)
}

function constantShape(value: unknown): JsonValue {
  if (typeof value === 'bigint') return { int: `0x${value.toString(16)}` }
  if (typeof value === 'number') return { float: String(value) }
  if (typeof value === 'string')
    return { text: Array.from(value, (character) => character.codePointAt(0) ?? 0) }
  return value === true || value === false ? value : null
}

/** Floats as JavaScript writes them. */
function withNumbers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withNumbers)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      name === 'float' ? String(Number(String(held).replace('inf', 'Infinity'))) : withNumbers(held),
    ]),
  )
}
