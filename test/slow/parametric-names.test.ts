import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hostFiles } from '../../src/adapters/files.js'
import { hostHttp } from '../../src/adapters/http.js'
import { loadCatalog } from '../../src/catalog/import.js'
import { readTokenMap } from '../../src/parametric/read-token-map.js'
import { builtInTokens } from '../../src/parametric/token-map.js'
import { tokenizeMap } from '../../src/parametric/tokenize-map.js'

const data = process.env.ASSAY_DATA ?? '../shared/data'
const hasData = existsSync(`${data}/toolgen/virtual_tokens.txt`)

describe.skipIf(!hasData)(`token maps of real names (${data} is needed)`, () => {
  it('maps every tool of ToolSense to a token of ToolGen, and builds tries of 46,985 in time', async () => {
    const context = {
      files: hostFiles,
      http: hostHttp,
      notify: () => undefined,
      mcp: { list: () => Promise.reject(new Error('none')) },
    }
    const load = async (files: readonly string[]) =>
      (
        await loadCatalog(
          files.map((file) => `${data}/${file}`),
          context,
          { onDuplicate: 'first' },
        )
      ).catalog
    const toolsense = await load(['toolsense/mcq.jsonl', 'toolsense/qa.jsonl', 'toolsense/rrb.jsonl'])
    const map = await readTokenMap(`${data}/toolgen/virtual_tokens.txt`, toolsense, hostFiles)
    expect(map).toMatchObject({ layout: 'flat', isSingle: true, unmapped: [] })
    expect(map.entries).toHaveLength(5348)
    const all = await load(['toolgen/virtual_tokens.txt'])
    for (const [layout, nodes] of [
      ['flat', 46_986],
      // Services, endpoints, `Finish`, which has no service, and the root.
      ['hierarchical', 10_387 + 46_984 + 1 + 1],
    ] as const) {
      const ids = new Map<string, number>()
      const tokenize = async (text: string) => {
        const id = ids.get(text) ?? ids.size
        ids.set(text, id)
        return [id]
      }
      const start = process.cpuUsage()
      const { trie, faults } = await tokenizeMap(builtInTokens(all, layout), all, { tokenize })
      const { user, system } = process.cpuUsage(start)
      expect(trie.nodeCount).toBe(nodes)
      expect(faults).toMatchObject({ collisions: [], empty: [], split: [] })
      expect((user + system) / 1e6).toBeLessThan(2)
    }
  })
})
