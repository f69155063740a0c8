import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadConfig } from '../../src/adapters/config.js'
import { hostFiles } from '../../src/adapters/files.js'
import { askedSectionIds } from '../../src/sections/asked-section-ids.js'
import { type AuditConfig, readConfig } from '../../src/sections/config.js'

const example = 'examples/whole-audit'
const github = 'test/assets/node_modules/@octokit/openapi/package.json'

/** A stand-in for the data of others, with as much as the config itself looks into. */
async function standIn(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'whole-audit-'))
  await mkdir(join(folder, 'bfcl'))
  const items = Array.from({ length: 40 }, (_, at) => `{"id":"multiple_${at}"}\n`)
  writeFileSync(join(folder, 'bfcl/BFCL_v4_multiple.json'), items.join(''))
  return folder
}

async function config(): Promise<AuditConfig> {
  const { value, path } = await loadConfig(example, hostFiles)
  return readConfig(value, path)
}

afterEach(() => vi.unstubAllEnvs())

describe('examples/whole-audit', () => {
  it('names the token of each tool of the reference catalog, and no other', () => {
    const names = readFileSync('reference/catalog.jsonl', 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly name: string }).name)
    const tokens = readFileSync(`${example}/tool-tokens.txt`, 'utf8').trim().split('\n')
    expect(tokens).toEqual(names.map((name) => `<<${name}>>`))
  })

  it.skipIf(!existsSync(github))('asks somebody in every section (npm ci --prefix test/assets)', async () => {
    const data = await standIn()
    vi.stubEnv('ASSAY_DATA', data)
    vi.stubEnv('ASSAY_MODEL', join(data, 'bfcl'))
    const { subjects, ask } = await config()
    const asked = new Set(
      [
        ask,
        ...(subjects ?? []).map((subject) => (typeof subject === 'string' ? undefined : subject.ask)),
      ].flatMap((asks) =>
        Object.entries(asks ?? {})
          .filter(([, flags]) => flags !== false)
          .map(([section]) => section),
      ),
    )
    // Probes need no word of their own: they ask wherever the benchmarks hold such items.
    expect([...asked, 'probes'].toSorted()).toEqual([...askedSectionIds].toSorted())
  })

  it('says what to set where the data are not named', async () => {
    vi.stubEnv('ASSAY_DATA', '')
    await expect(config()).rejects.toThrow('Set ASSAY_DATA: docs/audit.md says to what.')
  })
})
