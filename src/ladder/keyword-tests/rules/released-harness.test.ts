import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject, parseJson, writeJson } from '../../../text/json.js'
import type { KeywordSet } from '../../keyword-set.js'
import { keywordRuleOf, keywordRules } from './index.js'

interface OracleLine {
  readonly id: string
  readonly test: string
  readonly metric: string | null
  readonly item: JsonObject
  readonly output: string
  readonly score: number | null
  readonly crash: string | null
}

const lines = readFileSync('test/fixtures/oracles/vectrayx-harness.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map(lineOf)

describe('the released harness', () => {
  it.each([
    ['b1', 434],
    ['b2', 272],
    ['b3', 605],
    ['b4', 614],
    ['b5', 362],
  ])('%s agrees on all %i verdicts of the oracle', (test, count) => {
    const own = lines.filter((line) => line.test === test)
    expect(own).toHaveLength(count)
    const differing = own.filter((line) => !agrees(line))
    expect(differing.map(({ id }) => id)).toEqual([])
  })

  it('knows the items of each test by their members, or not at all where these are missing', () => {
    const kinds = lines.flatMap(({ test, item }) => {
      const kind = keywordRules.find((one) => one.detect(item))
      return kind === undefined ? [] : [[`vectrayx-${test}`, kind.id]]
    })
    expect(kinds.length).toBeGreaterThan(2100)
    expect(kinds.filter(([test, kind]) => test !== kind)).toEqual([])
  })
})

function agrees({ test, metric, item, output, score, crash }: OracleLine): boolean {
  const set: KeywordSet = {
    name: test,
    path: '',
    rule: `vectrayx-${test}`,
    items: [{ id: '1', prompt: '', members: item }],
  }
  const rule = keywordRuleOf(set)
  const [first] = set.items
  const credit = first && rule.credit(first, output)
  if (credit?.kind === 'crash') return credit.error === crash
  const measure = metric === 'tool_match' ? 1 : 0
  return crash === null && Math.abs((credit?.values[measure] ?? -1) - (score ?? -1)) < 1e-12
}

function lineOf(text: string): OracleLine {
  const reading = parseJson(text)
  if (reading.kind === 'fault' || !isJsonObject(reading.value)) throw new Error(`no object: ${text}`)
  const { id, test, metric, item, output, score, crash } = reading.value
  return {
    id: String(id),
    test: String(test),
    metric: typeof metric === 'string' ? metric : null,
    item: isJsonObject(item) ? item : {},
    output: String(output),
    score: score === null || score === undefined ? null : Number(writeJson(score)),
    crash: typeof crash === 'string' ? crash : null,
  }
}
