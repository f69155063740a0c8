import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evidenceOf } from '../../../test/generators/lenient-evidence.js'
import { hostFiles } from '../../adapters/files.js'
import { hostHash } from '../../adapters/hash.js'
import { readCorpus } from '../../corpus/read-corpus.js'
import { readKeywordSet } from '../keyword-tests/read-keyword-set.js'
import { harnessRung } from '../rungs/harness.js'

const data = join(process.env.ASSAY_DATA ?? '../shared/data', 'vectrayx')

describe.skipIf(!existsSync(data))('rung 0 on the VectraYX files (needs ASSAY_DATA/vectrayx)', () => {
  it('finds what is published of them: leaks, repeats, gold that fails, traps and idle tools', async () => {
    const context = { files: hostFiles, notify: () => undefined, hash: hostHash }
    const corpus = await readCorpus(join(data, 'corpus/tool_sft_mini_v1.jsonl'), context)
    const files = [
      'eval_data/b1_cveqa.jsonl',
      'eval_data/b2_classification.jsonl',
      'eval_data/b3_commands.jsonl',
      'eval_data/b4_tooluse.jsonl',
      'eval_data/b5_conversational.jsonl',
      'corpus/b4_tooluse_v1.jsonl',
      'corpus/b4_tooluse_v2.jsonl',
    ]
    const keywordSets = await Promise.all(files.map((file) => readKeywordSet(join(data, file), context)))
    const { tables, findings, verdict } = harnessRung.judge(
      evidenceOf({ corpus, dialect: corpus.dialect, keywordSets }),
    )
    expect(verdict).toBe('mixed')
    const rowsOf = (id: string) => tables.find((table) => table.id === id)?.rows ?? []
    // ladder.md §8.2 and §8.3: of B4 v2 35 verbatim, 43 from 0.6 on; of the 200 items none.
    const leaks = new Map(rowsOf('leakage').map((row) => [row[0], row.slice(1)]))
    expect(leaks.get('b4_tooluse_v2')?.slice(0, 2)).toEqual([50, 35])
    expect(leaks.get('b4_tooluse_v2')?.[4]).toBe(43)
    expect(leaks.get('b4_tooluse')?.slice(0, 5)).toEqual([200, 0, 0, 0, 0])
    expect(leaks.get('b4_tooluse_v1')?.slice(0, 2)).toEqual([25, 0])
    expect(rowsOf('duplicates').map((row) => [row[0], row[1], row[2]])).toEqual([
      ['b1_cveqa', 500, 500],
      ['b2_classification', 200, 62],
      ['b3_commands', 100, 100],
      ['b4_tooluse', 200, 195],
      ['b5_conversational', 314, 285],
      ['b4_tooluse_v1', 25, 25],
      ['b4_tooluse_v2', 50, 50],
    ])
    const b5 = leaks.get('b5_conversational')
    expect(Number(b5?.[1]) + Number(b5?.[2])).toBe(8)
    expect(
      findings.find(({ code, what }) => code === 'gold-not-credited' && what.includes('b3_commands')),
    ).toMatchObject({ count: 12 })
    expect(findings.find(({ code }) => code === 'tool-never-expected')?.what).toContain('mitre_get_technique')
    const traps = rowsOf('substring-traps').map((row) => [row[1], row[3]])
    expect(traps.find(([keyword]) => keyword === 'apt')?.[1]).toBeTruthy()
  }, 60_000)
})
