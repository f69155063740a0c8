import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeBenchmarkReader } from '../../../test/contract/benchmark-reader.js'
import { apiBankFolder, bankRows, foreignTo, lines } from '../../../test/contract/benchmark-samples.js'
import { hostFiles } from '../../adapters/files.js'
import { dialogueOf } from '../dialogue-item.js'
import { loadBenchmark } from '../load.js'
import { apiBank } from './api-bank.js'

const path = 'bank/AddPlant-level-1-3.jsonl'
const broken = (name: string, text: string, mentions: RegExp, code = 'item-invalid') => ({
  name,
  path,
  files: { [path]: text },
  mentions,
  code,
})

describeBenchmarkReader({
  reader: apiBank,
  samples: [apiBankFolder],
  broken: [
    broken('a role that is none', lines({ role: 'Robot', text: 'x' }), /line 1[^]*role/),
    broken('a call before the user', lines(bankRows[2]), /before the user/),
    broken('a call without a result', lines(bankRows[0], { role: 'API', api_name: 'f' }), /result/),
    broken('broken JSON', `${lines(bankRows[0])}{"role":`, /line 2/, 'json-broken'),
  ],
  foreign: foreignTo(apiBank.id),
})

const folder = join(process.env.ASSAY_DATA ?? '../shared/data', 'api-bank')

describe.skipIf(!existsSync(folder))('API-Bank as published (skipped where the data is absent)', () => {
  it('has 107 dialogues with 194 calls and their results', async () => {
    const { items } = await loadBenchmark(folder, { files: hostFiles, notify: () => {} })
    expect(items).toHaveLength(107)
    const turns = items.flatMap((item) => (item.kind === 'dialogue' ? dialogueOf(item).turns : []))
    expect(turns.reduce((sum, { calls = [] }) => sum + calls.length, 0)).toBe(194)
    expect(turns.filter(({ role }) => role === 'user')).toHaveLength(380)
    for (const { calls = [], json } of turns) expect(json.recorded ?? []).toHaveLength(calls.length)
  })
})
