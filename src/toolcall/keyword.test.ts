import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isJsonObject, parseJson, writeJson } from '../text/json.js'
import { readKeywords } from './keyword.js'
import { toolTable } from './tool-table.js'

const names = [
  'nvd_get_cve',
  'nvd_search',
  'cisa_kev_check',
  'mitre_get_technique',
  'otx_check_ioc',
  'bash_exec',
]
const tools = toolTable(names.map((name) => ({ name, inputSchema: {} })))

describe('readKeywords', () => {
  it.each([
    ['{"name": "x"} bash_exec', 'x'],
    ['"name" \u0085\u001c: "a\nb"', 'a\nb'],
    ['"name"\ufeff: "x" nvd_search', 'nvd_search'],
    ['"name": "" "name": "y"', 'y'],
    ['bash_exec or nvd_search', 'nvd_search'],
    ['"Name": "x"', null],
    ['', null],
  ])('predicts for %j the tool %j', (text, released) => {
    expect(readKeywords(text, tools).released).toBe(released)
  })

  it('credits every tool whose name occurs anywhere', () => {
    expect(readKeywords('Usa bash_exec, no nvd_search.', tools).anywhere).toEqual(['nvd_search', 'bash_exec'])
  })

  const oracle = new URL('../../test/fixtures/oracles/vectrayx-harness.jsonl', import.meta.url)
  it.skipIf(!existsSync(oracle))('agrees with the released harness on every B4 output of the oracle', () => {
    let judged = 0
    for (const line of readFileSync(oracle, 'utf8').trim().split('\n')) {
      const reading = parseJson(line)
      if (reading.kind === 'fault' || !isJsonObject(reading.value) || reading.value.test !== 'b4') continue
      const { output, score, item, id } = reading.value
      if (!isJsonObject(item) || typeof output !== 'string') continue
      judged++
      const predicted = readKeywords(output, tools).released
      expect([id, predicted === (item.expected_tool ?? null) ? 1 : 0]).toEqual([
        id,
        Number(writeJson(score ?? null)),
      ])
    }
    expect(judged).toBeGreaterThan(100)
  })
})
