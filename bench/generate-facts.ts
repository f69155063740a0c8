/**
 * Items from facts, without a model: how many over GitHub's description and over two MCP servers, whether the raw schemas
 * bear out every gold, and what null models and their opposites score, at three seeds.
 * Usage: npm ci --ignore-scripts --prefix test/assets && npm run bench -- generate-facts
 */
import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { hostFiles } from '../src/adapters/files.js'
import { hostMcp } from '../src/adapters/mcp/client.js'
import { generateFacts } from '../src/benchmark/generate/facts/generate-facts.js'
import type { McqItem, QaItem } from '../src/benchmark/item.js'
import { fingerprintOfItems } from '../src/benchmark/item-json.js'
import type { Catalog } from '../src/catalog/catalog.js'
import { loadCatalog } from '../src/catalog/import.js'
import { toolToJson } from '../src/catalog/tool.js'
import { randomStream } from '../src/numeric/random.js'
import { holmAdjusted } from '../src/stats/holm.js'
import { kishEffectiveSize } from '../src/stats/kish.js'
import { signFlipTest } from '../src/stats/sign-flip.js'
import { writeJson } from '../src/text/json.js'
import { mcqFamily, qaFamily } from '../src/validity/floors/choice-families.js'
import type { NullFamily } from '../src/validity/floors/null-family.js'
import { findingOfOption, findingOfQuestion, type RawTool } from '../test/oracles/facts-oracle.js'
import { rawOpenapiTools } from '../test/oracles/raw-openapi-tools.js'

const ASSETS = 'test/assets/node_modules/@octokit/openapi/generated/api.github.com'
const SIZE = 500
const SEEDS = [0, 1, 2]
type ProbeItem = McqItem | QaItem

console.log(`Items from facts, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`)
if (existsSync(`${ASSETS}.json`)) {
  const raw = rawOpenapiTools(JSON.parse(readFileSync(`${ASSETS}.deref.json`, 'utf8')))
  await measure("GitHub's REST description", await catalogFrom([`${ASSETS}.json`]), raw)
} else {
  console.log("  without GitHub's description: npm ci --ignore-scripts --prefix test/assets")
}
const servers = ['everything/dist/index.js', 'filesystem/dist/index.js .']
await measure(
  'server-everything and server-filesystem',
  await catalogFrom(servers.map((rest) => `mcp:node node_modules/@modelcontextprotocol/server-${rest}`)),
)

async function catalogFrom(specs: readonly string[]): Promise<Catalog> {
  const { catalog } = await loadCatalog(specs, {
    files: hostFiles,
    http: { send: () => Promise.reject(new Error('no network')) },
    notify: () => {},
    signal: new AbortController().signal,
    mcp: hostMcp,
  })
  return catalog
}

/** @param source tools read from the source itself, where that was done. */
async function measure(name: string, catalog: Catalog, source?: ReadonlyMap<string, RawTool>): Promise<void> {
  console.log(`\n${name}: ${catalog.tools.length} tools`)
  const stored = new Map(
    catalog.tools.map((tool) => [tool.name, JSON.parse(writeJson(toolToJson(tool))) as RawTool]), // a tool was written
  )
  for (const form of ['mcq', 'qa'] as const) {
    for (const seed of SEEDS) {
      const cpuBefore = process.cpuUsage()
      const outcome = await generateFacts({ catalog, form, seed, size: SIZE })
      const cpu = process.cpuUsage(cpuBefore)
      const { items } = outcome
      const again = await generateFacts({ catalog, form, seed, size: SIZE })
      const isSame = fingerprintOfItems(items) === fingerprintOfItems(again.items)
      const sizes = new Map<string, number>()
      for (const { cluster = '' } of items) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
      const seconds = ((cpu.user + cpu.system) / 1e6).toFixed(1)
      const inSource = source === undefined ? '' : `, ${faults(items, source)} by the description itself`
      console.log(
        `  ${form} seed ${seed}: ${items.length} items of ${outcome.yield.eligible} tools, CPU ${seconds} s, ` +
          `${kishEffectiveSize(sizes.values()).toFixed(1)} effective clusters, ` +
          `gold contradicted ${faults(items, stored)} by the catalog${inSource}, ${isSame ? 'same bytes again' : 'OTHER BYTES'}`,
      )
      if (seed === SEEDS[0]) {
        const kinds = Object.entries(outcome.kinds).map(([id, count]) => `${id} ${count}`)
        console.log(`    blocks: ${kinds.join(', ')}`)
        if (outcome.yield.shortfall !== undefined) console.log(`    ${outcome.yield.shortfall}`)
      }
      console.log(`    ${nullsText(items, seed)}`)
    }
  }
  console.log(`  peak ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB resident`)
}

/** Items whose gold a raw schema does not bear out, or that have a second right option. */
function faults(items: readonly ProbeItem[], raw: ReadonlyMap<string, RawTool>): number {
  let count = 0
  for (const item of items) {
    const tool = raw.get(item.tool)
    if (tool === undefined) continue
    const isRight =
      item.kind === 'qa'
        ? findingOfQuestion(item.question, tool) === (item.answer === 'yes' ? 'true' : 'false')
        : findingOfOption(item.question, item.answer, tool) === 'true' &&
          item.distractors.every((option) =>
            ['false', 'unlisted'].includes(findingOfOption(item.question, option, tool)),
          )
    if (!isRight) count++
  }
  return count
}

/** Value of each null model, out of fold where it learns, and the least p by Holm, two-sided: for it and its opposite. */
function nullsText(items: readonly ProbeItem[], seed: number): string {
  const mcq = items.filter((item) => item.kind === 'mcq')
  const qa = items.filter((item) => item.kind === 'qa')
  const family: NullFamily = mcq.length > 0 ? mcqFamily(mcq, seed) : qaFamily(qa, seed)
  const p = family.nulls.map(({ id, right }) => {
    const differences = Array.from(right, (value, at) => value - (family.chance[at] ?? 0))
    // Each item on its own: the strictest reading, which ignores that blocks balance.
    return signFlipTest({ differences, random: randomStream(seed, `bench ${id}`) }).p
  })
  const values = family.nulls.map(({ id, right, inSample }) => {
    const value = Array.from(right).reduce((sum, one) => sum + one, 0) / Math.max(1, items.length)
    return `${id} ${value.toFixed(3)}${inSample === undefined ? '' : ` (in sample ${inSample.toFixed(3)})`}`
  })
  return `${values.join(', ')}; least p by Holm ${Math.min(...holmAdjusted(p)).toFixed(3)}`
}
