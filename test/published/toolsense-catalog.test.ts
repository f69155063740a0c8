import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostFiles } from '../../src/adapters/files.js'
import { loadCatalog } from '../../src/catalog/import.js'
import type { ImportContext } from '../../src/catalog/read-records.js'

const folder = process.env.ASSAY_DATA ?? '../shared/data'
const parts = ['mcq', 'qa', 'rrb'].map((name) => join(folder, `toolsense/${name}.jsonl`))
const tokens = join(folder, 'toolgen/virtual_tokens.txt')
const functions = join(folder, 'bfcl/multi_turn_func_doc')

const context: ImportContext = {
  files: hostFiles,
  http: { send: () => Promise.reject(new Error('no network')) },
  mcp: { list: () => Promise.reject(new Error('no servers')) },
  notify: () => undefined,
}

describe.skipIf(!existsSync(tokens) || !parts.every(existsSync))(
  `catalogs of ToolSense and ToolGen (needs ${folder})`,
  () => {
    it('has 5,348 tools in the three files, 2,594 services, and the known placeholders', async () => {
      const { catalog, counts, sources } = await loadCatalog(parts, context)
      expect(counts).toMatchObject({ tools: 5348, dropped: 0 })
      expect(sources.map((source) => source.tools)).toEqual([496, 4, 4848])
      expect(new Set(catalog.tools.map(({ service }) => service)).size).toBe(2594)
      const placeholders = (field: 'description' | 'serviceDescription', text: string): number =>
        catalog.tools.filter((tool) => tool.placeholders?.[field] === text).length
      expect(placeholders('serviceDescription', 'None')).toBe(75)
      expect(placeholders('description', 'None')).toBe(294)
      expect(placeholders('serviceDescription', '')).toBe(2)
      expect(placeholders('description', '')).toBe(2)
    })

    it('has 46,985 tools with the token list, whichever comes first', async () => {
      const { catalog, counts, notices } = await loadCatalog([...parts, tokens], context)
      expect(counts).toMatchObject({ tools: 46_985, joined: 5348, nameOnly: 41_637 })
      expect(catalog.tools.every(({ tokenText }) => tokenText !== undefined)).toBe(true)
      expect(catalog.tools[5348]).toMatchObject({ name: 'Finish', tokenText: '<<Finish>>' })
      // 31 names of the catalog are spelled otherwise in the token list.
      expect(catalog.tools.slice(0, 5348).filter(({ aliases }) => aliases !== undefined)).toHaveLength(31)
      expect(notices.map(({ code }) => code)).toEqual(['alias-ambiguous', 'alias-ambiguous'])
      const other = await loadCatalog([tokens, ...parts], context)
      expect(other.catalog.fingerprint).toBe(catalog.fingerprint)
    }, 60_000)

    it('gives one catalog for a folder and for its files', async () => {
      const whole = await loadCatalog([join(folder, 'toolsense')], context)
      expect(whole.catalog.fingerprint).toBe((await loadCatalog(parts, context)).catalog.fingerprint)
    })
  },
)

describe.skipIf(!existsSync(functions))(`BFCL's function documents (needs ${folder})`, () => {
  it('are 162 tools of twelve services, ten of them with names that two have', async () => {
    await expect(loadCatalog([functions], context)).rejects.toThrow(
      /archival_memory_add.*\n.*memory_kv\.json, line 1 and .*memory_vector\.json, line 1/,
    )
    const { catalog, counts } = await loadCatalog([functions], context, { onDuplicate: 'qualify' })
    expect(new Set(catalog.tools.map(({ service }) => service)).size).toBe(12)
    expect(counts).toMatchObject({ tools: 162, dropped: 0 })
    expect(catalog.position('memory_kv.archival_memory_add')).toBeDefined()
    expect(catalog.position('archival_memory_add')).toBeUndefined()
  })
})
