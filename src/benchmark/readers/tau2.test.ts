import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeBenchmarkReader } from '../../../test/contract/benchmark-reader.js'
import { foreignTo, tau2Folder, tauTask } from '../../../test/contract/benchmark-samples.js'
import { hostFiles } from '../../adapters/files.js'
import { dialogueOf } from '../dialogue-item.js'
import { loadBenchmark } from '../load.js'
import { tau2 } from './tau2.js'

const path = 'garden/tasks.json'
const broken = (name: string, value: unknown, mentions: RegExp, code = 'item-invalid') => ({
  name,
  path,
  files: { [path]: JSON.stringify(value) },
  mentions,
  code,
})

describeBenchmarkReader({
  reader: tau2,
  samples: [tau2Folder],
  broken: [
    broken('no list', { id: 1 }, /no list/),
    broken('a task without an id', [{ ...tauTask, id: undefined }], /task 1[^]*"id"/),
    broken('a task without a goal', [tauTask, { ...tauTask, id: 5, user_scenario: {} }], /task 2/),
    broken('a task twice', [tauTask, tauTask], /garden-4/, 'item-twice'),
    broken(
      'an action without a name',
      [{ ...tauTask, evaluation_criteria: { actions: [{ arguments: {} }] } }],
      /actions/,
    ),
  ],
  foreign: foreignTo(tau2.id),
})

const folder = join(process.env.ASSAY_DATA ?? '../shared/data', 'tau2')

describe.skipIf(!existsSync(folder))('tau2 as published (skipped where the data is absent)', () => {
  it('reads the domains of a folder where the format is named', async () => {
    const context = { files: hostFiles, notify: () => {} }
    const { items } = await loadBenchmark(folder, context, { format: 'tau2' })
    expect(items).toHaveLength(124)
    const calls = items.map((item) =>
      item.kind === 'dialogue' ? (dialogueOf(item).turns[0]?.calls?.length ?? 0) : 0,
    )
    expect(calls.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(500)
    expect(items.every((item) => item.kind === 'dialogue' && item.json.goal !== undefined)).toBe(true)
  })
})
